import Foundation

/// `Documents/state.json` in the app's container: what the app would show on its screen.
public struct StateFile: Sendable {
    private let url: URL?

    public init() {
        url = ProcessInfo.processInfo.environment["QUIESCE_CONTAINER"].map {
            URL(fileURLWithPath: $0).appendingPathComponent("Documents/state.json")
        }
    }

    /// Replaces the file in one step: a reader sees the old state or the new one. A failure is
    /// said on stderr; the app goes on.
    public func save(_ state: some Encodable) {
        guard let url else { return }
        do {
            try JSONEncoder().encode(state).write(to: url, options: .atomic)
        } catch {
            try? FileHandle.standardError.write(
                contentsOf: Data("\(url.path): \(error.localizedDescription)\n".utf8))
        }
    }
}
