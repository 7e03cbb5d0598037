import Foundation
import QuiesceWire

/// Counts how the app's launches end, over launches, and reports it to subscribers once a day.
@MainActor final class ExitReports: AppRoom {
    /// As on iOS.
    private static let day: TimeInterval = 86_400
    /// Reports that are kept for `pastPayloads`: a week's.
    private static let mostPast = 7

    private let kept: KeptPropertyList?
    private let mark: StateMark?
    private var current: ExitReport
    private var reports: [ExitReport] = []
    private var subscribers: [any MXMetricManagerSubscriber] = []
    private var timer: DeviceTimer?

    var past: [MXMetricPayload] { reports.map(MXMetricPayload.init) }

    init(of link: DaemonLink) {
        let now = DeviceClock().date
        let version =
            Bundle.main.object(forInfoDictionaryKey: "CFBundleShortVersionString") as? String ?? "0"
        kept = AppContainer.current.map { KeptPropertyList("exits.plist", container: $0) }
        mark = AppContainer.current.flatMap { StateMark(container: $0) }
        let list = kept?.read() as? [String: Any]
        let before = ExitReport(list?["current"])
        current = before ?? ExitReport(version: version, at: now)
        if current.version != version { current.hasSeveralVersions = true }
        reports = (list?["past"] as? [Any] ?? []).compactMap { ExitReport($0) }
        // In its first launch with a subscriber nothing is known of the one before.
        if before != nil { countExit() }
        mark?.isInFront = UIApplication.running?.applicationState != .background
        report(at: now)
    }

    /// The launch before this one has ended.
    private func countExit() {
        guard let reason = UIApplication.running?.previousExitReason,
            let kind = ExitKind(reason: reason)
        else { return }
        if mark?.isInFront == true {
            current.inFront.count(kind)
        } else {
            current.outOfSight.count(kind)
        }
    }

    func wentToBack() { mark?.isInFront = false }
    func becameActive() { mark?.isInFront = true }

    func add(_ subscriber: any MXMetricManagerSubscriber) {
        guard !subscribers.contains(where: { $0 === subscriber }) else { return }
        subscribers.append(subscriber)
    }

    func remove(_ subscriber: any MXMetricManagerSubscriber) {
        subscribers.removeAll { $0 === subscriber }
    }

    /// Ends the period if it is over, and waits for its end.
    private func report(at now: Date) {
        let isDue = now.timeIntervalSince(current.begin) >= Self.day
        if isDue {
            current.end = now
            let report = current
            reports = (reports + [report]).suffix(Self.mostPast)
            current = ExitReport(version: current.version, at: now)
            // A subscriber that is added in this turn gets it as well.
            MainQueue.run(after: 0) { [weak self] in self?.tell(MXMetricPayload(report)) }
        }
        save()
        let rest = max(1, Self.day - now.timeIntervalSince(current.begin))
        timer = DeviceTimer.scheduledTimer(withTimeInterval: rest, repeats: false) {
            [weak self] _ in self?.report(at: DeviceClock().date)
        }
    }

    private func tell(_ payload: MXMetricPayload) {
        for subscriber in subscribers { subscriber.didReceive([payload]) }
    }

    private func save() {
        do {
            try kept?.write(["current": current.kept, "past": reports.map(\.kept)])
        } catch {
            note("the counts of MXAppExitMetric aren't kept: \(error.localizedDescription)")
        }
    }
}
