// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation

/// Ticks of a `CMTime`.
public typealias CMTimeValue = Int64
/// Ticks a second.
public typealias CMTimeScale = Int32

/// A time as CoreMedia has it: so many ticks, of so many a second.
public struct CMTime: Sendable {
    /// Ticks.
    public var value: CMTimeValue
    /// Ticks a second; 0: it isn't a number of seconds.
    public var timescale: CMTimeScale
    private var kind: Kind

    private enum Kind { case number, invalid, indefinite, positiveInfinity, negativeInfinity }

    /// - Parameters:
    ///   - value: ticks.
    ///   - timescale: ticks a second, above 0; otherwise the time is invalid.
    public init(value: CMTimeValue, timescale: CMTimeScale) {
        self.value = value
        self.timescale = timescale
        kind = timescale > 0 ? .number : .invalid
    }

    /// - Parameters:
    ///   - seconds: rounded to a tick. Too many ticks for 64 bits are an infinity.
    ///   - preferredTimescale: ticks a second.
    public init(seconds: Double, preferredTimescale: CMTimeScale) {
        let ticks = (seconds * Double(preferredTimescale)).rounded()
        guard preferredTimescale > 0, !ticks.isNaN else {
            self = .invalid
            return
        }
        guard let value = CMTimeValue(exactly: ticks) else {
            self = ticks > 0 ? .positiveInfinity : .negativeInfinity
            return
        }
        self.init(value: value, timescale: preferredTimescale)
    }

    private init(_ kind: Kind) {
        (value, timescale) = (0, 0)
        self.kind = kind
    }

    /// 0 s.
    public static let zero = CMTime(value: 0, timescale: 1)
    /// No time.
    public static let invalid = CMTime(.invalid)
    /// A time that isn't known.
    public static let indefinite = CMTime(.indefinite)
    /// Later than every other.
    public static let positiveInfinity = CMTime(.positiveInfinity)
    /// Earlier than every other.
    public static let negativeInfinity = CMTime(.negativeInfinity)

    /// Infinite for an infinity; not a number for what is invalid or indefinite.
    public var seconds: Double {
        switch kind {
        case .number: Double(value) / Double(timescale)
        case .invalid, .indefinite: .nan
        case .positiveInfinity: .infinity
        case .negativeInfinity: -.infinity
        }
    }

    /// Whether it is a time at all.
    public var isValid: Bool { kind != .invalid }
    /// Whether it is so many seconds.
    public var isNumeric: Bool { kind == .number }
    /// Whether it isn't known.
    public var isIndefinite: Bool { kind == .indefinite }
    /// Whether it is later than every other.
    public var isPositiveInfinity: Bool { kind == .positiveInfinity }
    /// Whether it is earlier than every other.
    public var isNegativeInfinity: Bool { kind == .negativeInfinity }

    /// To the tick, where both have as many a second; else in the finer ticks of the two.
    public static func + (left: CMTime, right: CMTime) -> CMTime { sum(left, right, by: 1) }
    /// As their sum.
    public static func - (left: CMTime, right: CMTime) -> CMTime { sum(left, right, by: -1) }

    private static func sum(_ left: CMTime, _ right: CMTime, by sign: CMTimeValue) -> CMTime {
        if left.timescale == right.timescale, left.isNumeric, right.isNumeric {
            let (change, isLarge) = right.value.multipliedReportingOverflow(by: sign)
            let (value, isLarger) = left.value.addingReportingOverflow(change)
            if !isLarge, !isLarger { return CMTime(value: value, timescale: left.timescale) }
        }
        return CMTime(
            seconds: left.seconds + Double(sign) * right.seconds,
            preferredTimescale: max(left.timescale, right.timescale, 1))
    }
}

extension CMTime: Comparable, Hashable {
    /// Whether both are the same time, in whatever ticks.
    public static func == (left: CMTime, right: CMTime) -> Bool {
        guard left.isNumeric, right.isNumeric else { return left.kind == right.kind }
        let (a, b) = scaled(left, right)
        return a == b
    }

    /// Whether `left` is earlier. A time that isn't known or is invalid is later than all others.
    public static func < (left: CMTime, right: CMTime) -> Bool {
        guard left.isNumeric, right.isNumeric else { return left.rank < right.rank }
        let (a, b) = scaled(left, right)
        return a < b
    }

    /// By its seconds.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(isNumeric ? seconds : 0)
    }

    /// Both in ticks of the same length.
    private static func scaled(_ left: CMTime, _ right: CMTime) -> (Int128, Int128) {
        (
            Int128(left.value) * Int128(right.timescale),
            Int128(right.value) * Int128(left.timescale)
        )
    }

    private var rank: Int {
        switch kind {
        case .negativeInfinity: 0
        case .number: 1
        case .positiveInfinity: 2
        case .indefinite: 3
        case .invalid: 4
        }
    }
}

/// Nanoseconds a second, as Dispatch has it on iOS: apps write `CMTimeScale(NSEC_PER_SEC)`.
public let NSEC_PER_SEC: UInt64 = 1_000_000_000

/// As `CMTime.seconds`.
public func CMTimeGetSeconds(_ time: CMTime) -> Double { time.seconds }

/// As `CMTime(value:timescale:)`.
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime {
    CMTime(value: value, timescale: timescale)
}

/// As `CMTime(seconds:preferredTimescale:)`.
public func CMTimeMakeWithSeconds(_ seconds: Double, preferredTimescale: Int32) -> CMTime {
    CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}
