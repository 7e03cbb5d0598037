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

    var line: String {
        switch state {
        case .waiting: "\(title): waiting"
        case .loading where expected > 0: "\(title): \(100 * received / expected) %"
        case .loading: "\(title): \(received) bytes"
        case .here: "\(title): here"
        case .failed: "\(title): failed"
        }
    }
}
