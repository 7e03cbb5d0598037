import CPulse
import Glibc
import QuiesceCore

/// A stream of ours that gets the peaks of one that plays, some times a second. Belongs to the
/// sound server's thread.
final class PulseMeter {
    /// This machine's own.
    private static let floats =
        1.bigEndian == 1 ? PA_SAMPLE_FLOAT32BE : PA_SAMPLE_FLOAT32LE

    let number: UInt32
    private unowned let server: PulseServer
    private var stream: OpaquePointer?
    private(set) var level = SoundLevel.unknown
    /// Microseconds of libpulse's clock.
    private var lastLoud: pa_usec_t = 0

    /// - Returns: nil: the server's library has no more.
    init?(_ number: UInt32, of server: PulseServer) {
        self.number = number
        self.server = server
        guard let context = server.context else { return nil }
        var sample = pa_sample_spec(
            format: Self.floats, rate: Limits.soundPeaksEachSecond, channels: 1)
        guard let made = pa_stream_new(context, "Quiesce", &sample, nil) else { return nil }
        stream = made
        let me = Unmanaged.passUnretained(self).toOpaque()
        pa_stream_set_state_callback(made, { PulseMeter.at($1)?.stateChanged() }, me)
        pa_stream_set_read_callback(made, { PulseMeter.at($2)?.read($0) }, me)
        let one = UInt32(MemoryLayout<Float>.size)
        var attributes = pa_buffer_attr(
            maxlength: .max, tlength: .max, prebuf: .max, minreq: .max, fragsize: one)
        let flags =
            PA_STREAM_DONT_MOVE.rawValue | PA_STREAM_PEAK_DETECT.rawValue
            | PA_STREAM_ADJUST_LATENCY.rawValue | PA_STREAM_DONT_INHIBIT_AUTO_SUSPEND.rawValue
        guard pa_stream_set_monitor_stream(made, number) >= 0,
            pa_stream_connect_record(made, nil, &attributes, pa_stream_flags_t(flags)) >= 0
        else {
            end()
            return nil
        }
    }

    deinit { end() }

    private static func at(_ context: UnsafeMutableRawPointer?) -> PulseMeter? {
        context.map { Unmanaged<PulseMeter>.fromOpaque($0).takeUnretainedValue() }
    }

    func end() {
        guard let stream else { return }
        self.stream = nil
        pa_stream_set_read_callback(stream, nil, nil)
        if pa_stream_get_state(stream) == PA_STREAM_CREATING {
            // Until the server has answered it can't be ended, and would go on. The connection
            // keeps it until then.
            pa_stream_set_state_callback(
                stream,
                { stream, _ in
                    if pa_stream_get_state(stream) == PA_STREAM_READY {
                        pa_stream_disconnect(stream)
                    }
                }, nil)
        } else {
            pa_stream_set_state_callback(stream, nil, nil)
            pa_stream_disconnect(stream)
        }
        pa_stream_unref(stream)
    }

    private func stateChanged() {
        guard let stream else { return }
        switch pa_stream_get_state(stream) {
        case PA_STREAM_FAILED, PA_STREAM_TERMINATED: server.ended(self)
        case _: break
        }
    }

    private func read(_ stream: OpaquePointer?) {
        guard let stream, stream == self.stream else { return }
        var isLoud = false
        var hasCome = false
        while pa_stream_readable_size(stream) > 0 {
            var data: UnsafeRawPointer?
            var count = 0
            guard pa_stream_peek(stream, &data, &count) >= 0, count > 0 else { break }
            // Without data it is a hole.
            if let data {
                let bytes = UnsafeRawBufferPointer(start: data, count: count)
                for at in stride(from: 0, through: count - 4, by: 4) {
                    let peak = bytes.loadUnaligned(fromByteOffset: at, as: Float.self)
                    hasCome = true
                    isLoud = isLoud || abs(peak) > Limits.soundAudiblePeak
                }
            }
            pa_stream_drop(stream)
        }
        if isLoud { lastLoud = pa_rtclock_now() }
        guard hasCome else { return }
        if isLoud, level != .loud {
            level = .loud
            server.levelChanged(self)
        } else if level == .unknown {
            level = .silent
            server.levelChanged(self)
        }
    }

    /// - Returns: whether it has become silent.
    func hasFallenSilent() -> Bool {
        guard level == .loud,
            pa_rtclock_now() - lastLoud >= pa_usec_t(Limits.soundSilenceMilliseconds) * 1_000
        else { return false }
        level = .silent
        return true
    }
}

extension PulseServer {
    /// Measures these, and no others.
    func measure(_ numbers: Set<UInt32>, life: Int) {
        guard life == self.life, context != nil else { return }
        for number in measured.subtracting(numbers) {
            meters.removeValue(forKey: number)?.end()
            meterTries[number] = nil
        }
        if meters.isEmpty {
            silence.clear()
            meterCheck.clear()
        }
        let new = numbers.subtracting(measured)
        measured = numbers
        for number in new.sorted() { meter(number) }
    }

    func meter(_ number: UInt32) {
        meters[number] = PulseMeter(number, of: self)
        // One before may have been told louder.
        tell(.level(number, .unknown))
        if !meterCheck.isSet {
            meterCheck.set(milliseconds: Limits.soundMeterSeconds * 1_000)
        }
    }

    /// Makes those anew of which nothing came: WirePlumber now and then links one of several that
    /// begin together to nothing.
    func checkMeters() {
        for (number, meter) in meters where meter.level == .unknown {
            let tries = meterTries[number, default: 0] + 1
            guard tries <= Limits.soundMeterTries else { continue }
            meterTries[number] = tries
            meter.end()
            self.meter(number)
        }
    }

    /// The stream is of another sink, or can't be measured. A change of it tries again.
    func ended(_ meter: PulseMeter) {
        guard meters[meter.number] === meter else { return }
        meters[meter.number] = nil
        meter.end()
        tell(.level(meter.number, .unknown))
    }

    func levelChanged(_ meter: PulseMeter) {
        tell(.level(meter.number, meter.level))
        if meter.level == .loud, !silence.isSet {
            silence.set(milliseconds: Limits.soundSilenceMilliseconds)
        }
    }

    func lookForSilence() {
        for meter in meters.values where meter.hasFallenSilent() {
            tell(.level(meter.number, .silent))
        }
        if meters.values.contains(where: { $0.level == .loud }) {
            silence.set(milliseconds: Limits.soundSilenceMilliseconds)
        }
    }
}
