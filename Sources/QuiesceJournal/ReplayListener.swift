import QuiesceCore

/// Hears all that a device's core is told and makes of it.
public protocol ReplayListener: Sendable {
    /// The core is in that state: at a journal's beginning, and after a gap.
    mutating func begin(_ state: SystemMachine, at moment: Moment)
    mutating func hear(_ event: Event, _ reaction: Reaction, at moment: Moment)
}
