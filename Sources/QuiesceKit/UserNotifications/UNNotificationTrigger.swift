import Foundation
import QuiesceWire

/// The condition under which a notification comes. There are
/// `UNTimeIntervalNotificationTrigger`, `UNCalendarNotificationTrigger`,
/// `UNLocationNotificationTrigger` and, of what comes from a server, `UNPushNotificationTrigger`.
// It and its subclasses have constants of value types alone.
open class UNNotificationTrigger: NSObject, NSCopying, @unchecked Sendable {
    /// Whether it comes each time.
    public let repeats: Bool

    init(repeats: Bool) {
        self.repeats = repeats
        super.init()
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The notification came as a push.
public final class UNPushNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    init() { super.init(repeats: false) }
}

/// The notification comes after a while.
public final class UNTimeIntervalNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    /// Seconds from when it is scheduled.
    public let timeInterval: TimeInterval

    /// - Parameters:
    ///   - timeInterval: seconds, more than 0, and at least 60 of what repeats. As on iOS the app
    ///     is ended otherwise.
    ///   - repeats: it comes each time that so much has gone by.
    public init(timeInterval: TimeInterval, repeats: Bool) {
        precondition(timeInterval > 0, "time interval must be greater than 0")
        precondition(
            !repeats || timeInterval >= 60, "time interval must be at least 60 if repeating")
        self.timeInterval = timeInterval
        super.init(repeats: repeats)
    }

    /// When it would come if it were scheduled now.
    public func nextTriggerDate() -> Date? { AppTime.source.date + timeInterval }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNTimeIntervalNotificationTrigger else { return false }
        return other.timeInterval == timeInterval && other.repeats == repeats
    }

    public override var hash: Int { timeInterval.hashValue }
}

/// The notification comes when a date or a time of day is there (N5).
public final class UNCalendarNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    /// The date that the wall's clock shows when the notification comes. Only the parts year,
    /// month, day, weekday, weekdayOrdinal, hour, minute, second and timeZone count; others are
    /// left out, with a line on stderr.
    public let dateComponents: DateComponents

    /// - Parameters:
    ///   - dateComponents: what isn't named may be anything, and below the smallest part that is
    ///     named the first: hour 8 is 08:00:00. Without a time zone it is meant where the device
    ///     is.
    ///   - repeats: it comes each time.
    public init(dateMatching dateComponents: DateComponents, repeats: Bool) {
        self.dateComponents = dateComponents
        super.init(repeats: repeats)
    }

    /// When it would come next; nil: never.
    public func nextTriggerDate() -> Date? { date(after: AppTime.source.date) }

    func date(after date: Date) -> Date? {
        guard match.isPossible else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = dateComponents.timeZone ?? .current
        return calendar.nextDate(after: date, matching: match.components, matchingPolicy: .nextTime)
    }

    /// The parts that count.
    var match: DateMatch {
        DateMatch(
            year: dateComponents.year, month: dateComponents.month, day: dateComponents.day,
            weekday: dateComponents.weekday, weekdayOrdinal: dateComponents.weekdayOrdinal,
            hour: dateComponents.hour, minute: dateComponents.minute,
            second: dateComponents.second)
    }

    /// It names parts that don't count.
    var namesOthers: Bool {
        let others = [
            dateComponents.era, dateComponents.quarter, dateComponents.weekOfMonth,
            dateComponents.weekOfYear, dateComponents.yearForWeekOfYear,
        ]
        return others.contains { $0 != nil } || dateComponents.nanosecond ?? 0 != 0
    }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNCalendarNotificationTrigger else { return false }
        return other.dateComponents == dateComponents && other.repeats == repeats
    }

    public override var hash: Int { dateComponents.hashValue }
}

extension DateMatch {
    /// As Foundation has them, without a calendar or a time zone.
    var components: DateComponents {
        DateComponents(
            year: year, month: month, day: day, hour: hour, minute: minute, second: second,
            weekday: weekday, weekdayOrdinal: weekdayOrdinal)
    }
}
