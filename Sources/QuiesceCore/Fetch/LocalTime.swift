/// A moment on the wall in the device's zone: seconds since 1970-01-01T00:00 as the wall reads.
///
/// Habits follow the wall: an app opened at noon is opened at noon also after a journey. It goes
/// back when a zone or summer time does; who learns from it is told so.
public struct LocalTime: Sendable, Hashable, Comparable {
    public var seconds: Int64

    /// Kept within 100,000 years of 1970, so that sums of it never overflow (D10).
    public init(seconds: Int64) { self.seconds = min(max(seconds, -Self.farthest), Self.farthest) }

    private static let farthest: Int64 = 100_000 * 366 * 86_400

    static let secondsPerDay: Int64 = 86_400

    /// Days since 1970-01-01.
    var day: Int64 {
        let quotient = seconds / Self.secondsPerDay
        return seconds % Self.secondsPerDay < 0 ? quotient - 1 : quotient
    }
    /// 0 up to 86,399.
    var secondOfDay: Int { Int(seconds - day * Self.secondsPerDay) }

    public static func < (a: Self, b: Self) -> Bool { a.seconds < b.seconds }
    static func + (a: Self, seconds: Int64) -> Self { Self(seconds: a.seconds &+ seconds) }
    static func - (a: Self, b: Self) -> Int64 { a.seconds &- b.seconds }
}

extension LocalTime: WrittenAs {
    public var written: Int64 { seconds }
    public init(written: Int64) { self.init(seconds: written) }
}
