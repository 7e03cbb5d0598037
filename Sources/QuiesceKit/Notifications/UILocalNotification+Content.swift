import Foundation
import QuiesceWire

// As the daemon has it.
extension UILocalNotification {
    convenience init(_ content: NotificationContent) {
        self.init()
        name = content.name
        fireDate = content.fireDate.map { Date(timeIntervalSince1970: Double($0) / 1_000) }
        timeZone = content.timeZone.flatMap(TimeZone.init(identifier:))
        repeatInterval = Self.units.first { $0.word == content.repeatInterval }?.unit ?? []
        alertTitle = content.title
        alertBody = content.body
        alertAction = content.action
        hasAction = content.withoutAction != true
        alertLaunchImage = content.launchImage
        category = content.category
        soundName =
            content.sound == Self.defaultSound
            ? UILocalNotificationDefaultSoundName : content.sound
        applicationIconBadgeNumber = content.badge ?? 0
        userInfo = content.userInfo.flatMap(Self.dictionary)
    }

    /// Without what the daemon couldn't take: `problems` says what.
    func wireContent(named name: String) -> NotificationContent {
        var content = NotificationContent(name: name)
        content.fireDate = fireDate?.wireMilliseconds
        content.timeZone = zoneName
        content.repeatInterval = Self.units.first { $0.unit == repeatInterval }?.word
        content.title = alertTitle
        content.body = alertBody
        content.action = alertAction
        if !hasAction { content.withoutAction = true }
        content.launchImage = alertLaunchImage
        content.category = category
        content.sound =
            soundName == UILocalNotificationDefaultSoundName ? Self.defaultSound : soundName
        if applicationIconBadgeNumber > 0 {
            content.badge = min(applicationIconBadgeNumber, Int(Int32.max))
        }
        content.userInfo = userInfo.flatMap(Self.text)
        return content
    }

    /// The parts of the notification that are left out when it is scheduled, a sentence each.
    var problems: [String] {
        var problems: [String] = []
        if userInfo != nil, userInfo.flatMap(Self.text) == nil {
            problems.append("its userInfo is no property list: it is left out")
        }
        if !repeatInterval.isEmpty, !Self.units.contains(where: { $0.unit == repeatInterval }) {
            problems.append("its repeatInterval is no unit that notifications have: it fires once")
        }
        if let timeZone, zoneName == nil {
            problems.append(
                "no time zone is called \(timeZone.identifier): its fireDate is an absolute moment")
        }
        return problems
    }

    private static let defaultSound = "default"

    /// The words are those of the daemon. The calendar has weeks by two names.
    private static let units: [(unit: NSCalendar.Unit, word: String)] = [
        (.minute, "minute"), (.hour, "hour"), (.day, "day"), (.weekOfYear, "week"),
        (.weekOfMonth, "week"), (.month, "month"), (.quarter, "quarter"), (.year, "year"),
    ]

    /// A name of the time zone database; nil: there is none for it.
    private var zoneName: String? { timeZone?.databaseName }

    static func text(_ userInfo: [AnyHashable: Any]) -> String? {
        guard let dictionary = userInfo as? [String: Any],
            let data = try? PropertyListSerialization.data(
                fromPropertyList: dictionary, format: .xml, options: 0)
        else { return nil }
        return String(data: data, encoding: .utf8)
    }

    static func dictionary(_ text: String) -> [AnyHashable: Any]? {
        let object = try? PropertyListSerialization.propertyList(
            from: Data(text.utf8), options: [], format: nil)
        return object as? [String: Any]
    }
}

extension TimeZone {
    /// A name of the time zone database; nil: there is none for it.
    var databaseName: String? {
        guard identifier.hasPrefix("GMT"), identifier != "GMT" else { return identifier }
        // A fixed offset. The database has those of whole hours, with the sign reversed.
        let seconds = secondsFromGMT()
        guard seconds % 3_600 == 0, (-12...14).contains(seconds / 3_600) else { return nil }
        return seconds == 0 ? "GMT" : "Etc/GMT\(seconds > 0 ? "-" : "+")\(abs(seconds / 3_600))"
    }
}

extension Date {
    /// Milliseconds since 1970; of what can't be one, the first or the last.
    var wireMilliseconds: Int64 {
        Int64(exactly: (timeIntervalSince1970 * 1_000).rounded())
            ?? (timeIntervalSince1970 < 0 ? .min : .max)
    }
}
