import TestSupport
import Testing

@testable import QuiesceCore

@Suite("Accessories that come and go") struct AccessoryTests {
    /// App A has the mode, app B hasn't; both speak to scales.
    private func device(_ profile: PolicyProfile = .ios8) -> TestDevice {
        TestDevice(
            profile,
            installing: .test(appA, modes: [.externalAccessory], accessories: [scaleProtocol]),
            .test(appB, modes: [], accessories: [scaleProtocol, "org.example.other"]))
    }

    @Test(
        "An app in front hears what is connected and disconnected, if it speaks its protocol",
        .behaviour("E2", "Q4"))
    func inFront() {
        let device = device()
        device.open(appB)
        device.plug(.test("Lamp", speaking: ["org.example.lamp"]))
        device.plug()
        device.plug(.test("Other", speaking: ["org.example.third", "org.example.other"]))
        #expect(device.toldAccessories(appB) == [["Scale"], ["Scale", "Other"]])
        device.unplug()
        #expect(device.toldAccessories(appB).last == ["Other"])
    }

    @Test("What is connected at a launch is there, and no news", .behaviour("E2"))
    func atLaunch() {
        let device = device()
        device.plug()
        device.open(appA)
        #expect(device.toldAccessories(appA).isEmpty)
        let launch = device.processes[appA]?.launch ?? Launch(number: 0)
        #expect(device.machine.accessoriesTold(to: appA, launch)?.map(\.name) == ["Scale"])
        device.unplug()
        #expect(device.toldAccessories(appA) == [[]])
    }

    @Test("That others follow where the device is changes nothing of it", .behaviour("E2"))
    func besideLocation() {
        let device = device()
        device.plug()
        device.open(appB)
        device.ask(appB, location: .startSignificant)
        device.open(appA)
        let launch = device.processes[appA]?.launch ?? Launch(number: 0)
        #expect(device.machine.accessoriesTold(to: appA, launch)?.map(\.name) == ["Scale"])
        #expect(device.toldAccessories(appB).last == [])
    }

    @Test(
        "A suspended app with the mode is woken when an accessory is connected or disconnected",
        .behaviour("E2"))
    func wakes() {
        let device = device()
        device.open(appA)
        device.home()
        device.advance(by: .seconds(30))
        #expect(device.state(appA) == .suspended)
        device.defaultBehaviour.completesAfter = .seconds(1)
        device.plug()
        #expect(device.state(appA) == .background)
        #expect(device.toldAccessories(appA) == [["Scale"]])
        device.advance(by: .seconds(30))
        #expect(device.state(appA) == .suspended)
        device.unplug()
        #expect(device.toldAccessories(appA) == [["Scale"], []])
    }

    @Test(
        "Out of sight and still running, it hears all the same, and is not suspended before",
        .behaviour("E2"))
    func background() {
        let device = device()
        device.open(appA)
        device.beginTask(appA, 1)
        device.home()
        device.plug()
        #expect(device.toldAccessories(appA) == [["Scale"]])
        #expect(device.decisions.contains { $0.reason == .wokenForAccessory })
    }

    @Test(
        "An app that does not run is not launched, nor one that its user has ended",
        .behaviour("E2", "W6", "U2"))
    func notLaunched() {
        let device = device()
        device.plug()
        #expect(device.state(appA) == .notRunning)
        device.open(appA)
        device.home()
        device.advance(by: .seconds(30))
        device.quit(appA)
        device.unplug()
        device.advance(by: .seconds(30))
        #expect(device.state(appA) == .notRunning)
        let why =
            device.machine.whyNot(appA, .accessory(.present([])), at: device.now)?.sentence ?? ""
        #expect(why.contains("does not run") || why.contains("force"), "\(why)")
    }

    @Test(
        "Without the mode being left disconnects what is connected, and coming back connects it again",
        .behaviour("E3"), arguments: [appA, appB])
    func left(app: AppID) {
        // In iOS 4 nobody has the mode.
        let device = device(app == appA ? .ios4 : .ios8)
        device.open(app)
        device.plug()
        device.home()
        device.advance(by: .seconds(30))
        #expect(device.state(app) == .suspended)
        #expect(device.toldAccessories(app) == [["Scale"], []])
        device.open(app)
        #expect(device.toldAccessories(app) == [["Scale"], [], ["Scale"]])
    }

    @Test("It has heard of the disconnection before it is suspended", .behaviour("E3"))
    func heardBefore() {
        let device = device()
        device.defaultBehaviour.slow = ["accessories": .seconds(2)]
        device.open(appB)
        device.plug()
        device.advance(by: .seconds(5))
        device.home()
        device.advance(by: .seconds(1))
        #expect(device.state(appB) == .background)
        device.advance(by: .seconds(5))
        #expect(device.state(appB) == .suspended)
        #expect(device.toldAccessories(appB) == [["Scale"], []])
    }

    @Test(
        "One that hangs over it is ended, as over any callback of being left",
        .behaviour("E3", "W1"))
    func hangs() {
        let device = device()
        device.open(appB)
        device.plug()
        device.defaultBehaviour.ignores = ["accessories"]
        device.home()
        device.advance(by: .seconds(30))
        #expect(device.state(appB) == .notRunning)
    }

    @Test("What changed while it was away it hears at once, as what is different", .behaviour("Q1"))
    func netChange() {
        let device = device()
        device.open(appB)
        device.plug()
        device.plug(.test("Other"))
        device.home()
        device.advance(by: .seconds(30))
        for _ in 1...3 {
            device.unplug()
            device.plug()
        }
        device.unplug(.test("Other"))
        device.plug(.test("Third"))
        device.open(appB)
        let told = device.toldAccessories(appB)
        #expect(told.count == 4)
        #expect(told.last == ["Scale", "Third"])
    }

    @Test("Another device at the same place is another accessory", .behaviour("E2"))
    func another() {
        let device = device()
        device.open(appA)
        device.plug(.test(identity: "usb:1.4"))
        device.unplug(.test(identity: "usb:1.4"))
        device.plug(.test(identity: "usb:1.5"))
        let told = device.accessoryNews(appA).compactMap {
            if case .present(let accessories) = $0 { accessories.first?.connection } else { nil }
        }
        #expect(told == [1, 2])
    }

    @Test(
        "As many may be connected as there is room for, and no two simulated ones of a name",
        .behaviour("D1"))
    func limits() {
        let device = device()
        for number in 1...Limits.accessories { device.plug(.test("\(number)")) }
        let answer = device.ask { .accessory(.plugged(.test("more"), $0)) }
        #expect(answer == .refused(Refusal(.tooManyAccessories, rule: .q1)))
        device.unplug(.test("1"))
        #expect(
            device.ask { .accessory(.plugged(.test("Mine", isSimulated: true), $0)) } == .done)
        device.unplug(.test("2"))
        let again = device.ask {
            .accessory(.plugged(.test("Mine", identity: "x", isSimulated: true), $0))
        }
        #expect(again == .refused(Refusal(.accessoryNameTaken, rule: .d1, detail: .name("Mine"))))
        #expect(device.ask { .accessory(.disconnect(name: "Mine", $0)) } == .done)
        let gone = device.ask { .accessory(.disconnect(name: "3", $0)) }
        #expect(gone == .refused(Refusal(.notConnected, rule: .d1, detail: .name("3"))))
    }

    @Test(
        "A simulated one may have the name of a real one, and is taken away by itself",
        .behaviour("D1"))
    func names() {
        let device = device()
        device.plug(.test("Scale"))
        for name in ["Scale", "Other"] {
            let played = PluggedAccessory.test(name, identity: "sim:\(name)", isSimulated: true)
            #expect(device.ask { .accessory(.plugged(played, $0)) } == .done)
        }
        device.plug(.test("Other"))
        #expect(device.machine.accessoryViews.count == 4)
        #expect(device.ask { .accessory(.disconnect(name: "Scale", $0)) } == .done)
        #expect(
            device.machine.accessoryViews.map(\.plugged.identity) == [
                "usb:Scale", "sim:Other", "usb:Other",
            ])
    }

    @Test(
        "A device that is shut down in order and started again has nothing connected",
        .behaviour("E2"))
    func startedAgain() {
        let device = device()
        device.open(appA)
        device.plug()
        device.talk(appA)
        device.ask { .shutDown($0) }
        device.advance(by: .seconds(30))
        // By the same daemon, which knows what there was.
        device.send(.restarted([], deviceRestarted: true, launching: true))
        device.run()
        #expect(device.machine.accessoryViews.isEmpty)
    }

    @Test("An app that is uninstalled takes nothing from another", .behaviour("E2"))
    func uninstalled() {
        let device = device()
        device.open(appA)
        device.plug()
        device.talk(appA)
        device.home()
        device.open(appB)
        device.ask { .uninstall(appB, $0) }
        #expect(device.openWires == [1])
        let launch = device.processes[appA]?.launch ?? Launch(number: 0)
        #expect(device.machine.accessoriesTold(to: appA, launch)?.map(\.name) == ["Scale"])
    }

    @Test("Nobody is told anything of them while the device shuts down", .behaviour("E2"))
    func shutsDown() {
        let device = device()
        device.behaviours[appB] = AppBehaviour(slow: ["willTerminate": .seconds(3)])
        device.open(appB)
        device.ask { .shutDown($0) }
        device.plug()
        #expect(device.toldAccessories(appB).isEmpty)
    }

    @Test("A restart of the device forgets what was connected", .behaviour("E2"))
    func restart() {
        let device = device()
        device.open(appA)
        device.plug()
        device.talk(appA)
        device.restartDevice()
        #expect(device.machine.accessoryViews.isEmpty)
        #expect(device.openWires.isEmpty)
    }
}
