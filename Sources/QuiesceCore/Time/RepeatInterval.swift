/// How often a notification repeats (N1): the units of a calendar that `UILocalNotification` takes.
public enum RepeatInterval: String, Sendable, Hashable, Codable, CaseIterable {
    case minute, hour, day, week, month, quarter, year
}
