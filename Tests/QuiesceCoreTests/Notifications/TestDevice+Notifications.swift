import Testing

@testable import QuiesceCore

extension TestDevice {
    // MARK: What apps ask

    func ask(_ app: AppID, _ asked: NotificationRequest<NewNotification>) {
        guard let process = processes[app] else {
            Issue.record("\(app) isn't running")
            return
        }
        perform(process) { .notification(.asked(app, process.launch, request: $0, asked)) }
    }

    /// Everything that a notification may have, allowed.
    func allowNotifications(_ app: AppID, _ types: NotificationTypes = [.alert, .sound, .badge]) {
        register(app, types)
        permit(app, .notifications, .authorized)
    }

    func register(_ app: AppID, _ types: NotificationTypes) {
        ask(app, .register(types.words))
    }

    /// - Parameter delay: until its fire date; nil: now.
    func schedule(
        _ app: AppID, _ name: String = "n", in delay: Interval?, zone: ZoneOffsets? = nil,
        every: RepeatInterval? = nil, types: NotificationTypes = [.alert, .sound],
        badge: Int32? = nil, category: String? = nil
    ) {
        schedule(
            app, name, at: delay.map { now.wall + $0 }, zone: zone, every: every, types: types,
            badge: badge, category: category)
    }

    func schedule(
        _ app: AppID, _ name: String = "n", at fireDate: WallTime?, zone: ZoneOffsets? = nil,
        every: RepeatInterval? = nil, types: NotificationTypes = [.alert, .sound],
        badge: Int32? = nil, category: String? = nil
    ) {
        let new = NewNotification(
            name: name, fireDate: fireDate, zone: zone, every: every, types: types, badge: badge,
            content: PayloadHandle(0), category: category)
        ask(app, .schedule(new))
    }

    func cancel(_ app: AppID, _ name: String?) {
        ask(app, .cancel(name: name))
    }

    func setBadge(_ app: AppID, _ badge: Int32) {
        ask(app, .setBadge(Int(badge)))
    }

    // MARK: What the user does

    @discardableResult
    func choose(_ id: NotificationID) -> Answer? { ask { .notification(.open(id, $0)) } }

    @discardableResult
    func dismiss(_ id: NotificationID) -> Answer? { ask { .notification(.dismiss(id, $0)) } }

    @discardableResult
    func answer(_ id: NotificationID, _ answer: NotificationAnswer) -> Answer? {
        ask { .notification(.answer(id, answer, $0)) }
    }

    @discardableResult
    func setStyle(_ app: AppID, _ style: AlertStyle?) -> Answer? {
        ask { .notification(.setStyle(app, style, $0)) }
    }

    // MARK: What tests look at

    func checkNotifications(_ context: Comment) {
        for view in machine.notificationViews {
            #expect(
                view.isScheduled || view.shown != nil || view.isWithApp,
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

    /// The user's answers that the app received, and whether it was woken for each.
    func answered(_ app: AppID) -> [(answer: NotificationAnswer, isWoken: Bool)] {
        heard[app, default: []].compactMap {
            guard case .notification(.answered(let reply, let wake)) = $0 else { return nil }
            return (reply.answer, wake != nil)
        }
    }

    /// The notifications that the app's delegate received.
    func received(_ app: AppID) -> [(id: NotificationID, opened: Bool)] {
        heard[app, default: []].compactMap {
            guard case .notification(.received(let id, _, let opened)) = $0 else { return nil }
            return (id, opened)
        }
    }
}
