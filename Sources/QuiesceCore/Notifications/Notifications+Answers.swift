// The user's answers to a notification beside opening it, and the app's handling of one in front.
extension Notifications {
    /// The app's category that it is of; nil: none.
    func category(of notification: LocalNotification) -> NotificationCategory? {
        guard let category = notification.category else { return nil }
        return presentations[notification.app]?.categories?.first { $0.identifier == category }
    }

    mutating func setCategories(
        _ categories: [NotificationCategory], of app: AppID, in around: inout Surroundings
    ) {
        let names = categories.map(\.identifier)
        note(.notificationCategoriesSet, .n1, app, .notification(.categories(names)), in: &around)
        setPresentation(of: app, in: &around) {
            $0.categories = categories.isEmpty ? nil : categories
        }
    }

    // MARK: The user

    mutating func answer(
        _ id: NotificationID, _ answer: NotificationAnswer, _ ticket: Ticket?,
        in around: inout Surroundings
    ) {
        guard var notification = self[id], notification.shown != nil,
            around.isInstalled(notification.app)
        else { return around.refuse(Refusal(.unknownNotification, rule: .n2), nil, ticket) }
        let app = notification.app
        if let refusal = refusal(of: answer, to: notification, around) {
            return around.refuse(refusal, app, ticket)
        }
        if comesToFront(answer, notification) {
            noteAnswer(answer, notification, in: &around)
            bringToFront(notification, answer, in: &around)
        } else {
            if let refusal = tellBehind(&notification, answer, in: &around) {
                return around.refuse(refusal, app, ticket)
            }
            withdraw(&notification, in: &around)
            keep(notification, in: &around)
        }
        if let ticket { around.answer(ticket, durable: true) }
    }

    /// Why it can't be answered so; nil: it can.
    private func refusal(
        of answer: NotificationAnswer, to notification: LocalNotification,
        _ around: borrowing Surroundings
    ) -> Refusal? {
        if around.shuttingDown != nil { return Refusal(.shuttingDown) }
        if around.isLockedOrLocking, comesToFront(answer, notification) {
            return Refusal(.deviceLocked, rule: .s7)
        }
        guard case .action(let identifier, let text) = answer else { return nil }
        guard let action = action(identifier, of: notification) else {
            return Refusal(.unknownNotificationAction, rule: .n2, detail: .name(identifier))
        }
        if around.isLockedOrLocking, action.needsUnlock == true {
            return Refusal(.deviceLocked, rule: .s7)
        }
        switch (action.takesText, text) {
        case (true, nil):
            return Refusal(.notificationActionTakesText, rule: .n2, detail: .name(identifier))
        case (false, .some):
            return Refusal(.notificationActionTakesNoText, rule: .n2, detail: .name(identifier))
        case (true, let text?) where text.utf8.count > Limits.notificationTextBytes:
            return Refusal(.notificationTextTooLong, rule: .n2)
        case (true, .some), (false, nil): return nil
        }
    }

    private func comesToFront(
        _ answer: NotificationAnswer, _ notification: LocalNotification
    ) -> Bool {
        switch answer {
        case .opened, .settings: true
        case .dismissed: false
        case .action(let identifier, _):
            action(identifier, of: notification)?.foreground == true
        }
    }

    private func action(
        _ identifier: String, of notification: LocalNotification
    ) -> NotificationAction? {
        category(of: notification)?.actions.first { $0.identifier == identifier }
    }

    /// Its app is woken, or launched, behind what is in front. What crashed waits for its time
    /// (W5).
    ///
    /// - Returns: why it isn't.
    mutating func tellBehind(
        _ notification: inout LocalNotification, _ answer: NotificationAnswer,
        in around: inout Surroundings
    ) -> Refusal? {
        let app = notification.app
        let cause = WakeCause.notificationAction(
            NotificationReply(
                id: notification.id, content: notification.content,
                push: notification.push?.payload, answer: answer))
        if let obstacle = around.obstacles(to: cause, of: app, at: around.now).first(where: {
            $0.reason != .crashLoop
        }) {
            return obstacle
        }
        noteAnswer(answer, notification, in: &around)
        notification.isHanded = true
        set(notification, next: next(notification, around.now, around))
        around.begin(cause, app)
        return nil
    }

    private mutating func noteAnswer(
        _ answer: NotificationAnswer, _ notification: LocalNotification,
        in around: inout Surroundings
    ) {
        note(
            .notificationAnswered, .n2, notification.app,
            .notification(.answered(notification.id, notification.name, action: answer.word)),
            in: &around)
    }

    // MARK: Its app

    /// - Parameter names: nil: all.
    mutating func unschedule(_ names: [String]?, of app: AppID, in around: inout Surroundings) {
        let scheduled = of(app) {
            $0.isScheduled && (names?.contains($0.name) ?? true)
        }
        for one in scheduled {
            note(
                .notificationCancelled, .n4, app, .notification(.about(one.id, one.name)),
                in: &around)
            unschedule(one, in: &around)
        }
    }

    /// - Parameter names: nil: all.
    mutating func withdraw(_ names: [String]?, of app: AppID, in around: inout Surroundings) {
        let shown = of(app) { $0.shown != nil && (names?.contains($0.name) ?? true) }
        for var one in shown {
            note(
                .notificationWithdrawn, .n4, app, .notification(.about(one.id, one.name)),
                in: &around)
            withdraw(&one, in: &around)
            keep(one, in: &around)
        }
    }

    /// One that fired while its app was in front, as the app has it presented (`willPresent`, N3).
    /// One that it wasn't handed, or has dealt with, isn't.
    ///
    /// - Parameter words: nil: the app says so later.
    mutating func present(
        _ name: String, of app: AppID, _ words: [String]?, in around: inout Surroundings
    ) {
        let handed = of(app) {
            $0.name == name && $0.untaken != nil && $0.untaken?.waits == nil
        }
        guard var notification = handed.last else { return }
        guard let words else {
            notification.untaken?.isHeld = true
            return keep(notification, in: &around)
        }
        notification.untaken = nil
        let wish = PresentationWish(words)
        guard !wish.types.isEmpty else { return keep(notification, in: &around) }
        let detail = Detail.notification(
            .fired(notification.id, notification.name, late: nil, skipped: 0))
        present(notification, detail, nil, as: wish, in: &around)
    }
}

/// How an app in front has a notification of its own presented: its
/// `UNNotificationPresentationOptions`.
package struct PresentationWish {
    var types: NotificationTypes = []
    /// It is only listed.
    var isListed = false

    /// - Parameter words: of `banner`, `list`, `sound` and `badge`.
    init(_ words: [String]) {
        if words.contains("banner") || words.contains("list") { types.insert(.alert) }
        if words.contains("sound") { types.insert(.sound) }
        if words.contains("badge") { types.insert(.badge) }
        isListed = !words.contains("banner")
    }

    /// The words that there are.
    package static let words = ["banner", "list", "sound", "badge"]
}

extension NotificationReply {
    /// One of no particular content, to ask about.
    static let none = NotificationReply(
        id: NotificationID(0), content: PayloadHandle(0), answer: .dismissed)
}

extension WakeCause {
    /// The user's answer that it brings.
    var reply: NotificationReply? {
        if case .notificationAction(let reply) = self { reply } else { nil }
    }
}
