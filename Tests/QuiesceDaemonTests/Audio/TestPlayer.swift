import CPulse
import Foundation
import Glibc
import Testing

/// A client of a sound server, which may say that it is any process. Belongs to the test's thread,
/// and does something only while it is called: what it plays was written before, a minute of it.
final class TestPlayer {
    enum Sound {
        case tone, silence
    }

    /// How a stream begins.
    enum Beginning {
        case playing, corked, muted, atVolumeZero
    }

    private static let rate: UInt32 = 8_000
    private let loop: OpaquePointer
    private var context: OpaquePointer?
    private var streams: [UInt32: OpaquePointer] = [:]
    private var ears: [UInt32: OpaquePointer] = [:]

    /// - Parameters:
    ///   - pid: the process that it says it is.
    ///   - name: whose streams begin as loud and as muted as its last one was, where a server
    ///     remembers that; nil: another one each time.
    init(_ socket: String, pid: Int32, name: String? = nil) throws {
        loop = try #require(pa_mainloop_new())
        let list = pa_proplist_new()
        defer { pa_proplist_free(list) }
        pa_proplist_sets(list, "application.process.id", "\(pid)")
        let context = try #require(
            pa_context_new_with_proplist(
                pa_mainloop_get_api(loop), name ?? UUID().uuidString, list))
        self.context = context
        try #require(
            pa_context_connect(context, "unix:\(socket)", PA_CONTEXT_NOAUTOSPAWN, nil) >= 0)
        try wait { pa_context_get_state(context) == PA_CONTEXT_READY }
    }

    deinit { end() }

    /// All that it plays ends.
    func end() {
        for stream in Array(streams.values) + Array(ears.values) { pa_stream_unref(stream) }
        streams = [:]
        ears = [:]
        guard let context else { return }
        self.context = nil
        pa_context_disconnect(context)
        pa_context_unref(context)
        pa_mainloop_free(loop)
    }

    /// - Returns: the stream's number.
    @discardableResult
    func play(
        _ sound: Sound = .tone, on sink: String = "probe", _ beginning: Beginning = .playing
    ) throws -> UInt32 {
        try #require(try play(1, sound, on: sink, beginning).first)
    }

    func play(
        _ count: Int, _ sound: Sound = .tone, on sink: String = "probe",
        _ beginning: Beginning = .playing, seconds: Int = 60
    ) throws -> [UInt32] {
        var sample = pa_sample_spec(format: PA_SAMPLE_S16LE, rate: Self.rate, channels: 1)
        let samples = (0..<(Int(Self.rate) * seconds)).map { at -> Int16 in
            switch sound {
            case .silence: 0
            case .tone: at % 20 < 10 ? 8_192 : -8_192
            }
        }
        let bytes = 2 * samples.count
        var flags: UInt32 = 0
        switch beginning {
        case .playing: break
        // PipeWire begins none in any other way.
        case .corked, .muted, .atVolumeZero: flags = PA_STREAM_START_CORKED.rawValue
        }
        var attributes = pa_buffer_attr(
            maxlength: .max, tlength: UInt32(bytes), prebuf: 1, minreq: .max, fragsize: .max)
        var new: [OpaquePointer] = []
        for _ in 0..<count {
            let stream = try #require(pa_stream_new(context, "sound", &sample, nil))
            new.append(stream)
            try #require(
                pa_stream_connect_playback(
                    stream, sink, &attributes, pa_stream_flags_t(flags), nil, nil) >= 0)
        }
        try wait { new.allSatisfy { pa_stream_get_state($0) == PA_STREAM_READY } }
        for stream in new {
            pa_stream_write(stream, samples, bytes, nil, 0, PA_SEEK_RELATIVE)
            streams[pa_stream_get_index(stream)] = stream
        }
        try turn()
        let numbers = new.map { pa_stream_get_index($0) }
        for number in numbers {
            switch beginning {
            case .playing, .corked: continue
            case .muted: try mute(number, true)
            case .atVolumeZero:
                var zero = pa_cvolume()
                pa_cvolume_set(&zero, 1, 0)
                try done(
                    pa_context_set_sink_input_volume(context, number, &zero, nil, nil))
            }
            try cork(number, false)
        }
        return numbers
    }

    /// Records from what the sink plays.
    func record() throws -> UInt32 {
        var sample = pa_sample_spec(format: PA_SAMPLE_S16LE, rate: Self.rate, channels: 1)
        let stream = try #require(pa_stream_new(context, "ear", &sample, nil))
        try #require(
            pa_stream_connect_record(stream, "probe.monitor", nil, pa_stream_flags_t(0)) >= 0)
        try wait { pa_stream_get_state(stream) == PA_STREAM_READY }
        let number = pa_stream_get_index(stream)
        ears[number] = stream
        return number
    }

    func cork(_ number: UInt32, _ isCorked: Bool) throws {
        try done(pa_stream_cork(streams[number], isCorked ? 1 : 0, nil, nil))
    }

    /// A stream ends.
    func stop(_ number: UInt32) throws {
        if let stream = streams.removeValue(forKey: number) { try finish(stream) }
    }

    func stopRecording(_ number: UInt32) throws {
        if let stream = ears.removeValue(forKey: number) { try finish(stream) }
    }

    private func finish(_ stream: OpaquePointer) throws {
        pa_stream_disconnect(stream)
        try wait { pa_stream_get_state(stream) == PA_STREAM_TERMINATED }
        pa_stream_unref(stream)
        try turn()
    }

    /// As somebody does with a mixer.
    func mute(_ number: UInt32, _ isMuted: Bool) throws {
        try done(pa_context_set_sink_input_mute(context, number, isMuted ? 1 : 0, nil, nil))
    }

    private func done(_ operation: OpaquePointer?) throws {
        let operation = try #require(operation)
        defer { pa_operation_unref(operation) }
        try wait { pa_operation_get_state(operation) == PA_OPERATION_DONE }
    }

    /// Waits until the server has done every earlier request; the server answers in order.
    private func turn() throws {
        try done(pa_context_get_server_info(context, { _, _, _ in }, nil))
    }

    private func wait(until isDone: () -> Bool) throws {
        let end = Date() + 180
        while !isDone() {
            // A test may have killed the server, or have it hang.
            try #require(Date() < end, "the sound server answers a player")
            try #require(pa_mainloop_prepare(loop, 1_000_000) >= 0)
            try #require(pa_mainloop_poll(loop) >= 0)
            try #require(pa_mainloop_dispatch(loop) >= 0)
            let state = pa_context_get_state(context)
            try #require(state != PA_CONTEXT_FAILED && state != PA_CONTEXT_TERMINATED)
        }
    }
}
