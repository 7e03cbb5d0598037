import TestSupport
import Testing

@testable import QuiesceCore

@Suite("Apps that wait for calls are launched again") struct RelaunchTests {
    private func device(_ profile: PolicyProfile = .ios8) -> TestDevice {
        let device = TestDevice(
            profile, installing: .test(appA, modes: [.voip]), .test(appB, modes: [.audio]))
        device.waitForCalls(appA, by: 5)
        device.advance(by: .seconds(5))
        return device
    }

    @Test(
        "After an end that it didn't mean, purges among them, and it connects anew",
        .behaviour("V6", "V4"),
        arguments: [ExitStatus.exited(code: 1), .signalled(11), .outOfMemory, .signalled(9)])
    func relaunched(status: ExitStatus) {
        let device = device()
        device.die(appA, status)
        #expect(device.state(appA) == .notRunning)
        device.advance(by: .seconds(120))
        #expect(device.state(appA) == .suspended)
        #expect(device.voipNews(appA) == [.connect])
        #expect(device.voipView(appA)?.sockets == [])
        #expect(device.reasons(appA).contains(.voipRelaunched))
        #expect(
            device.heard[appA]?.contains {
                if case .finishLaunching(toForeground: false, .voip, _) = $0 { true } else { false }
            } == true)
    }

    @Test(
        "One that is due while the device shuts down sets no timer, and waits for the start",
        .behaviour("V3", "V6"))
    func whileShuttingDown() throws {
        let device = device()
        // The device waits for it.
        device.behaviours[appB] = AppBehaviour(slow: ["willTerminate": .seconds(3)])
        device.open(appB)
        device.die(appA, .signalled(11))
        device.ask { .shutDown($0) }
        device.advance(by: .milliseconds(1_500))
        #expect(try #require(device.machine.timerAt) > device.now.instant)
    }

    @Test("Not after it has exited, and not after the user has removed it", .behaviour("V6", "U2"))
    func stays() {
        let exited = device()
        exited.die(appA, .exited(code: 0))
        exited.advance(by: .seconds(3_600))
        #expect(exited.state(appA) == .notRunning)
        let quit = device(.ios4)
        quit.quit(appA)
        quit.advance(by: .seconds(3_600))
        #expect(quit.state(appA) == .notRunning)
    }

    @Test("One that ends again and again is launched less and less", .behaviour("V6"))
    func backsOff() {
        let device = device()
        device.defaultBehaviour.dies["connect"] = .signalled(9)
        device.die(appA, .signalled(9))
        device.advance(by: .seconds(6 * 3_600))
        let launches = device.voipNews(appA).count
        #expect((8...60).contains(launches), "\(launches)")
    }

    /// It is said that it is launched again, so long after now and not before.
    private func expectRelaunch(_ device: TestDevice, after seconds: Int64) {
        func said() -> Int { device.reasons(appA).count { $0 == .voipRelaunched } }
        let before = said()
        device.advance(by: .seconds(seconds) - .milliseconds(1))
        #expect(said() == before)
        device.advance(by: .milliseconds(1))
        #expect(said() == before + 1)
        // It is launched once it may be after a crash (W5).
        device.advance(by: .seconds(300))
        #expect(device.state(appA) == .suspended)
    }

    @Test(
        "A second after its end, twice as long each time, and a second again after ten minutes in peace, or in front",
        .behaviour("V6"))
    func pauses() {
        let device = device()
        for pause in [1, 2, 4, 8] as [Int64] {
            device.die(appA, .exited(code: 1))
            expectRelaunch(device, after: pause)
        }
        device.advance(by: .seconds(600))
        for pause in [1, 2, 4] as [Int64] {
            device.die(appA, .exited(code: 1))
            expectRelaunch(device, after: pause)
        }
        device.open(appA)
        device.home()
        device.die(appA, .exited(code: 1))
        expectRelaunch(device, after: 1)
    }

    @Test("Each in its own time, whenever another's has come", .behaviour("V6"))
    func apart() {
        let device = device()
        device.install(.test(appB, modes: [.voip]))
        device.open(appB)
        device.home()
        device.die(appA, .exited(code: 1))
        expectRelaunch(device, after: 1)
        device.die(appA, .exited(code: 1))
        device.die(appB, .exited(code: 1))
        device.advance(by: .seconds(1))
        #expect(device.reasons(appB).contains(.voipRelaunched))
        #expect(device.reasons(appA).count { $0 == .voipRelaunched } == 1)
        device.advance(by: .seconds(1))
        #expect(device.reasons(appA).count { $0 == .voipRelaunched } == 2)
    }

    @Test("Right after the device has started", .behaviour("V3"))
    func atStart() {
        let device = device()
        device.restartDevice()
        device.run()
        device.advance(by: .seconds(2))
        #expect(device.state(appA) == .suspended)
        #expect(device.state(appB) == .notRunning)
        #expect(device.voipNews(appA).last == .connect)
        #expect(device.reasons(appA).contains(.voipAtStart))
    }

    @Test("Not one that was never opened", .behaviour("V3"))
    func neverOpened() {
        let device = TestDevice(.ios8, installing: .test(appA, modes: [.voip]))
        device.restartDevice()
        device.advance(by: .seconds(60))
        #expect(device.state(appA) == .notRunning)
    }

    @Test("With a passcode, after the first unlock", .behaviour("V3", "U3"))
    func afterUnlock() {
        let device = device()
        device.passcode(.set)
        device.restartDevice()
        device.advance(by: .seconds(60))
        #expect(device.state(appA) == .notRunning)
        device.passcode(.accepted)
        device.advance(by: .seconds(2))
        #expect(device.state(appA) == .suspended)
        #expect(device.voipNews(appA).last == .connect)
    }

    @Test(
        "A new daemon asks the shell for the sockets, and the app for what it can't get",
        .behaviour("V1", "W4"))
    func newDaemon() throws {
        let device = device()
        device.startDaemon(with: device.machine)
        device.run()
        let launch = try #require(device.processes[appA]?.launch)
        #expect(
            device.effects.contains(
                .voip(.recover(appA, launch, [KeptSocket(5, .tcp)]))))
        #expect(device.isWatched(appA))
        #expect(device.voipSteps(appA).suffix(2).last == .watch(appA, launch, isOn: true))
        #expect(device.voipSteps(appA).count { $0 == .watch(appA, launch, isOn: true) } == 2)
        device.send(.voip(.lost(appA, launch, descriptor: 5)))
        device.run()
        #expect(device.voipNews(appA) == [.traffic(descriptor: 5)])
    }

    @Test(
        "Of the sockets that a new daemon can't get the app hears once, and keeps the others",
        .behaviour("V1"))
    func lost() throws {
        let device = TestDevice(
            .ios8, installing: .test(appA, modes: [.voip]), .test(appB, modes: [.voip]))
        device.open(appB)
        device.waitForCalls(appA, by: 5, 6, 7)
        device.startDaemon(with: device.machine)
        device.run()
        #expect(device.voipSteps(appB).isEmpty, "it had none")
        let launch = try #require(device.processes[appA]?.launch)
        device.defaultBehaviour.completesAfter = .seconds(1)
        for descriptor in [5, 7] as [Int32] {
            device.send(.voip(.lost(appA, launch, descriptor: descriptor)))
        }
        device.run()
        #expect(device.voipNews(appA) == [.traffic(descriptor: 5)])
        #expect(device.voipView(appA)?.sockets.map(\.descriptor) == [6])
        device.advance(by: .seconds(2))
        #expect(device.isWatched(appA))
    }
}
