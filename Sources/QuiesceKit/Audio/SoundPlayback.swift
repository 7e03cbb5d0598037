import CQuiesceSound
import Foundation
import Glibc
import Synchronization

/// One playing of a sound, from a place in it until its end or until it is stopped, on a thread of
/// its own: decoding and a sound server that hangs keep nobody else waiting.
final class SoundPlayback: Sendable {
    /// Milliseconds that the sound server has of it, and that are heard, at most, of an app that
    /// was frozen.
    private static let latency: Int32 = 200
    /// Chunks a second: how soon a change of volume is heard.
    private static let chunks: Int64 = 50

    private struct State {
        var isStopped = false
        var volume: Float
        var frame: Int64 = 0
        var rate: Int32 = 1
    }

    private let source: SoundSource
    private let start: TimeInterval
    private let loops: Int
    private let state: Mutex<State>

    init(_ source: SoundSource, from start: TimeInterval, loops: Int, volume: Float) {
        self.source = source
        self.start = start
        self.loops = loops
        state = Mutex(State(volume: volume))
    }

    /// In seconds.
    var position: TimeInterval {
        state.withLock { $0.rate == 1 ? start : Double($0.frame) / Double($0.rate) }
    }

    func set(volume: Float) { state.withLock { $0.volume = volume } }

    /// It is silent soon.
    func stop() { state.withLock { $0.isStopped = true } }

    /// - Parameter ended: called on its thread, with false where the file could not be read; not
    ///   once it is stopped.
    func begin(_ ended: @escaping @Sendable (Bool) -> Void) {
        Thread.detachNewThread { [self] in
            let isWhole = run()
            if !state.withLock(\.isStopped) { ended(isWhole) }
        }
    }

    private func run() -> Bool {
        var info = qs_info()
        guard let file = source.open(&info) else { return false }
        defer { qs_close(file) }
        let (rate, channels) = (Int64(info.rate), Int64(info.channels))
        var frame = min(Int64(start * Double(rate)), info.frames)
        if frame > 0, qs_seek(file, frame) != frame { frame = 0 }
        note(frame, info.rate)
        var output = SoundOutput(rate: info.rate, channels: info.channels, latency: Self.latency)
        var loopsLeft = loops
        var samples = [Float](repeating: 0, count: Int(max(1, rate / Self.chunks) * channels))
        while true {
            let (isStopped, volume) = state.withLock { ($0.isStopped, $0.volume) }
            if isStopped {
                output.discard()
                return true
            }
            let count = qs_read(file, &samples, Int64(samples.count) / channels)
            guard count > 0 else {
                guard loopsLeft != 0, frame > 0, qs_seek(file, 0) == 0 else { break }
                loopsLeft -= 1
                frame = 0
                continue
            }
            if volume != 1 { for at in 0..<Int(count * channels) { samples[at] *= volume } }
            output.put(&samples, frames: count)
            frame += count
            note(frame, info.rate)
        }
        output.drain()
        return true
    }

    private func note(_ frame: Int64, _ rate: Int32) {
        state.withLock {
            $0.frame = frame
            $0.rate = rate
        }
    }
}

/// The sound server's end of a playback; where there is none, time passes as if there were. Of one
/// thread.
struct SoundOutput {
    private let rate: Int32
    private let channels: Int32
    private var stream: OpaquePointer?

    init(rate: Int32, channels: Int32, latency: Int32) {
        self.rate = rate
        self.channels = channels
        stream = qs_play(CommandLine.arguments.first ?? "app", rate, channels, latency)
    }

    /// Waits until it is nearly heard.
    mutating func put(_ samples: inout [Float], frames: Int64) {
        if let stream {
            if qs_put(stream, samples, frames * Int64(channels)) { return }
            // The server is gone. It isn't looked for again in the middle of a piece.
            discard()
        }
        usleep(UInt32(frames * 1_000_000 / Int64(rate)))
    }

    /// Ends the stream; samples that the sound server still has aren't heard.
    mutating func discard() {
        if let stream { qs_end(stream) }
        stream = nil
    }

    /// All of it is heard.
    mutating func drain() {
        if let stream { qs_drain(stream) }
        discard()
    }
}
