import QuiesceCore

extension Limits {
    /// Two samples say how fast bytes go; between the first two of a program that was left there is
    /// so long, as it isn't suspended before.
    static let firstLookMicroseconds: UInt64 = 1_000_000
    /// … and between those of a program that has work: it is suspended so much later than it might.
    static let nextLookMicroseconds: UInt64 = 5_000_000
    /// Share of a processor that a program in a terminal takes for work: `top` and a chat take
    /// less.
    static let busyTerminalShare = 0.05
    /// Seconds for the bus itself to answer who is on it.
    static let sessionBusSeconds: UInt64 = 10
    /// A desktop has some hundred connections.
    static let sessionBusNames = 4_096
    /// The device is told of a program's calls no more often than this: a part of the time that a
    /// call gives it.
    static let callsAtMostEvery = Duration.seconds(1)
}
