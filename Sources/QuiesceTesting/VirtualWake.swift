import Foundation
import QuiesceCore
import QuiesceKit

/// One time that the system woke the app, and what came of it (F5).
public struct VirtualWake: Sendable, Hashable {
    /// The kinds of wake-ups.
    public enum Cause: String, Sendable, Hashable {
        case fetch, push
    }

    /// The kind of this wake-up.
    public let cause: Cause
    /// When the system took it on.
    public let date: Date
    /// The completion handler's argument; nil before the call, and when there was none.
    public internal(set) var result: UIBackgroundFetchResult?
    /// How it ended: `completedNewData` and the like, or `appEnded` when the app ended before it
    /// had completed it. nil while it is under way.
    public internal(set) var verdict: Reason?

    /// The wake-ups that `log` tells of.
    static func all(in log: [Decision]) -> [VirtualWake] {
        var wakes: [VirtualWake] = []
        var places: [WakeID: Int] = [:]
        for decision in log where decision.kind == .wake {
            switch decision.detail {
            case .wake(let id, let cause, _):
                guard let cause = Cause(rawValue: cause) else { continue }
                places[id] = wakes.count
                wakes.append(VirtualWake(cause: cause, date: decision.time.date))
            case .wakeResult(let id, _, _):
                guard let place = places[id] else { continue }
                wakes[place].verdict = decision.reason
                wakes[place].result = decision.reason.result
            case _:
                continue
            }
        }
        return wakes
    }

    private init(cause: Cause, date: Date) {
        self.cause = cause
        self.date = date
    }
}

extension Reason {
    fileprivate var result: UIBackgroundFetchResult? {
        switch self {
        case .completedNewData: .newData
        case .completedNoData: .noData
        case .completedFailed: .failed
        case _: nil
        }
    }
}
