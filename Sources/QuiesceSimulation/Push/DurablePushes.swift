import QuiesceCore

// The facts of pushes that must be the same, whether or not the daemon died on the way.

extension Push: DurableFact {
    static let kind = DurableKind.push
    var fact: Fact { .push(self) }
    func words(_ names: DurableNames) -> String { "\(push.app) \(push.origin?.id ?? "of a tool")" }

    mutating func makeComparable(after _: DurableOutcome.Death) {
        id = PushID(0)
        push.payload = PayloadHandle(0)
        push.content = push.content.map { _ in PayloadHandle(0) }
        received = .zero
        switch stage {
        case .held(.overQuota): stage = .held(.overQuota(until: .zero))
        case .held(.crashed): stage = .held(.crashed(until: .zero))
        case .held(.deviceAsleep): break
        case .waking(_, .unlessHandled):
            stage = .waking(WakeID(0), presents: .unlessHandled(by: Launch(number: 0)))
        case .waking(_, let presents): stage = .waking(WakeID(0), presents: presents)
        case .told: stage = .told(Launch(number: 0))
        }
    }
}

extension PushesFact: DurableFact {
    static let kind = DurableKind.pushes
    var fact: Fact { .pushes(self) }

    mutating func makeComparable(after _: DurableOutcome.Death) {
        last = 0
    }
}

extension PushRegistrationFact: DurableFact {
    static let kind = DurableKind.pushRegistration
    var fact: Fact { .pushRegistration(self) }
    func words(_ names: DurableNames) -> String { address.topic }

    mutating func makeComparable(after death: DurableOutcome.Death) {
        // Whoever unregisters and registers once more gets another.
        if death.cutsPower { token = token.map { _ in "" } }
    }
}
