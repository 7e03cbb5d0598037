import QuiesceCore
import QuiesceWire

extension AppNotificationAction: AppAction {
    func perform(in process: ScriptedApp?, of app: AppID, on device: SimulatedDevice) {
        process?.notification(self)
    }
}

// The app's requests for its notifications and fetches.
extension ScriptedApp {
    /// The task identifier that an app's manifest lets it ask for.
    static func taskIdentifier(_ kind: BackgroundTaskKind) -> String { "task.\(kind.rawValue)" }

    func notification(_ action: AppNotificationAction) {
        guard runs else { return }
        switch action {
        case .schedule(let name, let after, let zone, let every):
            schedule(name, after: after, zone: zone, every: every)
        case .scheduleMany(let times):
            for number in 0..<times {
                schedule(1_000 + number, after: 60_000 * Int64(number + 1), zone: nil, every: nil)
            }
        case .present(let name):
            session.ask(.schedule(content(name)))
        case .cancel(let name):
            session.ask(LocalNotificationRequest.cancel(name: name.map { "n\($0)" }))
        case .badge(let badge): session.ask(.setBadge(badge))
        case .register:
            session.ask(.register(["alert", "badge", "sound"]))
            session.requestPermission(Permission.notifications.rawValue)
        case .fetchInterval(let seconds): session.ask(.setMinimumInterval(seconds))
        case .submitTask(let kind, let after):
            var task = BackgroundTaskRequest(
                kind: kind, identifier: Self.taskIdentifier(kind))
            task.earliestBegin = after.map { wallMilliseconds + $0 }
            session.ask(.submit(task))
        case .cancelTasks: session.ask(FetchRequest.cancel(identifier: nil))
        case .categories(let has): session.ask(.setCategories(has ? [Self.category] : []))
        case .show(let name, let later):
            if later { session.ask(.present(name: "n\(name)", types: nil)) }
            session.ask(.present(name: "n\(name)", types: ["banner", "sound"]))
        case .place(let name, let region):
            var content = content(name)
            content.region = region
            session.ask(.schedule(content))
        }
        flush()
    }

    private var wallMilliseconds: Int64 { (process.now.wall - .zero).nanoseconds / 1_000_000 }

    private func content(_ name: Int) -> NotificationContent {
        var content = NotificationContent(name: "n\(name)")
        content.body = "It is time."
        content.badge = name % 3
        content.category = Self.category.identifier
        return content
    }

    private func schedule(_ name: Int, after: Int64, zone: String?, every: RepeatInterval?) {
        var content = content(name)
        content.fireDate = wallMilliseconds + after
        content.timeZone = zone == "device" ? session.device.timeZone : zone
        content.repeatInterval = every?.rawValue
        session.ask(.schedule(content))
    }
}
