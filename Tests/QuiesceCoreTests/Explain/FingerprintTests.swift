import TestSupport
import Testing

@testable import QuiesceCore

@Suite("A fingerprint")
struct FingerprintTests {
    static let decision = Decision(
        seq: 1, time: .zero, app: appA, launch: Launch(number: 2), kind: .transition,
        from: .active, to: .inactive, reason: .left, rule: .s5, detail: .tasks(count: 3))

    @Test("It is a fixed number, in every process and build")
    func fixed() {
        let reaction = Reaction(
            effects: [.thaw(appA, Launch(number: 1))], decisions: [Self.decision])
        #expect(reaction.fingerprint.description == "3c11b441aff7df6a")
        #expect(Reaction().fingerprint != reaction.fingerprint)
    }

    @Test("Every part of a decision counts")
    func decisions() {
        let changes: [(inout Decision) -> Void] = [
            { _ in }, { $0.seq = 2 }, { $0.time = .zero + .seconds(1) }, { $0.app = appB },
            { $0.app = nil }, { $0.launch = nil }, { $0.kind = .kill }, { $0.from = nil },
            { $0.to = .background }, { $0.reason = .home }, { $0.rule = nil }, { $0.detail = nil },
            { $0.detail = .tasks(count: 4) }, { $0.detail = .code(3) }, { $0.detail = .signal(3) },
        ]
        let prints = changes.map { change in
            var decision = Self.decision
            change(&decision)
            return Reaction(decisions: [decision]).fingerprint
        }
        #expect(Set(prints).count == changes.count)
    }

    @Test("No two different reactions of a device's life have the same")
    func wholeLife() {
        let device = TestDevice(installing: .test(appA), .test(appB))
        for app in [appA, appB] {
            device.open(app)
            device.beginTask(app, 1, name: "save")
            device.home()
            device.advance(by: .seconds(200))
            device.fetch(app)
            device.push(app)
            device.quit(app)
        }
        var reactions = device.effects.map { Reaction(effects: [$0]) }
        reactions += device.changes.map { Reaction(changes: [$0]) }
        reactions += device.promises.map { Reaction(promises: [$0]) }
        var prints: [Fingerprint: Reaction] = [:]
        for reaction in reactions {
            let print = reaction.fingerprint
            #expect(prints.updateValue(reaction, forKey: print) ?? reaction == reaction)
        }
        #expect(prints.count == Set(reactions).count && prints.count > 30)
    }
}
