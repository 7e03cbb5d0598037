import QuiesceCore

/// What a shell keeps for its core on disk: facts, and payloads that something refers to.
package struct ShellStore {
    package var facts: [String: Fact]
    package var payloads: Set<PayloadHandle>

    /// As at the daemon's start, when it makes the store say what the core says.
    package init(of machine: SystemMachine) {
        facts = Dictionary(machine.facts.map { ($0.key, $0) }) { $1 }
        payloads = Set(machine.payloadsInUse)
    }

    /// - Returns: whether it can be done: a fact that is to go is there.
    package mutating func record(_ change: FactChange) -> Bool {
        switch change {
        case .put(let fact): facts[fact.key] = fact
        case .delete(let key): return facts.removeValue(forKey: key) != nil
        }
        return true
    }

    /// - Returns: whether it was there.
    package mutating func drop(_ payload: PayloadHandle) -> Bool { payloads.remove(payload) != nil }

    /// The core as it is after a power cut, when only facts are left of `machine`.
    package func restored(_ machine: SystemMachine, at now: Moment) -> SystemMachine {
        SystemMachine(
            restoring: facts.keys.sorted().compactMap { facts[$0] }, profile: machine.profile,
            lastDecision: machine.lastDecision, at: now)
    }
}
