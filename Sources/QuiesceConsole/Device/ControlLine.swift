import Dispatch
import QuiesceClient
import QuiesceTerminal
import QuiesceWire
import Synchronization

/// A connection to the daemon for tasks, opened when it is first used, and again after it broke.
final class ControlLine: Sendable {
    /// Calls of the daemon block: they have a queue of their own, which alone uses the client.
    private let queue = DispatchQueue(label: "quiesce-console.line")
    private let client: Client

    private final class Client: @unchecked Sendable {
        // Used on the queue alone.
        var client: ControlClient?
    }

    private let paths: DevicePaths

    init(_ paths: DevicePaths) {
        self.paths = paths
        client = Client()
    }

    /// Runs `body` with the connection.
    func with<Result: Sendable>(
        _ body: @escaping @Sendable (ControlClient) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { [self] in
                continuation.resume(
                    with: Swift.Result {
                        do {
                            let open =
                                try client.client
                                ?? ControlClient(paths: paths, tellsOfWaiting: false)
                            client.client = open
                            return try body(open)
                        } catch {
                            // There may be more to read of the answer.
                            client.client = nil
                            throw error
                        }
                    })
            }
        }
    }

    /// The rows of a listing, as JSON.
    func rows(_ request: ControlRequest) async throws -> [String] {
        try await with { client in
            var rows: [String] = []
            try client.call(request) { rows.append($0) }
            return rows
        }
    }

    /// After what is under way.
    func close() { queue.async { [client] in client.client = nil } }
}
