/// A number that names one thing of a kind, so that numbers of different kinds never mix.
public struct Number<Kind>: Sendable, Hashable, Comparable, CustomStringConvertible {
    public let value: UInt64

    @inlinable public init(_ value: UInt64) { self.value = value }

    @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(value) }
    @inlinable public func _rawHashValue(seed: Int) -> Int { value.spread(seed) }

    public var description: String { String(value) }
    @inlinable public static func < (a: Self, b: Self) -> Bool { a.value < b.value }
}

extension UInt64 {
    /// The hash by which a dictionary looks up an id. Each event looks up several ids, and `Hasher`
    /// takes some 200 instructions for each; the seed, which is another in each process, keeps
    /// anybody from choosing ids that collide.
    @inlinable func spread(_ seed: Int) -> Int {
        let (high, low) = (self ^ UInt64(bitPattern: Int64(seed)))
            .multipliedFullWidth(by: 0x9e37_79b9_7f4a_7c15)
        return Int(truncatingIfNeeded: high ^ low)
    }
}

extension Number: WrittenAs, DescribedKey {
    public var written: UInt64 { value }
    public init(written: UInt64) { self.init(written) }

    public var keyText: String { String(value) }
    public init?(keyText: String) {
        guard let value = UInt64(keyText) else { return nil }
        self.init(value)
    }
}

public enum TaskKind: Sendable {}
public enum WakeKind: Sendable {}
public enum TicketKind: Sendable {}
public enum PayloadKind: Sendable {}
public enum StageKind: Sendable {}
public enum PromptKind: Sendable {}

/// A finite-length task (T1); chosen by the app's SDK, unique within a launch.
public typealias TaskID = Number<TaskKind>
/// A wake-up accepted for an app; never used twice on a device.
public typealias WakeID = Number<WakeKind>
/// A caller who waits for an answer. The shell makes them; the core only hands them back.
public typealias Ticket = Number<TicketKind>
/// Where the shell keeps a payload that the core never sees.
public typealias PayloadHandle = Number<PayloadKind>
/// A copied and checked bundle that waits to take its place.
public typealias StagedBundle = Number<StageKind>
/// A question to the user that waits for an answer.
public typealias PromptID = Number<PromptKind>
