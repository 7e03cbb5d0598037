import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceSimulation

@Suite("Conduct in the simulator") struct ConductTests {
    private func device(
        _ profile: PolicyProfile = .ios8, _ change: (inout AppBehaviour) -> Void
    ) throws -> SimulatedDevice {
        let apps = try ["A", "B"].map { name in
            AppManifest(
                id: try #require(AppID("app.\(name)")), name: name, version: "1", executable: name,
                groups: ["group.ab"])
        }
        let device = SimulatedDevice(profile: profile, apps: apps)
        var behaviour = AppBehaviour()
        change(&behaviour)
        device.perform(.behave(app: 0, behaviour))
        device.perform(.open(app: 0))
        device.advance(by: .seconds(1))
        return device
    }

    private func state(_ device: SimulatedDevice) -> AppState? {
        device.machine.view(device.apps[0].id)?.state
    }

    private func reasons(_ device: SimulatedDevice) -> [Reason] {
        device.decisions.filter { [.c1, .c2, .c3, .c4].contains($0.rule) }
            .filter { $0.kind != .transition }.map(\.reason)
    }

    @Test("A lock that is held at suspension ends the app, as on a device", .behaviour("C2"))
    func lock() throws {
        let device = try device { $0.holdsLock = true }
        device.perform(.home)
        device.advance(by: .seconds(1))
        #expect(state(device) == .notRunning)
        #expect(reasons(device) == [.heldSharedLock])
        #expect(device.finding == nil)
    }

    @Test("What burns CPU is throttled, then killed; what burns little isn't", .behaviour("C3"))
    func cpu() throws {
        for (percent, expected) in [(100, [Reason.cpuThrottled, .cpuExceeded]), (15, [])] {
            let device = try device { $0.burnsCPU = percent }
            device.perform(.beginTask(app: 0))
            device.perform(.home)
            device.advance(by: .seconds(170))
            #expect(reasons(device) == expected)
            #expect(state(device) == (expected.isEmpty ? .background : .notRunning))
            #expect(device.finding == nil)
        }
    }

    @Test("What draws in the background is killed", .behaviour("C1"))
    func gpu() throws {
        let device = try device { $0.usesGPU = true }
        device.perform(.beginTask(app: 0))
        device.perform(.home)
        device.advance(by: .seconds(20))
        #expect(reasons(device) == [.gpuUsedInBackground])
        #expect(state(device) == .notRunning)
    }

    @Test("A port is hidden while the app is suspended, and no longer", .behaviour("C4"))
    func port() throws {
        let device = try device { $0.listens = 8080 }
        device.perform(.home)
        device.advance(by: .seconds(1))
        let process = try #require(device.process(of: device.apps[0].id))
        #expect(process.use.hidesPorts)
        device.perform(.open(app: 0))
        device.advance(by: .seconds(1))
        #expect(!process.use.hidesPorts)
        #expect(reasons(device) == [.portsLeftOpen])
        #expect(device.finding == nil)
    }

    @Test(
        "A hosted program that is taken for an app of ours is measured, and that is found",
        .behaviour("Y6", "C4"))
    func hosted() throws {
        let bug = PlantedBug.hears("a hosted program is an app", .hostedIsUnlimited) { event in
            guard case .install(var manifest, let bundle, let ticket) = event else { return event }
            manifest.isHosted = false
            return .install(manifest, bundle, ticket)
        }
        let scenario = HostedDay.random(1, pauses: [2_000]) {
            for at in $0.indices { $0[at].isHosted = true }
        } _: { app, random in
            random.chance(percent: 50) ? .open(app: app) : .home
        }
        #expect(bug.run(scenario).finding?.invariant == .hostedIsUnlimited)
        #expect(Simulator.run(scenario).finding == nil)
    }
}
