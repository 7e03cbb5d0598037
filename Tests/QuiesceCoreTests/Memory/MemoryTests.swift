import TestSupport
import Testing

@testable import QuiesceCore

@Suite("Memory") struct MemoryTests {
    private let names = ["A", "B", "C", "D", "E"].map { AppID(literal: $0) }

    /// Five apps: A in front, B in the background with a task, C, D and E suspended.
    private func device() -> TestDevice {
        let device = TestDevice()
        for name in names { device.install(.test(name)) }
        for name in names.dropFirst(2) {
            device.open(name)
            device.home()
        }
        device.open(names[1])
        device.beginTask(names[1], 1)
        device.open(names[0])
        return device
    }

    private func footprints(_ device: TestDevice, _ megabytes: [UInt64]) -> [Footprint] {
        zip(names, megabytes).compactMap { name, megabytes in
            device.processes[name].map {
                Footprint(app: name, launch: $0.launch, bytes: megabytes * 1_000_000)
            }
        }
    }

    private func purged(_ device: TestDevice) -> [AppID] {
        device.decisions.filter { $0.kind == .kill && $0.reason == .memoryPressure }
            .compactMap(\.app)
    }

    @Test(
        "Suspended apps go first, the largest first, then those in the background; the one in front stays",
        .behaviour("M1", "M2", "W4", "reliability P10"))
    func order() {
        let device = device()
        let all = footprints(device, [900, 800, 10, 300, 200])
        let order = device.machine.purgeOrder(all, bytes: nil)
        #expect(order.map(\.app.name) == ["D", "E", "C", "B"])
        #expect(order.map(\.state) == [.suspended, .suspended, .suspended, .background])
        #expect(device.machine.purgeOrder(all, bytes: 400_000_000).map(\.app.name) == ["D", "E"])
        #expect(device.machine.purgeOrder(all, bytes: 300_000_000).map(\.app.name) == ["D"])
        #expect(device.machine.purgeOrder(all, bytes: 0).isEmpty)
        #expect(device.machine.purgeOrder(all, bytes: .max).count == 4)
    }

    @Test(
        "What an app was woken for when it was purged is delivered again, by a launch",
        .behaviour("W6", "M2"),
        arguments: [true, false])
    func purgedInWake(isFetch: Bool) throws {
        let device = TestDevice(installing: .test(names[0]))
        device.behaviours[names[0]] = AppBehaviour(completesAfter: nil)
        let answer = isFetch ? device.fetch(names[0]) : device.push(names[0])
        #expect(answer == .done)
        let handler = isFetch ? "performFetch" : "didReceiveRemoteNotification"
        #expect(device.calls(names[0]).last == handler)
        device.ask { .purge(bytes: nil, footprints(device, [100]), $0) }
        #expect(device.lastExit(names[0])?.reason == .memoryPressure)
        #expect(device.spawns(names[0]) == 2 && device.calls(names[0]).last == handler)
        #expect(device.machine.facts.contains { if case .wake = $0 { true } else { false } })
        device.complete(names[0], 1)
        #expect(device.state(names[0]) == .suspended)
        #expect(device.reasons(names[0], .wake).last == .completedNewData)
        #expect(!device.machine.facts.contains { if case .wake = $0 { true } else { false } })
        #expect(device.payloads.isEmpty)
    }

    @Test(
        "One that takes the memory itself, each time, isn't launched for it for ever",
        .behaviour("W6", "M2"))
    func purgedEachTime() {
        let device = TestDevice(installing: .test(names[0]))
        device.behaviours[names[0]] = AppBehaviour(completesAfter: nil)
        device.fetch(names[0])
        for _ in 1...10 { device.ask { .purge(bytes: nil, footprints(device, [100]), $0) } }
        #expect(device.spawns(names[0]) == 1 + Limits.purgesPerWake)
        #expect(device.reasons(names[0], .wake).last == .appEnded)
        #expect(device.state(names[0]) == .notRunning)
    }

    @Test(
        "Where there is swap, suspended apps are moved there once, the largest first, before any goes",
        .behaviour("M1"))
    func pagedOut() {
        let device = device()
        var pressure = MemoryPressure(
            level: .critical, bytes: 400_000_000,
            footprints: footprints(device, [900, 800, 10, 300, 200]), canPageOut: true)
        device.send(.memoryPressure(pressure))
        device.run()
        func moved() -> [String] {
            device.decisions.filter { $0.reason == .pagedOut }.compactMap(\.app?.name)
        }
        #expect(moved() == ["D", "E"])
        #expect(device.restraints[names[3]]?.last == .pageOut)
        device.advance(by: .seconds(1))
        // It wasn't enough: the rest is moved, then somebody has to go.
        device.send(.memoryPressure(pressure))
        #expect(moved() == ["D", "E", "C"])
        #expect(purged(device).isEmpty)
        device.advance(by: .seconds(1))
        pressure.bytes = 250_000_000
        device.send(.memoryPressure(pressure))
        device.run()
        #expect(moved() == ["D", "E", "C"])
        #expect(purged(device).map(\.name) == ["D"])
        // One that executed meanwhile has its memory back.
        device.open(names[2])
        device.open(names[0])
        device.advance(by: .seconds(1))
        device.send(.memoryPressure(pressure))
        #expect(moved() == ["D", "E", "C", "C"])
    }

    @Test(
        "Running apps are warned first, and have half a second before others are purged",
        .behaviour("M1", "M2"))
    func warnedFirst() {
        let device = device()
        let pressure = MemoryPressure(
            level: .critical, bytes: 400_000_000,
            footprints: footprints(device, [900, 800, 10, 300, 200]))
        device.send(.memoryPressure(pressure))
        device.run()
        #expect(device.calls(names[0]).last == "didReceiveMemoryWarning")
        #expect(device.calls(names[1]).last == "didReceiveMemoryWarning")
        #expect(purged(device).isEmpty)
        device.advance(by: .milliseconds(499))
        device.send(.memoryPressure(pressure))
        #expect(purged(device).isEmpty)
        device.advance(by: .milliseconds(1))
        device.send(.memoryPressure(pressure))
        device.run()
        #expect(purged(device).map(\.name) == ["D", "E"])
        // Without notice, and said why.
        #expect(!device.calls(names[3]).contains("willTerminate"))
        #expect(
            device.sentence(names[3])
                == "D is not running: it was purged when memory ran short, with 300 MB in use; free caches and images when it enters the background (M1)."
        )
        #expect(device.state(names[0]) == .active)
        #expect(device.state(names[1]) == .background)
        #expect(device.state(names[2]) == .suspended)
    }

    @Test(
        "With nobody left to suspend, an app in the background is ended with willTerminate",
        .behaviour("M2", "W3"))
    func background() {
        let device = device()
        let all = footprints(device, [900, 800, 10, 300, 200])
        let answer = device.ask { .purge(bytes: nil, all, $0) }
        #expect(answer == .done)
        #expect(purged(device).map(\.name) == ["D", "E", "C", "B"])
        #expect(device.calls(names[1]).last == "willTerminate")
        #expect(device.lastExit(names[1])?.rule == .m2)
        #expect(device.state(names[0]) == .active)
    }

    @Test("A shortage that goes on is warned of again only after a while", .behaviour("M2"))
    func hysteresis() {
        let device = device()
        let pressure = MemoryPressure(level: .warning, bytes: 1, footprints: [])
        for _ in 0..<20 {
            device.send(.memoryPressure(pressure))
            device.advance(by: .seconds(1))
        }
        let warned = device.calls(names[0]).count { $0 == "didReceiveMemoryWarning" }
        #expect(warned == 1)
        device.advance(by: .seconds(10))
        device.send(.memoryPressure(pressure))
        device.run()
        #expect(device.calls(names[0]).count { $0 == "didReceiveMemoryWarning" } == 2)
        #expect(purged(device).isEmpty)
    }

    @Test("A purged app is launched again for a fetch", .behaviour("W6", "M1"))
    func relaunched() {
        let device = device()
        _ = device.ask { .purge(bytes: 1, footprints(device, [0, 0, 50, 0, 0]), $0) }
        #expect(device.state(names[2]) == .notRunning)
        #expect(device.fetch(names[2]) == .done)
        #expect(device.spawns(names[2]) == 2)
    }

    @Test(
        "What was measured of an earlier launch is nobody's now", .behaviour("M1", "reliability P1")
    )
    func staleFootprint() {
        let device = device()
        let all = footprints(device, [0, 0, 500, 1, 1])
        device.quit(names[2])
        device.fetch(names[2])
        #expect(!device.machine.purgeOrder(all, bytes: nil).contains { $0.app == names[2] })
    }

    @Test("A memory warning that a tool sends purges nobody", .behaviour("D1", "M2"))
    func sentWarning() {
        let device = device()
        #expect(device.ask { .memoryWarning($0) } == .done)
        #expect(device.calls(names[0]).last == "didReceiveMemoryWarning")
        #expect(purged(device).isEmpty)
    }
}
