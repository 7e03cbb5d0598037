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
}
