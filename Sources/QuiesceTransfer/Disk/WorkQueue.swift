import Foundation

/// Work that threads wait for.
// The only variable is `waiting`, and only `add` and `take` touch it, each with `condition` locked.
final class WorkQueue<Work: Sendable>: @unchecked Sendable {
    private var waiting: [Work] = []
    private let condition = NSCondition()

    func add(_ work: Work) {
        condition.lock()
        waiting.append(work)
        condition.signal()
        condition.unlock()
    }

    /// Waits until there is some; then all that there is, up to `most`, the oldest first.
    func take(most: Int) -> [Work] {
        condition.lock()
        defer { condition.unlock() }
        while waiting.isEmpty { condition.wait() }
        let taken = Array(waiting.prefix(most))
        waiting.removeFirst(taken.count)
        return taken
    }
}
