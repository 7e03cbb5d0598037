import Foundation

/// One episode, as the list shows it.
struct Episode: Codable {
    enum State: String, Codable { case waiting, loading, here, failed }

    var number: Int
    var state = State.waiting
    var received: Int64 = 0
    /// -1: nobody knows.
    var expected: Int64 = -1

    var title: String { "Episode \(number)" }

    /// From 0 to 1; nil where it isn't known.
    var progress: Double? {
        state == .loading && expected > 0 ? Double(received) / Double(expected) : nil
    }

    var status: String {
        switch state {
        case .waiting: "waiting"
        case .loading where expected > 0: "\(100 * received / expected) %"
        case .loading: "\(received) bytes"
        case .here: "here"
        case .failed: "failed"
        }
    }
}
