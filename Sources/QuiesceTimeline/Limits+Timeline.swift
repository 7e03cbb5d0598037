import QuiesceCore

/// The bounds of a timeline: a file that a browser opens at once, whatever a journal holds.
extension Limits {
    /// Decisions in one file, the newest: a device decides some thousand on a day.
    package static let timelineDecisions = 250_000
    /// Bytes of their words, each text counted once.
    package static let timelineTextBytes = 16 * 1024 * 1024
    /// Bytes of one text; a name of an app's choice may be as long as it likes.
    package static let timelineTextLength = 4_096
    /// Changes of each of the device's rows.
    package static let timelineChanges = 50_000
    /// Planned wake-ups; the forecast is of a day.
    package static let timelinePlans = 1_000
    /// Apps for which `why --not` is answered beforehand: more than a device has.
    package static let timelineAnsweredApps = 200
    /// Hours of the forecast.
    package static let timelineForecastHours = 24
}
