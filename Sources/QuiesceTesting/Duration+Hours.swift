// The lengths of time that background behaviour is about, which Swift's `Duration` lacks.
extension Duration {
    /// So many times 60 s.
    public static func minutes(_ minutes: some BinaryInteger) -> Duration { .seconds(minutes) * 60 }

    /// So many times 3600 s.
    public static func hours(_ hours: some BinaryInteger) -> Duration { .minutes(hours) * 60 }

    /// So many times 24 h.
    public static func days(_ days: some BinaryInteger) -> Duration { .hours(days) * 24 }
}
