/// A program's use of the processor, as the kernel counts it.
public struct ProgramUse: Sendable, Hashable {
    /// CPU time.
    public var cpu: Interval
    /// How often its threads went to sleep, and so were woken.
    public var wakeUps: Int64

    public init(cpu: Interval, wakeUps: Int64) {
        self.cpu = cpu
        self.wakeUps = wakeUps
    }

    public static let none = ProgramUse(cpu: .zero, wakeUps: 0)

    static func + (a: ProgramUse, b: ProgramUse) -> ProgramUse {
        ProgramUse(cpu: a.cpu + b.cpu, wakeUps: a.wakeUps &+ b.wakeUps)
    }

    static func - (a: ProgramUse, b: ProgramUse) -> ProgramUse {
        ProgramUse(cpu: a.cpu - b.cpu, wakeUps: a.wakeUps &- b.wakeUps)
    }
}

/// A program's rate awake and out of sight.
public struct ProgramRate: Sendable, Hashable {
    /// CPU seconds a second.
    public var cpuShare: Double
    public var wakeUpsPerSecond: Double
    /// The time over which it was measured.
    public var over: Interval
    /// Stretches out of sight that make up `over`.
    public var stretches: Int
    /// They began when the program had just been started; there are no others.
    public var isOfStart: Bool

    /// The use in so much time, at this rate.
    public func use(in time: Interval) -> ProgramUse {
        func count(_ value: Double) -> Int64 { Int64(exactly: value.rounded()) ?? .max }
        return ProgramUse(
            cpu: Interval(nanoseconds: count(cpuShare * Double(time.nanoseconds))),
            wakeUps: count(wakeUpsPerSecond * time.inSeconds))
    }
}
