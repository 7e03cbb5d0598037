import Foundation
import QuiesceWire

// Requests of UNUserNotificationCenter.
extension LocalNotifications {
    func authorize(_ options: UNAuthorizationOptions, _ answer: @escaping @Sendable (Bool) -> Void)
    {
        var types: UIUserNotificationType = []
        if options.contains(.alert) { types.insert(.alert) }
        if options.contains(.sound) { types.insert(.sound) }
        if options.contains(.badge) { types.insert(.badge) }
        if options.contains(.providesAppNotificationSettings) { showsSettings = true }
        if types != self.types { register(types) }
        UIApplication.shared.permissions.request(.notifications) { answer($0 == .authorized) }
    }

    var settings: UNNotificationSettings {
        UNNotificationSettings(
            UIApplication.shared.permissions.state(of: .notifications), types: types, style: style,
            showsSettings: showsSettings)
    }

    func setCategories(_ categories: Set<UNNotificationCategory>) {
        self.categories = categories
        ask(.setCategories(categories.map(\.wire).sorted { $0.identifier < $1.identifier }))
    }

    func add(
        _ request: UNNotificationRequest, _ completion: (@Sendable ((any Error)?) -> Void)?
    ) {
        for problem in request.problems {
            note("the notification \(request.identifier): \(problem)")
        }
        do {
            var content = try request.wireContent(at: AppTime.source.date)
            guard (1...Self.nameBytes).contains(content.name.utf8.count) else {
                throw UNError(
                    .notificationInvalidNoContent,
                    "A notification's identifier has 1 to \(Self.nameBytes) bytes.")
            }
            content.attachments = try attachments.take(request.content.attachments)
            guard content.json.count <= Self.contentBytes else {
                throw UNError(
                    .notificationInvalidNoContent,
                    "The notification \(content.name) is over \(Self.contentBytes) bytes.")
            }
            let number = ask(.schedule(content))
            if let completion { answers.append((number, content.name, completion)) }
        } catch {
            note("a notification isn't scheduled: \(error.localizedDescription)")
            completion?(error)
        }
    }

    func setBadge(_ badge: Int, _ completion: (@Sendable ((any Error)?) -> Void)?) {
        guard badge >= 0 else {
            completion?(UNError(.badgeInputInvalid, "A badge is 0 or more, not \(badge)."))
            return
        }
        let number = ask(.setBadge(min(badge, Int(Int32.max))))
        if let completion { answers.append((number, nil, completion)) }
    }

    func unschedule(_ names: [String]?) { ask(.unschedule(names: names)) }
    func withdraw(_ names: [String]?) { ask(.withdraw(names: names)) }

    func listDelivered(_ answer: @escaping ([DeliveredNotification]) -> Void) {
        delivered.append((ask(.listDelivered), [], answer))
    }

    /// Bytes of an identifier. The daemon takes no longer ones.
    private static let nameBytes = 128
}

// Answers of the daemon.
extension LocalNotifications {
    /// Requests up to this are on the device's disk.
    func acknowledged(_ request: UInt64) {
        while let first = answers.first, first.request <= request {
            answers.removeFirst()
            first.completion(nil)
        }
    }

    /// These aren't scheduled.
    func refuse(_ names: [String]) {
        let refused = answers.filter { names.contains($0.name ?? "") }
        answers.removeAll { names.contains($0.name ?? "") }
        for one in refused {
            one.completion(
                UNError(
                    .notificationInvalidNoDate,
                    "The notification \(one.name ?? "") isn't scheduled: its date never comes, too many fire earlier, or the device's disk is full."
                ))
        }
    }

    func told(_ page: DeliveredNotifications) {
        guard let at = delivered.firstIndex(where: { $0.request == page.request }) else { return }
        // A daemon that was asked again begins again.
        if page.continues != true { delivered[at].found = [] }
        delivered[at].found += page.notifications
        guard page.more != true else { return }
        let (_, found, answer) = delivered.remove(at: at)
        attachments.keep(of: all + found.map(\.notification))
        answer(found)
    }
}

// Callbacks of the delegate.
extension LocalNotifications {
    private var center: UNUserNotificationCenter { .current() }

    /// One has come while the app is in front.
    ///
    /// - Returns: false: the app's delegate gets it.
    func willPresent(_ content: NotificationContent, date: Int64?, push: String? = nil) -> Bool {
        guard let delegate = center.delegate else {
            // Nobody says how, so it comes as it was made.
            guard content.isOfCenter, push == nil else { return false }
            ask(
                .present(
                    name: content.name,
                    types: UNNotificationPresentationOptions.asItWasMade.words))
            return true
        }
        let notification = notification(content, date, push)
        let answer = PresentationAnswer { [weak self] options in
            guard !notification.isPassedOver else { return }
            self?.ask(.present(name: content.name, types: options.words))
        }
        delegate.userNotificationCenter(center, willPresent: notification) {
            answer.give($0)
        }
        if notification.isPassedOver { return false }
        // The device is told to wait before it hears that the callback has returned.
        if !answer.isGiven { ask(.present(name: content.name, types: nil)) }
        return true
    }

    /// The user has answered one.
    ///
    /// - Parameter inFront: the answer has opened the app.
    /// - Returns: whether the delegate takes that.
    func didReceive(
        _ answered: AnsweredNotification, inFront: Bool,
        _ completion: @escaping @Sendable () -> Void
    ) -> Bool {
        guard let response = response(answered, inFront: inFront) else {
            guard let delegate = center.delegate else { return false }
            delegate.userNotificationCenter(center, openSettingsFor: notification(answered))
            completion()
            return true
        }
        return didReceive(response, completion)
    }

    /// - Returns: whether the delegate takes it.
    func didReceive(
        _ response: UNNotificationResponse, _ completion: @escaping @Sendable () -> Void
    ) -> Bool {
        guard let delegate = center.delegate else { return false }
        delegate.userNotificationCenter(
            center, didReceive: response, withCompletionHandler: completion)
        return !response.notification.isPassedOver
    }

    /// - Returns: nil: the user asks for the app's settings, which is no response.
    func response(_ answered: AnsweredNotification, inFront: Bool) -> UNNotificationResponse? {
        let notification = notification(answered)
        return switch answered.answer {
        case .opened: .init(notification, UNNotificationDefaultActionIdentifier, inFront)
        case .dismissed: .init(notification, UNNotificationDismissActionIdentifier, inFront)
        case .action(let identifier, nil): .init(notification, identifier, inFront)
        case .action(let identifier, let text?):
            UNTextInputNotificationResponse(notification, identifier, text: text, inFront)
        case .settings: nil
        }
    }

    private func notification(_ answered: AnsweredNotification) -> UNNotification {
        notification(answered.notification, answered.date, answered.push)
    }

    private func notification(
        _ content: NotificationContent, _ date: Int64?, _ push: String?
    ) -> UNNotification {
        UNNotification(
            date: date.map { Date(timeIntervalSince1970: Double($0) / 1_000) }
                ?? AppTime.source.date,
            request: UNNotificationRequest(content, push: push))
    }
}

extension UNNotificationRequest {
    /// The parts of the request that are left out when it is scheduled, a sentence each.
    fileprivate var problems: [String] {
        var problems = content.problems
        if let trigger = trigger as? UNCalendarNotificationTrigger, trigger.namesOthers {
            problems.append(
                "of its dateComponents only year, month, day, weekday, weekdayOrdinal, hour, minute, second and timeZone count"
            )
        }
        return problems
    }
}
