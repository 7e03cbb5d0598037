import GatewayRules
import Synchronization

/// A device's pushes, read from the database in small batches: what it hasn't taken yet takes no
/// memory.
final class SQLiteDeviceStream: DeviceStream, LiveStream {
    private struct State {
        /// The highest sequence that was given out.
        var last: Int64 = 0
        /// Something was stored since the last look.
        var isSignalled = true
        var hasEnded = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    let device: DeviceID
    private let store: SQLitePushStore
    private let state = Mutex(State())

    init(device: DeviceID, store: SQLitePushStore) {
        self.device = device
        self.store = store
    }

    func next() async throws -> [StoredPush]? {
        try await withTaskCancellationHandler {
            while true {
                let last: Int64? = state.withLock { state in
                    state.isSignalled = false
                    return state.hasEnded ? nil : state.last
                }
                guard let last else { return nil }
                let pushes = try await store.pending(of: device, after: last)
                if let newest = pushes.last {
                    state.withLock { $0.last = newest.sequence }
                    return pushes
                }
                await untilSignalled()
            }
        } onCancel: {
            stop()
        }
    }

    func end() async {
        stop()
        store.streams.remove(self)
    }

    func signal() { wake { $0.isSignalled = true } }

    func stop() { wake { $0.hasEnded = true } }

    private func wake(_ change: (inout State) -> Void) {
        let waiter = state.withLock { state in
            change(&state)
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    private func untilSignalled() async {
        await withCheckedContinuation { continuation in
            let mustWait = state.withLock { state in
                guard !state.isSignalled, !state.hasEnded else { return false }
                state.waiter = continuation
                return true
            }
            if !mustWait { continuation.resume() }
        }
    }
}
