import QuiesceCore

/// Where a new daemon goes on from: the journal, which survives the daemon's SIGKILL, or, where
/// that ends before the store does, the facts, which survive a power cut
/// (`docs/decisions/0001-a-restart-replays-the-journal.md`).
package struct Restoration {
    /// The readable part of the journal: a state, and the events after it, without a gap.
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
    /// Whether the journal and the facts are of another boot of the machine: no process of then can
    /// exist, and its clocks began anew. The daemon before may have been of this boot, if it could
    /// write down nothing.
    package let deviceRestarted: Bool

    /// - Parameters:
    ///   - storedSeq: the event that the newest fact is of; 0 without facts.
    ///   - facts: read only if they are needed.
    ///   - boot: this life of the machine.
    ///   - storedBoot: that of which the facts are; nil: nobody has said.
    ///   - now: when apps that have never run are said to have come into their state.
    package init(
        journal: Recorded?, storedSeq: UInt64, facts: () -> [Fact], profile: PolicyProfile,
        boot: String, storedBoot: String?, at now: Moment
    ) {
        var machine: SystemMachine
        if let journal, journal.lastSeq >= storedSeq {
            machine = journal.state
            for (moment, event) in journal.events { _ = machine.handle(event, at: moment) }
            machine.adopt(profile: profile)
            seq = journal.lastSeq
            isFromFacts = false
        } else {
            machine = SystemMachine(
                restoring: facts(), profile: profile, lastDecision: storedSeq, at: now)
            seq = max(storedSeq, journal?.lastSeq ?? 0)
            isFromFacts = true
        }
        // Facts don't say of which boot they are, nor does a journal from before it was kept there.
        machine.awaitRestart(boot: boot, known: storedBoot)
        deviceRestarted = machine.boot.map { $0 != boot } ?? false
        self.machine = machine
    }
}
