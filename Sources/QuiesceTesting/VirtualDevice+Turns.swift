import QuiesceCore
import Synchronization

extension VirtualDevice {
    private nonisolated static let turnstile = Turnstile()

    /// Runs `body` with a device of its own, once it is its turn: a process has one device at a time.
    /// It is ``current`` in `body` too, and gone afterwards.
    ///
    /// ``VirtualDeviceTrait`` does this for a test. Call it yourself where there is no test, such as in
    /// the child process of an exit test, which has devices *side by side* with the others'.
    ///
    /// - Parameter profile: the rules that it goes by, such as `.ios4`.
    nonisolated public static func with(
        _ profile: PolicyProfile = .ios8,
        perform body: @Sendable (VirtualDevice) async throws -> Void
    ) async throws {
        // A test whose suite has the trait as well is in already; its own trait counts.
        let isIn = RunningTest.device != nil
        if !isIn { await turnstile.enter() }
        defer { if !isIn { turnstile.leave() } }
        MainQueue.claimJobs(true)
        defer { if !isIn { MainQueue.claimJobs(false) } }
        let device = await VirtualDevice(profile)
        let result: Result<Void, any Error>
        do {
            try await RunningTest.$device.withValue(device) { try await body(device) }
            result = .success(())
        } catch {
            result = .failure(error)
        }
        await device.end()
        try result.get()
    }
}

/// What the test that runs has been given.
enum RunningTest {
    @TaskLocal static var device: VirtualDevice?
}

/// Lets one in at a time, in the order in which they came.
private final class Turnstile: Sendable {
    private struct State {
        var isTaken = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func enter() async {
        await withCheckedContinuation { continuation in
            let mayEnter = state.withLock { state in
                if state.isTaken {
                    state.waiting.append(continuation)
                    return false
                }
                state.isTaken = true
                return true
            }
            if mayEnter { continuation.resume() }
        }
    }

    func leave() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            if state.waiting.isEmpty {
                state.isTaken = false
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
