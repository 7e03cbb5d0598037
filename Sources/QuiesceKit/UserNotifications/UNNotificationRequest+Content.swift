import Foundation
import QuiesceWire

// As the daemon has it.
extension UNNotificationRequest {
    /// - Throws: why it can never be scheduled.
    func wireContent(at now: Date) throws -> NotificationContent {
        var wire = content.wire
        wire.name = identifier
        switch trigger {
        case let trigger as UNTimeIntervalNotificationTrigger:
            wire.fireDate = (now + trigger.timeInterval).wireMilliseconds
            // A second is the shortest unit of what repeats.
            wire.trigger = "\(trigger.timeInterval) s"
            if trigger.repeats {
                wire.repeatInterval = "\(Int64(trigger.timeInterval.rounded())) s"
            }
        case let trigger as UNCalendarNotificationTrigger:
            guard let next = trigger.date(after: now) else {
                throw UNError(
                    .notificationInvalidNoDate,
                    "The notification \(identifier) never comes: no wall shows \(trigger.match.text)."
                )
            }
            let zone = trigger.dateComponents.timeZone
            wire.timeZone = (zone ?? .current).databaseName
            wire.trigger = trigger.match.text
            if zone != nil { wire.extras = ["timeZone": wire.timeZone ?? ""] }
            // A repeating notification comes whenever the wall's clock matches from now on.
            wire.fireDate = (trigger.repeats ? now : next).wireMilliseconds
            if trigger.repeats { wire.repeatInterval = trigger.match.text }
        case let trigger as UNLocationNotificationTrigger:
            guard let region = trigger.watched, case .circle = region.area else {
                throw UNError(
                    .notificationInvalidNoDate,
                    "The notification \(identifier) never comes: \(trigger.region.identifier) is no circle that a device can watch; for beacons, use a CLLocationManager."
                )
            }
            wire.region = NotificationRegion(region, repeats: trigger.repeats)
            wire.trigger = "region"
        case _: wire.trigger = "now"
        }
        return wire
    }

    @MainActor convenience init(_ wire: NotificationContent, push: String? = nil) {
        let trigger = push == nil ? wire.unTrigger : UNPushNotificationTrigger()
        self.init(
            identifier: wire.name, content: UNNotificationContent(wire, push: push),
            trigger: trigger)
    }
}

extension NotificationContent {
    /// Scheduled by `UNUserNotificationCenter`; else a `UILocalNotification`, or a push's.
    var isOfCenter: Bool { trigger != nil }

    fileprivate var unTrigger: UNNotificationTrigger? {
        if let place = region, let region = CLRegion.make(place.region) {
            return UNLocationNotificationTrigger(region: region, repeats: place.repeats)
        }
        let repeats = repeatInterval != nil
        guard let trigger else {
            // A `UILocalNotification`, which has a date.
            guard let fireDate else { return nil }
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = timeZone.flatMap(TimeZone.init(identifier:)) ?? .gmt
            let parts = calendar.dateComponents(
                [.year, .month, .day, .hour, .minute, .second],
                from: Date(timeIntervalSince1970: Double(fireDate) / 1_000))
            return UNCalendarNotificationTrigger(dateMatching: parts, repeats: repeats)
        }
        if trigger.hasSuffix(" s"), let seconds = TimeInterval(trigger.dropLast(2)) {
            return UNTimeIntervalNotificationTrigger(timeInterval: seconds, repeats: repeats)
        }
        guard let match = DateMatch(text: trigger[...]) else { return nil }
        var parts = match.components
        parts.timeZone = extras?["timeZone"].flatMap(TimeZone.init(identifier:))
        return UNCalendarNotificationTrigger(dateMatching: parts, repeats: repeats)
    }
}

extension UNNotificationContent {
    /// Without its name and its trigger.
    fileprivate var wire: NotificationContent {
        var wire = NotificationContent(name: "")
        func text(_ text: String) -> String? { text.isEmpty ? nil : text }
        wire.title = text(title)
        wire.subtitle = text(subtitle)
        wire.body = text(body)
        wire.launchImage = text(launchImageName)
        wire.category = text(categoryIdentifier)
        wire.thread = text(threadIdentifier)
        wire.sound = sound?.word
        if let badge = badge?.intValue, badge > 0 { wire.badge = min(badge, Int(Int32.max)) }
        if !userInfo.isEmpty { wire.userInfo = UILocalNotification.text(userInfo) }
        wire.interruptionLevel = interruptionLevel == .active ? nil : interruptionLevel.word
        return wire
    }

    @MainActor fileprivate convenience init(_ wire: NotificationContent, push: String?) {
        var fields = Fields()
        fields.title = wire.title ?? ""
        fields.subtitle = wire.subtitle ?? ""
        fields.body = wire.body ?? ""
        fields.launchImageName = wire.launchImage ?? ""
        fields.categoryIdentifier = wire.category ?? ""
        fields.threadIdentifier = wire.thread ?? ""
        fields.sound = wire.sound.map(UNNotificationSound.init(word:))
        fields.attachments = (wire.attachments ?? []).compactMap(UNNotificationAttachment.init)
        fields.badge = wire.badge.map { NSNumber(value: $0) }
        fields.interruptionLevel = .init(word: wire.interruptionLevel)
        if let push {
            let object = try? JSONSerialization.jsonObject(with: Data(push.utf8))
            fields.userInfo = object as? [String: Any] ?? [:]
        } else {
            fields.userInfo = wire.userInfo.flatMap(UILocalNotification.dictionary) ?? [:]
        }
        self.init(fields)
    }

    /// The parts of the content that are left out when it is scheduled, a sentence each.
    var problems: [String] {
        !userInfo.isEmpty && UILocalNotification.text(userInfo) == nil
            ? ["its userInfo is no property list: it is left out"] : []
    }
}

extension UNNotificationInterruptionLevel {
    private static let known: [(level: Self, word: String)] = [
        (.passive, "passive"), (.active, "active"), (.timeSensitive, "timeSensitive"),
        (.critical, "critical"),
    ]

    fileprivate var word: String? { Self.known.first { $0.level == self }?.word }

    /// As pushes have them, too.
    fileprivate init(word: String?) {
        let plain = word == "time-sensitive" ? "timeSensitive" : word
        self = Self.known.first { $0.word == plain }?.level ?? .active
    }
}
