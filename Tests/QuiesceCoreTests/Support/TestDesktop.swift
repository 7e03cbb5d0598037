import Testing

@testable import QuiesceCore

/// Where the test sees notifications.
struct TestDesktop {
    /// One that was shown.
    struct Banner: Equatable {
        var id: NotificationID
        var app: AppID
        var types: NotificationTypes
        var style: AlertStyle?
        var badge: Int32?
        var late: Interval?
        var at: WallTime
        var content: PayloadHandle
    }

    /// The daemon hears at once that one is shown; otherwise when the test says so.
    var answers = true
    /// Everything that was ever shown, in order.
    var history: [Banner] = []
    /// What can be seen now.
    var visible: [NotificationID] = []
    /// Asked for and not answered.
    var asked: [NotificationID] = []
    /// The apps that were told what they have scheduled.
    var tellings: [AppID] = []

    init(history: [Banner] = []) { self.history = history }
}

extension TestDevice {
    func carryOut(_ effect: NotificationEffect) {
        switch effect {
        case .show(let id, let app, let content, let types, let style, let badge, let late):
            #expect((style != nil) == types.contains(.alert))
            #expect(payloads.contains(content) && !types.isEmpty)
            desktop.history.append(
                .init(
                    id: id, app: app, types: types, style: style, badge: badge, late: late,
                    at: now.wall, content: content))
            if !desktop.visible.contains(id) { desktop.visible.append(id) }
            guard desktop.answers else { return desktop.asked.append(id) }
            pending.append(
                Pending(
                    at: now.instant, process: nil, action: .event(.notification(.shown(id)))))
        case .withdraw(let id):
            desktop.visible.removeAll { $0 == id }
            desktop.asked.removeAll { $0 == id }
        case .tell(let app, let launch):
            #expect(processes[app]?.launch == launch && processes[app]?.connected == true)
            desktop.tellings.append(app)
        }
    }

    /// The daemon hears of what is shown and wasn't answered for.
    func answerForDesktop() {
        let asked = desktop.asked
        desktop.asked = []
        for id in asked { send(.notification(.shown(id))) }
        run()
    }

    /// As the shell does: stores what comes with an event, under a number of its own each time.
    func staging(_ event: NotificationEvent) -> NotificationEvent {
        guard case .schedule(let app, let launch, let request, var new) = event else {
            return event
        }
        new.content = newPayload()
        payloads.insert(new.content)
        return .schedule(app, launch, request: request, new)
    }

    // MARK: What apps ask

    func ask(_ app: AppID, _ make: @escaping (Launch, UInt64) -> NotificationEvent) {
        guard let process = processes[app] else {
            Issue.record("\(app) isn't running")
            return
        }
        perform(process) { .notification(make(process.launch, $0)) }
    }

    /// Everything that a notification may have, allowed.
    func allowNotifications(_ app: AppID, _ types: NotificationTypes = [.alert, .sound, .badge]) {
        register(app, types)
        permit(app, .notifications, .authorized)
    }

    func register(_ app: AppID, _ types: NotificationTypes) {
        ask(app) { .register(app, $0, request: $1, types) }
    }

    /// - Parameter delay: until its fire date; nil: now.
    func schedule(
        _ app: AppID, _ name: String = "n", in delay: Interval?, zone: ZoneOffsets? = nil,
        every: RepeatInterval? = nil, types: NotificationTypes = [.alert, .sound],
        badge: Int32? = nil
    ) {
        schedule(
            app, name, at: delay.map { now.wall + $0 }, zone: zone, every: every, types: types,
            badge: badge)
    }

    func schedule(
        _ app: AppID, _ name: String = "n", at fireDate: WallTime?, zone: ZoneOffsets? = nil,
        every: RepeatInterval? = nil, types: NotificationTypes = [.alert, .sound],
        badge: Int32? = nil
    ) {
        let new = NewNotification(
            name: name, fireDate: fireDate, zone: zone, every: every, types: types, badge: badge,
            content: PayloadHandle(0))
        ask(app) { .schedule(app, $0, request: $1, new) }
    }

    func cancel(_ app: AppID, _ name: String?) {
        ask(app) { .cancel(app, $0, request: $1, name: name) }
    }

    func setBadge(_ app: AppID, _ badge: Int32) {
        ask(app) { .setBadge(app, $0, request: $1, badge) }
    }

    // MARK: What the user does

    @discardableResult
    func choose(_ id: NotificationID) -> Answer? { ask { .notification(.open(id, $0)) } }

    @discardableResult
    func dismiss(_ id: NotificationID) -> Answer? { ask { .notification(.dismiss(id, $0)) } }

    @discardableResult
    func setStyle(_ app: AppID, _ style: AlertStyle?) -> Answer? {
        ask { .notification(.setStyle(app, style, $0)) }
    }

    // MARK: What tests look at

    func checkNotifications(_ context: Comment) {
        for view in machine.notificationViews {
            #expect(
                view.rule != nil || view.shown != nil || view.isWithApp,
                "nothing is left of it, \(context)")
            #expect(machine.view(view.app) != nil, context)
            guard let next = view.next, machine.notificationsHeldUntil == nil else { continue }
            if machine.shuttingDown == nil { #expect(next > now.wall, context) }
        }
        let waiting = machine.notificationViews.compactMap(\.next).min()
        if machine.notificationsHeldUntil == nil, machine.shuttingDown == nil {
            #expect(machine.notifications.alarm?.wall == waiting, context)
        }
    }

    /// When each of an app's notifications was shown, in seconds since `start`.
    func banners(_ app: AppID, since start: WallTime) -> [Int64] {
        desktop.history.filter { $0.app == app }.map { ($0.at - start).nanoseconds / 1_000_000_000 }
    }

    /// What the app's delegate was handed.
    func received(_ app: AppID) -> [(id: NotificationID, opened: Bool)] {
        heard[app, default: []].compactMap {
            guard case .notification(.received(let id, _, let opened)) = $0 else { return nil }
            return (id, opened)
        }
    }
}
