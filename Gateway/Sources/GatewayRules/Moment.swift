/// A moment of wall time, in milliseconds since 1970.
public struct Moment: Sendable, Hashable, Comparable, Codable {
    public var milliseconds: Int64

    public init(milliseconds: Int64) { self.milliseconds = milliseconds }
    public init(seconds: Int64) { milliseconds = seconds * 1_000 }

    /// Whole seconds since 1970, rounded down.
    public var seconds: Int64 { milliseconds / 1_000 }

    public init(from decoder: any Decoder) throws {
        milliseconds = try decoder.singleValueContainer().decode(Int64.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }

    public static func < (left: Moment, right: Moment) -> Bool {
        left.milliseconds < right.milliseconds
    }
    public static func + (moment: Moment, span: Span) -> Moment {
        Moment(milliseconds: moment.milliseconds + span.milliseconds)
    }
    public static func - (left: Moment, right: Moment) -> Span {
        Span(milliseconds: left.milliseconds - right.milliseconds)
    }
}

/// A length of time, in milliseconds.
public struct Span: Sendable, Hashable, Comparable {
    public var milliseconds: Int64

    public init(milliseconds: Int64) { self.milliseconds = milliseconds }
    public static func seconds(_ count: Int64) -> Span { Span(milliseconds: count * 1_000) }
    public static func minutes(_ count: Int64) -> Span { seconds(count * 60) }
    public static func days(_ count: Int64) -> Span { minutes(count * 1_440) }

    public static func < (left: Span, right: Span) -> Bool {
        left.milliseconds < right.milliseconds
    }
    public static prefix func - (span: Span) -> Span { Span(milliseconds: -span.milliseconds) }
}
