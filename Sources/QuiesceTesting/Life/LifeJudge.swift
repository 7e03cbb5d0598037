import QuiesceCore
import QuiesceSimulation

/// Judges an app by the system's rules while it lives: the first mistake counts.
@MainActor final class LifeJudge {
    /// A rule that the app broke, and how, in a sentence.
    private(set) var problem: LifeProblem?

    /// The system ends only apps that break its rules for these.
    private static let faults: Set<Reason> = [
        .backgroundTaskExpired, .launchTimedOut, .backgroundTransitionTimedOut,
        .completionHandlerMissing, .heldSharedLock, .sharedLockKept, .gpuUsedInBackground,
        .cpuExceeded, .notResponding, .protocolViolated, .connectionAbused,
    ]
    /// Work that begins with a background task sleeps before the device hears of the task.
    private static let slack: Int64 = 10_000_000

    private let launch: @MainActor () -> VirtualTime?
    /// When the open background tasks, or the wake-up, began: nanoseconds since boot.
    private var workBegan: Int64?
    /// The same, of work whose time has run out.
    private var overdueSince: Int64?

    /// - Parameter launch: the clocks of the app's present launch.
    init(launch: @escaping @MainActor () -> VirtualTime?) { self.launch = launch }

    func note(_ now: Moment, _ decisions: [Decision], _ world: SimulatedDevice) {
        for decision in decisions where decision.app != nil {
            if Self.faults.contains(decision.reason) { return found(decision) }
            switch decision.reason {
            case .taskBegan: if workBegan == nil { workBegan = now.instant.nanoseconds }
            case .taskEnded:
                if decision.app.flatMap({ world.machine.view($0) })?.openTasks == 0 {
                    workBegan = nil
                }
            case .expirationWarning: overdueSince = workBegan
            case _: break
            }
            guard decision.kind == .transition else { continue }
            switch decision.to {
            case .suspended:
                // The time of a task that the app ended only then had run out, too.
                if let overdueSince {
                    launch()?.timeRanOut(forWorkSince: overdueSince - Self.slack)
                }
                (workBegan, overdueSince) = (nil, nil)
            case .background, nil: break
            case .inactive, .active: overdueSince = nil
            case .notRunning: (workBegan, overdueSince) = (nil, nil)
            }
        }
    }

    /// Something of the app that waited for the clock has gone on.
    func look(at time: VirtualTime) {
        guard problem == nil, time.overdueWorkWentOn else { return }
        problem = LifeProblem(
            kind: "work after expiration", rule: "T4",
            sentence:
                "Work that began under a background task goes on after the expiration handler "
                + "of that task; cancel the work in the handler, before endBackgroundTask (T4).")
    }

    /// - Parameter time: for how long, in seconds of the machine.
    func mainThreadWaited(_ time: Double) {
        guard problem == nil else { return }
        problem = LifeProblem(
            kind: "main thread blocked", rule: "H3",
            sentence:
                "The main thread waited for \(time.rounded(.down)) s or more and served nothing "
                + "meanwhile; wait on another thread, or with await (H3). In a launch, or on the way to "
                + "the background, 5 s of that end the app (W1).")
    }

    func neverRests() {
        guard problem == nil else { return }
        problem = LifeProblem(
            kind: "never rests", rule: "H1", sentence: VirtualDeviceError.neverRests.description)
    }

    func isUnsound() {
        guard problem == nil else { return }
        problem = LifeProblem(
            kind: "unsound", rule: nil, sentence: "The test's own condition doesn't hold any more.")
    }

    private func found(_ decision: Decision) {
        guard problem == nil else { return }
        let ending = LaunchEnding(decision)
        let sentence = [ending?.sentence, ending?.change].compactMap(\.self).joined(separator: " ")
        problem = LifeProblem(
            kind: decision.reason.rawValue, rule: decision.rule?.rawValue,
            sentence: sentence.isEmpty ? "\(decision.reason)" : sentence)
    }
}

/// A rule that an app broke.
struct LifeProblem: Sendable, Hashable {
    /// The same mistake in another life has the same.
    var kind: String
    /// A behaviour's number.
    var rule: String?
    var sentence: String
}
