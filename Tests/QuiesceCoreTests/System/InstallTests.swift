import TestSupport
import Testing

@testable import QuiesceCore

@Suite struct InstallTests {
    enum Situation: CaseIterable { case running, frozen, launching, terminating, notRunning }

    private func device(_ situation: Situation) -> TestDevice {
        let device = TestDevice(installing: .test(appA))
        switch situation {
        case .notRunning: break
        case .running: device.open(appA)
        case .frozen:
            device.open(appA)
            device.home()
        case .launching:
            device.behaviours[appA] = .ignoring("didFinishLaunching")
            device.open(appA)
        case .terminating:
            device.behaviours[appA] = AppBehaviour(slow: ["willTerminate": .seconds(2)])
            device.open(appA)
            device.quit(appA)
        }
        return device
    }

    @Test(
        "An update ends the old version before it takes its place", .behaviour("reliability B5"),
        arguments: Situation.allCases)
    func update(situation: Situation) {
        let device = device(situation)
        let ticket = device.lastTicket + 1
        device.install(.test(appA, version: "2"))
        device.advance(by: .seconds(5))
        #expect(device.answers[Ticket(ticket)] == .done)
        #expect(device.state(appA) == .notRunning)
        #expect(device.machine.view(appA)?.manifest.version == "2")
        #expect(device.bundles[appA] == StagedBundle(ticket))
        if situation != .notRunning { #expect(device.lastExit(appA)?.reason == .updated) }
        #expect(
            device.calls(appA).contains("willTerminate")
                == (situation == .running || situation == .terminating))
        device.behaviours[appA] = nil
        #expect(device.open(appA) == .done)
        #expect(device.state(appA) == .active)
    }

    @Test(
        "Uninstalling ends the app and removes it", .behaviour("reliability B5"),
        arguments: Situation.allCases)
    func uninstall(situation: Situation) {
        let device = device(situation)
        device.install(.test(appB))
        let ticket = Ticket(device.lastTicket + 1)
        device.ask { .uninstall(appA, $0) }
        device.advance(by: .seconds(5))
        #expect(device.answers[ticket] == .done)
        #expect(device.machine.view(appA) == nil)
        #expect(device.bundles[appA] == nil)
        #expect(device.machine.recents.isEmpty)
        #expect(device.stored.keys.sorted() == ["app/B", "device"])
        #expect(device.open(appB) == .done)
        #expect(device.state(appB) == .active, "the others keep their places")
    }

    @Test("What waits behind an uninstallation is answered", .behaviour("reliability B5"))
    func followUpsInOrder() {
        let device = device(.terminating)
        device.ask { .uninstall(appA, $0) }
        device.open(appA)
        device.install(.test(appA, version: "3"))
        device.ask { .uninstall(appA, $0) }
        device.install(.test(appA, version: "4"))
        let last = device.lastTicket
        #expect(device.push(appA) == nil || device.push(appA) != nil)
        device.advance(by: .seconds(5))
        #expect((1...last).allSatisfy { device.answers[Ticket($0)] != nil })
        #expect(device.machine.view(appA)?.manifest.version == "4")
        #expect(device.state(appA) == .notRunning)
    }

    @Test(
        "An opening doesn't go ahead of the installation that it waits with",
        .behaviour("reliability B5"))
    func openingComesLast() {
        let device = device(.terminating)
        device.open(appA)
        device.install(.test(appA, version: "2"))
        device.advance(by: .seconds(3))
        #expect(device.machine.view(appA)?.manifest.version == "2")
        #expect(device.state(appA) == .active)
    }

    @Test(
        "A wake-up survives an update if the new version still wants it",
        .behaviour("reliability B5"), arguments: [true, false])
    func wakeSurvivesUpdate(stillDeclared: Bool) {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(completesAfter: nil)
        device.open(appA)
        device.home()
        device.push(appA)
        device.behaviours[appA] = AppBehaviour()
        device.install(.test(appA, modes: stillDeclared ? [.remoteNotification] : []))
        #expect(device.spawns(appA) == (stillDeclared ? 2 : 1))
        #expect(
            device.reasons(appA, .wake).last
                == (stillDeclared ? .completedNewData : .modeNotDeclared))
        #expect(device.redelivered[appA]?.count == (stillDeclared ? 1 : nil))
        #expect(device.payloads.isEmpty)
    }

    @Test("Uninstalling gives what waits its verdict", .behaviour("reliability B5"))
    func uninstallDropsWakes() {
        let device = device(.terminating)
        device.install(.test(appA, version: "2"))
        device.ask { .uninstall(appA, $0) }
        device.advance(by: .seconds(5))
        #expect(device.payloads.isEmpty)
        #expect(device.machine.views.isEmpty)
    }

    @Test("2000 apps can be installed, and one more is refused", .behaviour("reliability A4"))
    func tooManyApps() {
        var machine = SystemMachine(profile: .ios8)
        for number in 0..<UInt64(Limits.installedApps) {
            let id = AppID(literal: "app\(number)")
            _ = machine.handle(
                .install(.test(id), StagedBundle(number), Ticket(number)), at: .zero)
        }
        let reaction = machine.handle(
            .install(.test(appA), StagedBundle(9999), Ticket(9999)), at: .zero)
        #expect(
            reaction.effects == [
                .discard(StagedBundle(9999)),
                .answer(Ticket(9999), .refused(Refusal(.tooManyApps))),
            ])
    }

    @Test(
        "An id that differs from an installed one in case alone is refused; another version isn't",
        .behaviour("reliability B2"))
    func looksLikeAnother() {
        var machine = SystemMachine(profile: .ios8)
        let id = AppID(literal: "org.example.Victim")
        _ = machine.handle(.install(.test(id), StagedBundle(1), Ticket(1)), at: .zero)
        let like = AppID(literal: "ORG.EXAMPLE.VICTIM")
        let reaction = machine.handle(
            .install(.test(like), StagedBundle(2), Ticket(2)), at: .zero)
        #expect(
            reaction.effects == [
                .discard(StagedBundle(2)),
                .answer(
                    Ticket(2), .refused(Refusal(.looksLikeAnother, detail: .name(id.name)))),
            ])
        #expect(machine.views.map(\.manifest.id) == [id])
        for (number, other) in [id, AppID(literal: "org.example.Victims")].enumerated() {
            let bundle = StagedBundle(UInt64(number) + 3)
            let reaction = machine.handle(
                .install(.test(other), bundle, Ticket(bundle.value)), at: .zero)
            #expect(reaction.effects.contains(.activate(bundle, other)))
        }
    }

    @Test("An update that waits for its app's end is known, also to the next daemon")
    func awaitedBundles() {
        let device = device(.terminating)
        #expect(device.machine.awaitedBundles == [])
        device.install(.test(appA, version: "2"))
        #expect(device.machine.awaitedBundles.count == 1)
        device.advance(by: .seconds(5))
        #expect(device.machine.awaitedBundles == [])
    }

    @Test("Shutting down ends every app in order, then stops", .behaviour("W3", "D2"))
    func shutDown() {
        let device = TestDevice(installing: .test(appA), .test(appB))
        device.behaviours[appB] = AppBehaviour(slow: ["willTerminate": .seconds(3)])
        device.open(appA)
        device.open(appB)
        device.ask { .shutDown($0) }
        let ticket = Ticket(device.lastTicket)
        #expect(device.calls(appB).contains("willTerminate"))
        #expect(!device.calls(appA).contains("willTerminate"))
        #expect(!device.stopped)
        #expect(device.open(appA).refusal == .shuttingDown)
        #expect(device.fetch(appA).refusal == .shuttingDown)
        #expect(device.install(.test(appA, version: "2")).refusal == .shuttingDown)
        device.advance(by: .seconds(3))
        #expect(device.stopped)
        #expect(device.answers[ticket] == .done)
        #expect(device.lastExit(appA)?.reason == .shutDown)
        #expect(device.sentence(appB) == "B is not running: the device was shut down (W3).")
    }
}
