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
    /// How often this stream was measured before, and nothing came.
    let tries: Int
    /// Microseconds of libpulse's clock.
    let begun = pa_rtclock_now()
    private unowned let server: PulseServer
    private var stream: OpaquePointer?
    private(set) var level = SoundLevel.unknown
    /// Microseconds of libpulse's clock.
    private var lastLoud: pa_usec_t = 0

    /// - Returns: nil: the server's library has no more.
    init?(_ number: UInt32, tries: Int, of server: PulseServer) {
        self.number = number
        self.tries = tries
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

    /// The time from which on it may be made anew, if nothing comes.
    var due: pa_usec_t {
        let seconds = min(
            Limits.soundMeterSeconds << min(tries, 8), Limits.soundMeterSecondsMost)
        return begun + pa_usec_t(seconds) * 1_000_000
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
        }
        if meters.isEmpty {
            silence.clear()
            meterCheck.clear()
        }
        let new = numbers.subtracting(measured)
        measured = numbers
        for number in new.sorted() { meter(number) }
    }

    func meter(_ number: UInt32, tries: Int = 0) {
        meters[number] = PulseMeter(number, tries: tries, of: self)
        // One before may have been told louder.
        tell(.level(number, .unknown))
        setMeterCheck()
    }

    /// Makes one anew of which nothing came: on a busy machine, PipeWire gives some of several that
    /// begin together nothing, though they are linked. The next waits until this one has told
    /// something, or had a second for it.
    func checkMeters() {
        guard let meter = nextOfNothing, meter.due <= pa_rtclock_now() else {
            return setMeterCheck()
        }
        meter.end()
        renewed = meter.number
        self.meter(meter.number, tries: meter.tries + 1)
    }

    private var nextOfNothing: PulseMeter? {
        meters.values.filter { $0.level == .unknown }.min { $0.due < $1.due }
    }

    private func setMeterCheck() {
        guard var time = nextOfNothing?.due else { return meterCheck.clear() }
        if let last = renewed.flatMap({ meters[$0] }), last.level == .unknown {
            time = max(time, last.begun + pa_usec_t(Limits.soundFirstPeakMilliseconds) * 1_000)
        }
        let now = pa_rtclock_now()
        meterCheck.set(milliseconds: time > now ? Int((time - now) / 1_000) + 1 : 0)
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
        if meter.number == renewed {
            renewed = nil
            setMeterCheck()
        }
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
