import Foundation
import QuiesceCore

/// An app as the system sees it at one moment.
public struct VirtualApp: Sendable, Hashable {
    /// Where it is (S1).
    public let state: AppState
    /// How many processes of it there have been; the last may be over.
    public let launches: Int
    /// Background tasks open now (T1).
    public let openTasks: Int
    /// The reason for the app's state; after its end, why the app ended (W2). nil before the first
    /// launch.
    public let reason: Reason?
    /// Since when it is where it is; nil before it is installed.
    public let since: Date?

    /// One that isn't installed.
    init() {
        (state, launches, openTasks, reason, since) = (.notRunning, 0, 0, nil, nil)
    }

    init(_ view: SystemMachine.AppView) {
        state = view.state
        launches = Int(clamping: view.launch.number)
        openTasks = view.openTasks
        reason = view.launch.number == 0 ? nil : view.reason
        since = view.since.date
    }
}
