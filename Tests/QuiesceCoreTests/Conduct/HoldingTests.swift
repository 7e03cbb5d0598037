import TestSupport
import Testing

@testable import QuiesceCore

@Suite("What suspended apps hold") struct HoldingTests {
    private let a = AppID(literal: "A")
    private let b = AppID(literal: "B")
    private static let lock = HeldLock(group: "group.ab", file: "notes.db", kind: .posix)

    private func device(_ profile: PolicyProfile = .ios8, _ found: Findings) -> TestDevice {
        let device = TestDevice(profile)
        device.install(.test(a, groups: ["group.ab"]))
        device.install(.test(b, groups: ["group.ab"]))
        device.findings[a] = found
        device.open(a)
        return device
    }

    private func lastExit(_ device: TestDevice, _ app: AppID) -> Exit? {
        device.machine.facts.compactMap {
            if case .app(let fact) = $0, fact.manifest.id == app { fact.lastExit } else { nil }
        }.first
    }

    @Test(
        "An app that holds a lock on a shared file when it is suspended is killed, by a reason of its own",
        .behaviour("C2", "W2", "W4", "reliability P6"), arguments: [PolicyProfile.ios7, .ios8])
    func lock(profile: PolicyProfile) throws {
        let device = device(profile, Findings(locks: [Self.lock]))
        device.home()
        device.advance(by: .seconds(1))
        #expect(device.machine.view(a)?.state == .notRunning)
        let exit = try #require(lastExit(device, a))
        #expect(exit.reason == .heldSharedLock)
        #expect(exit.rule == .c2)
        #expect(exit.detail == .lock(Self.lock))
        #expect(!device.calls(a).contains("willTerminate"))
        let kill = try #require(device.decisions.first { $0.kind == .kill })
        #expect(kill.sentence.contains("0xDEAD10CC"))
        #expect(kill.sentence.contains("an fcntl lock on notes.db of group.ab"))
        #expect(kill.change?.contains("elease locks") == true)
    }

    @Test("What was found of an earlier suspension says nothing of this one", .behaviour("C2"))
    func stale() {
        let device = device(.ios8, Findings())
        device.home()
        device.advance(by: .seconds(1))
        device.open(a)
        let launch = device.machine.view(a)!.launch
        let found = Event.examined(
            a, launch, .suspended(freeze: 1), Findings(locks: [Self.lock]))
        device.send(found)
        #expect(device.machine.view(a)?.state == .active)
        device.home()
        device.advance(by: .seconds(1))
        device.send(found)
        #expect(device.machine.view(a)?.state == .suspended)
        device.send(
            .examined(a, launch, .suspended(freeze: 2), Findings(locks: [Self.lock])))
        device.run()
        #expect(device.machine.view(a)?.state == .notRunning)
    }

    @Test(
        "In ios4 it lives until an app that shares the container comes to the front",
        .behaviour("C2"))
    func contested() {
        let device = device(.ios4, Findings(locks: [Self.lock]))
        device.install(.test(AppID(literal: "C")))
        device.home()
        device.advance(by: .seconds(1))
        #expect(device.machine.view(a)?.state == .suspended)
        #expect(device.decisions.contains { $0.reason == .sharedLockKept && $0.rule == .c2 })
        device.open(AppID(literal: "C"))
        #expect(device.machine.view(a)?.state == .suspended)
        device.open(b)
        device.run()
        #expect(device.machine.view(a)?.state == .notRunning)
        #expect(lastExit(device, a)?.reason == .heldSharedLock)
    }

    @Test("In ios4 one that was thawed meanwhile holds it no longer", .behaviour("C2"))
    func released() {
        let device = device(.ios4, Findings(locks: [Self.lock]))
        device.home()
        device.advance(by: .seconds(1))
        device.findings[a] = Findings()
        device.open(a)
        device.home()
        device.advance(by: .seconds(1))
        device.open(b)
        device.run()
        #expect(device.machine.view(a)?.state == .suspended)
    }

    @Test(
        "Sockets left open are told once, hidden while the app is suspended, and its own again when it executes",
        .behaviour("C4", "W2"))
    func ports() throws {
        let device = device(.ios8, Findings(ports: [OpenPort(.tcp, 8080), OpenPort(.udp, 53)]))
        for _ in 0..<2 {
            device.home()
            device.advance(by: .seconds(1))
            #expect(device.machine.view(a)?.state == .suspended)
            #expect(restraints(device, a).last == .ports(hidden: true))
            device.open(a)
            #expect(restraints(device, a).last == .ports(hidden: false))
        }
        #expect(restraints(device, a).count == 4)
        let told = device.decisions.filter { $0.reason == .portsLeftOpen }
        #expect(told.count == 1)
        #expect(told.first?.sentence.contains("tcp 8080, udp 53") == true)
        #expect(device.machine.why(a)?.refusals.contains { $0.reason == .portsLeftOpen } == true)
    }

    @Test(
        "A hosted program's sockets stay open to others while it is suspended, and none is told of",
        .behaviour("Y6", "C4"))
    func portsOfHosted() {
        let device = TestDevice(.ios8)
        device.install(.hosted(a))
        device.findings[a] = Findings(ports: [OpenPort(.tcp, 8080)])
        device.open(a)
        device.home()
        device.advance(by: .seconds(1))
        #expect(device.machine.view(a)?.state == .suspended)
        #expect(!device.decisions.contains { $0.reason == .portsLeftOpen })
        #expect(restraints(device, a).allSatisfy { $0 != .ports(hidden: true) })
    }

    @Test("In ios4 sockets left open are told only", .behaviour("C4"))
    func portsInOldSystem() {
        let device = device(.ios4, Findings(ports: [OpenPort(.tcp, 8080)]))
        device.home()
        device.advance(by: .seconds(1))
        #expect(device.decisions.contains { $0.reason == .portsLeftOpen })
        #expect(restraints(device, a).isEmpty)
    }

    @Test(
        "What the daemon hadn't heard when it died is asked again by the next",
        .behaviour("C2", "reliability P8"))
    func restart() throws {
        let device = device(.ios8, Findings())
        device.home()
        device.advance(by: .seconds(1))
        #expect(device.machine.view(a)?.state == .suspended)
        device.findings[a] = Findings(locks: [Self.lock])
        try device.restartDaemon()
        device.advance(by: .seconds(1))
        #expect(lastExit(device, a)?.reason == .heldSharedLock)
    }
}

/// The app's restraints, without its precedence for the CPU, which is another matter.
private func restraints(_ device: TestDevice, _ app: AppID) -> [Restraint] {
    (device.restraints[app] ?? []).filter {
        if case .precedence = $0 { false } else { true }
    }
}
