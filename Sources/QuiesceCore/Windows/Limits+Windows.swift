extension Limits {
    /// A program runs on for so long after the last of its windows went out of sight: it saves and
    /// draws what it has begun, and a user who only looks elsewhere for a moment has neither a
    /// freeze nor a thaw.
    static let windowGrace = Interval.seconds(5)
    /// A program that has been started has so long to open its first window: a mail client with a
    /// large profile takes ten seconds on an idle machine.
    static let firstWindowLimit = Interval.seconds(60)
}
