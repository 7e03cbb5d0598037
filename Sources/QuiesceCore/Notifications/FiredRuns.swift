/// Which occurrences of a notification have fired, as runs without a gap: a clock that is set
/// forward by a year and back again lets none fire twice, and none fall silent in between (N7).
public struct FiredRuns: Sendable, Hashable {
    /// From its first occurrence's mark to its last's.
    public struct Run: Sendable, Hashable {
        public var first: WallDate
        public var last: WallDate
    }

    /// In order, at most `Limits.firedRuns`.
    public private(set) var runs: [Run] = []

    public init() {}

    /// Everything up to `mark` is done with.
    init(upTo mark: WallDate) { runs = [Run(first: .earliest, last: mark)] }

    func contains(_ mark: WallDate) -> Bool { run(with: mark) != nil }

    func run(with mark: WallDate) -> Run? {
        runs.first { $0.first <= mark && mark <= $0.last }
    }

    /// The last that has fired before `mark`.
    func last(before mark: WallDate) -> WallDate? { runs.last { $0.last < mark }?.last }

    /// - Parameter next: the occurrence after one, by their marks.
    mutating func insert(_ mark: WallDate, next: (WallDate) -> WallDate?) {
        guard !contains(mark) else { return }
        let at = runs.firstIndex { $0.first > mark } ?? runs.count
        runs.insert(Run(first: mark, last: mark), at: at)
        if at + 1 < runs.count, next(mark) == runs[at + 1].first { join(at) }
        if at > 0, next(runs[at - 1].last) == mark { join(at - 1) }
        if runs.count > Limits.firedRuns { joinNearest(keepingAfter: mark) }
    }

    /// Joins the two runs with the least between them, which is lost if the clock is ever set back
    /// to there. What lies behind `mark` is to come, and stays.
    private mutating func joinNearest(keepingAfter mark: WallDate) {
        var nearest: Int?
        for at in runs.indices.dropLast() where !(runs[at].first <= mark && mark <= runs[at].last) {
            if nearest.map({ gap(after: at) < gap(after: $0) }) ?? true { nearest = at }
        }
        if let nearest { join(nearest) }
    }

    private func gap(after at: Int) -> UInt64 {
        UInt64(bitPattern: runs[at + 1].first.nanoseconds &- runs[at].last.nanoseconds)
    }

    private mutating func join(_ at: Int) {
        runs[at].last = runs[at + 1].last
        runs.remove(at: at + 1)
    }
}

extension FiredRuns: WrittenAs {
    public var written: [WallDate] { runs.flatMap { [$0.first, $0.last] } }

    public init(written marks: [WallDate]) {
        for at in stride(from: 0, to: marks.count - marks.count % 2, by: 2) {
            let run = Run(first: marks[at], last: max(marks[at], marks[at + 1]))
            // A damaged row must not say that one comes before the other.
            guard runs.last.map({ $0.last < run.first }) ?? true, runs.count < Limits.firedRuns
            else { break }
            runs.append(run)
        }
    }
}
