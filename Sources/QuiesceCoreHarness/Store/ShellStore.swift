import QuiesceCore

/// A shell's store: the facts of the core, and the payloads that something refers to.
package struct ShellStore {
    /// By their keys.
    package var facts: [String: Fact]
    /// Their numbers stand for them.
    package var payloads: Set<PayloadHandle>

    /// As at the daemon's start, when it makes the store say what the core says.
    package init(of machine: SystemMachine) {
        facts = Dictionary(machine.facts.map { ($0.key, $0) }) { $1 }
        payloads = Set(machine.payloadsInUse)
    }

    /// Changes a fact.
    /// - Returns: whether a fact that is to be deleted is there.
    package mutating func record(_ change: FactChange) -> Bool {
        switch change {
        case .put(let fact): facts[fact.key] = fact
        case .delete(let key): return facts.removeValue(forKey: key) != nil
        }
        return true
    }

    /// Deletes a payload.
    /// - Returns: whether it is there.
    package mutating func drop(_ payload: PayloadHandle) -> Bool { payloads.remove(payload) != nil }

    /// The core after a power cut, when only facts are left of `machine`.
    package func restored(_ machine: SystemMachine, at now: Moment) -> SystemMachine {
        SystemMachine(
            restoring: facts.keys.sorted().compactMap { facts[$0] }, profile: machine.profile,
            lastDecision: machine.lastDecision, at: now)
    }
}
