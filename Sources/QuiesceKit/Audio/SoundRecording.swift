import CQuiesceSound
import Foundation
import Glibc
import Synchronization

/// How loud a channel is, in decibels of full scale.
struct SoundLevel: Sendable, Hashable {
    static let silence: Float = -160
    var average = silence
    var peak = silence

    /// - Parameter samples: those of one channel.
    init(_ samples: some Collection<Float>) {
        guard !samples.isEmpty else { return }
        let power = samples.reduce(0) { $0 + $1 * $1 } / Float(samples.count)
        average = Self.decibels(power.squareRoot())
        peak = Self.decibels(samples.reduce(0) { max($0, abs($1)) })
    }

    private static func decibels(_ value: Float) -> Float {
        value > 0 ? max(silence, 20 * log10(value)) : silence
    }
}

/// A file that is being recorded. It is written on a thread of its own, that waits for the sound
/// server: one that hangs keeps nobody else waiting.
final class SoundRecording: Sendable {
    /// Milliseconds that the sound server waits for before it hands them over.
    private static let latency: Int32 = 50
    private static let chunks: Int64 = 50

    private struct State {
        /// nil: it is closed.
        var file: OpaquePointer?
        var frames: Int64 = 0
        /// It stops by itself there.
        var end: Int64?
        /// The thread that writes now; others end.
        var turn = 0
        var levels: [SoundLevel] = []
        var isWhole = true
    }

    private let format: RecordingFormat
    private let state: Mutex<State>

    /// nil: the file can't be written.
    init?(_ url: URL, _ format: RecordingFormat) {
        let fd = open(url.path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard fd >= 0 else { return nil }
        var info = qs_info(frames: 0, rate: format.rate, channels: format.channels)
        guard let file = qs_create(fd, &info) else { return nil }
        self.format = format
        state = Mutex(State(file: file))
    }

    deinit { finish() }

    var seconds: TimeInterval { state.withLock { Double($0.frames) / Double(format.rate) } }
    var levels: [SoundLevel] { state.withLock(\.levels) }

    /// - Parameters:
    ///   - mayHear: false: it is silence that is recorded.
    ///   - seconds: it stops by itself then.
    ///   - ended: called on its thread once it has, or with false as the file could not be written.
    func begin(
        mayHear: Bool, seconds: TimeInterval?, _ ended: @escaping @Sendable (Bool) -> Void
    ) {
        let turn = state.withLock { state in
            state.turn += 1
            if let seconds {
                let frames = max(0, seconds) * Double(format.rate)
                state.end = state.frames + Int64(min(frames, Double(Int64.max / 4)))
            }
            return state.turn
        }
        Thread.detachNewThread { [self] in
            if let isWhole = run(turn, mayHear) { ended(isWhole) }
        }
    }

    func pause() { state.withLock { $0.turn += 1 } }

    /// - Returns: whether all of it is in the file.
    @discardableResult
    func finish() -> Bool {
        state.withLock { state in
            state.turn += 1
            if let file = state.file { qs_close(file) }
            state.file = nil
            return state.isWhole
        }
    }

    /// - Returns: nil, where it was stopped from outside.
    private func run(_ turn: Int, _ mayHear: Bool) -> Bool? {
        let (rate, channels) = (format.rate, format.channels)
        let name = CommandLine.arguments.first ?? "app"
        var stream = mayHear ? qs_record(name, rate, channels, Self.latency) : nil
        defer { if let stream { qs_end(stream) } }
        let frames = max(1, Int64(rate) / Self.chunks)
        var samples = [Float](repeating: 0, count: Int(frames) * Int(channels))
        while true {
            if let open = stream {
                if !qs_take(open, &samples, Int64(samples.count)) {
                    // The server is gone.
                    qs_end(open)
                    stream = nil
                    samples = samples.map { _ in 0 }
                }
            } else {
                usleep(UInt32(frames * 1_000_000 / Int64(rate)))
            }
            switch write(samples, turn) {
            case .goesOn: continue
            case .stopped: return nil
            case .ended(let isWhole): return isWhole
            }
        }
    }

    private enum Progress {
        case goesOn, stopped
        case ended(isWhole: Bool)
    }

    private func write(_ samples: [Float], _ turn: Int) -> Progress {
        let channels = Int(format.channels)
        return state.withLock { state in
            guard state.turn == turn, let file = state.file else { return .stopped }
            let left = state.end.map { max(0, $0 - state.frames) } ?? .max
            let count = min(Int64(samples.count / channels), left)
            if qs_write(file, samples, count) != count {
                state.isWhole = false
                return .ended(isWhole: false)
            }
            state.frames += count
            state.levels = (0..<channels).map { channel in
                SoundLevel(
                    stride(from: channel, to: samples.count, by: channels).map { samples[$0] })
            }
            return count == left ? .ended(isWhole: true) : .goesOn
        }
    }
}
