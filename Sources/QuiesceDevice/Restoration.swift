import QuiesceCore

/// Where a new daemon goes on from: the journal, which survives the daemon's SIGKILL, or, where that
/// ends before the store does, the facts, which survive a power cut
/// (`docs/decisions/0001-a-restart-replays-the-journal.md`).
package struct Restoration {
    /// What could be read of the journal: a state, and the events after it, without a gap.
    package struct Recorded {
        package var state: SystemMachine
        package var events: [(moment: Moment, event: Event)]
        /// The number of the last of them.
        package var lastSeq: UInt64

        package init(
            state: SystemMachine, events: [(moment: Moment, event: Event)], lastSeq: UInt64
        ) {
            self.state = state
            self.events = events
            self.lastSeq = lastSeq
        }
    }

    package let machine: SystemMachine
    /// The last event that is known.
    package let seq: UInt64
    /// The store knew more than the journal, or there was none.
    package let isFromFacts: Bool

    /// - Parameters:
    ///   - storedSeq: the event that the newest fact is of; 0 without facts.
    ///   - facts: read only if they are needed.
    ///   - now: when apps that have never run are said to have come into their state.
    package init(
        journal: Recorded?, storedSeq: UInt64, facts: () -> [Fact], profile: PolicyProfile,
        at now: Moment
    ) {
        if let journal, journal.lastSeq >= storedSeq {
            var machine = journal.state
            for (moment, event) in journal.events { _ = machine.handle(event, at: moment) }
            machine.adopt(profile: profile)
            self.machine = machine
            seq = journal.lastSeq
            isFromFacts = false
        } else {
            machine = SystemMachine(
                restoring: facts(), profile: profile, lastDecision: storedSeq, at: now)
            seq = max(storedSeq, journal?.lastSeq ?? 0)
            isFromFacts = true
        }
    }
}
