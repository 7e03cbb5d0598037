import QuiesceCore
import QuiesceCoreHarness

extension Life {
    /// Checks, once in a while, the properties that take longer to verify.
    func lookBack() throws {
        try checkStore()
        var settled = machine
        settled.adopt(profile: machine.profile)
        let again = try writtenAndRead(machine)
        try require(again == settled, "the state isn't the same when written and read")
        let facts = ShellStore(of: store.restored(machine, at: .zero)).facts
        try require(facts == store.facts, "a power cut makes \(facts) of \(store.facts)")
        try goOn(again)
    }

    /// A state that was written and read goes on as the one in memory does.
    private func goOn(_ copy: SystemMachine) throws {
        var (one, other) = (machine, copy)
        var now = events.last?.moment ?? .zero
        for _ in 0..<4 {
            now = now.advanced(by: .seconds(40))
            try require(
                one.handle(.timer, at: now) == other.handle(.timer, at: now),
                "a state that was written and read decides otherwise")
        }
    }

    /// The same device after a power cut: only facts are left of it.
    mutating func restore(at now: Moment) throws {
        machine = store.restored(machine, at: now)
        timer = nil
    }

    /// Ends every process until none follows, and requires that nobody waits for an answer then.
    mutating func end(at now: Moment) throws {
        var now = now
        for _ in 0..<512 {
            guard let app = machine.views.first(where: \.isAlive) else { break }
            now = now.advanced(by: .seconds(1))
            try take(.exited(app.manifest.id, app.launch, .exited(code: 0)), at: now)
        }
        try require(
            callers.isEmpty, "every process has ended, and callers \(callers) still wait")
    }
}
