import TestSupport
import Testing

@testable import QuiesceCore

@Suite("Woken and launched for Bluetooth") struct BluetoothWakeTests {
    @Test(
        "A suspended app stays connected, is woken for a value, and suspended again",
        .behaviour("B1"))
    func woken() {
        let device = TestDevice.withBelt()
        device.leave(appA)
        #expect(device.state(appA) == .suspended)
        #expect(device.demand?.connections == [TestDevice.belt])
        #expect(
            device.demand?.notifying == [.init(peripheral: TestDevice.belt, handle: 0x11)])
        device.beat()
        #expect(device.values(appA) == ["AEg="])
        #expect(device.bluetoothWakes(appA) == 1)
        device.advance(by: .seconds(20))
        #expect(device.state(appA) == .suspended)
    }

    @Test("It has ten seconds, and a task extends them", .behaviour("B1", "T1"))
    func limit() {
        let slow = TestDevice.withBelt()
        slow.leave(appA)
        slow.defaultBehaviour.completesAfter = nil
        slow.beat()
        slow.advance(by: .seconds(9))
        #expect(slow.state(appA) == .background)
        slow.advance(by: .seconds(1))
        #expect(slow.state(appA) == .notRunning)
        let device = TestDevice.withBelt()
        device.leave(appA)
        device.defaultBehaviour.completesAfter = .seconds(5)
        device.beat()
        device.beginTask(appA, 1)
        device.advance(by: .seconds(60))
        #expect(device.state(appA) == .background)
    }

    @Test("It is woken for a disconnection, asks anew, and for the connection", .behaviour("B1"))
    func connections() {
        let device = TestDevice.withBelt()
        device.leave(appA)
        device.defaultBehaviour.completesAfter = .seconds(1)
        device.report(.disconnected(TestDevice.belt, .lost))
        #expect(
            device.bluetoothNews(appA).last
                == .disconnected(peripheral: TestDevice.belt, failure: .lost))
        #expect(device.demand?.connections.isEmpty == true)
        device.ask(appA, bluetooth: .connect(manager: "#1", peripheral: TestDevice.belt))
        device.advance(by: .seconds(20))
        #expect(device.state(appA) == .suspended)
        device.report(.connected(KnownPeripheral(TestDevice.belt, name: "Belt")))
        #expect(
            device.bluetoothNews(appA).last
                == .connected(peripheral: TestDevice.belt, name: "Belt"))
        #expect(device.bluetoothWakes(appA) == 2)
    }

    @Test(
        "Without the mode nobody is woken: values wait, and are told in order once it is back",
        .behaviour("B1", "O4"))
    func withoutMode() {
        let device = TestDevice.withBelt([])
        device.leave(appA)
        for value in ["AA==", "AQ==", "Ag=="] { device.beat(value) }
        device.report(.disconnected(TestDevice.belt, .lost))
        device.advance(by: .seconds(60))
        #expect(device.bluetoothWakes(appA) == 0)
        #expect(device.values(appA).isEmpty)
        #expect(device.reasons(appA, .refuse).filter { $0 == .modeNotDeclared }.count == 1)
        device.open(appA)
        #expect(device.values(appA) == ["AA==", "AQ==", "Ag=="])
        #expect(
            device.bluetoothNews(appA).last
                == .disconnected(peripheral: TestDevice.belt, failure: .lost))
    }

    @Test(
        "News that come while it executes out of sight keep it awake until it has handled them",
        .behaviour("B1", "S5"))
    func executing() {
        let device = TestDevice.withBelt()
        device.defaultBehaviour.completesAfter = .milliseconds(500)
        device.beginTask(appA, 1)
        device.leave(appA)
        device.beat("AA==")
        device.beat("AQ==")
        #expect(device.bluetoothWakes(appA) == 1)
        device.endTask(appA, 1)
        #expect(device.state(appA) == .background)
        device.advance(by: .seconds(2))
        #expect(device.state(appA) == .suspended)
        #expect(device.values(appA) == ["AA==", "AQ=="])
    }

    @Test(
        "A hundred values a second: nothing is lost, and it is woken as often as it may be",
        .behaviour("B1"))
    func chatty() {
        let device = TestDevice.withBelt()
        device.leave(appA)
        for second in 0..<30 {
            for value in 0..<100 {
                device.beat(AttributeValue.base64([UInt8(second), UInt8(value)]))
            }
            device.advance(by: .seconds(1))
        }
        device.advance(by: .seconds(20))
        let values = device.values(appA)
        let said = (0..<3_000).map { AttributeValue.base64([UInt8($0 / 100), UInt8($0 % 100)]) }
        #expect(values == said)
        #expect(device.bluetoothWakes(appA) <= Limits.bluetoothWakes + 31)
        #expect(device.reasons(appA, .refuse).contains(.bluetoothRationed))
    }

    @Test("One wake-up has all that waits", .behaviour("B1"))
    func together() {
        let device = TestDevice.withBelt()
        device.leave(appA)
        for _ in 0..<Limits.bluetoothWakes { device.beat() }
        device.advance(by: .milliseconds(10))
        let before = device.bluetoothWakes(appA)
        for value in 0..<50 { device.beat(AttributeValue.base64([UInt8(value)])) }
        #expect(device.values(appA).count == Limits.bluetoothWakes)
        device.advance(by: .seconds(3))
        #expect(device.bluetoothWakes(appA) == before + 1)
        #expect(device.values(appA).count == Limits.bluetoothWakes + 50)
    }

    @Test("Beyond what is kept the oldest values go, and that is said", .behaviour("B1"))
    func full() {
        let device = TestDevice.withBelt([])
        device.leave(appA)
        for value in 0..<1_000 {
            device.beat(AttributeValue.base64([UInt8(value / 256), UInt8(value % 256)]))
        }
        device.report(.disconnected(TestDevice.belt, .lost))
        device.open(appA)
        let newest = (1_001 - Limits.heldBluetoothNews..<1_000).map {
            AttributeValue.base64([UInt8($0 / 256), UInt8($0 % 256)])
        }
        #expect(device.values(appA) == newest)
        #expect(device.reasons(appA, .deliver).contains(.bluetoothMerged))
        #expect(
            device.bluetoothNews(appA).last
                == .disconnected(peripheral: TestDevice.belt, failure: .lost))
    }

    @Test("Large values are handed over in parts that fit into a datagram")
    func batches() {
        let device = TestDevice.withBelt([])
        device.leave(appA)
        let value = AttributeValue.base64([UInt8](repeating: 7, count: 512))
        for _ in 0..<200 { device.beat(value) }
        device.beat(value + "AAAA")
        device.open(appA)
        device.advance(by: .seconds(1))
        #expect(device.values(appA).count == 200)
        for case .bluetooth(let call) in device.heard[appA] ?? [] { #expect(call.news.count <= 40) }
    }

    @Test("It may be woken ten times at once, and then once a second", .behaviour("B1"))
    func quota() {
        let device = TestDevice.withBelt()
        device.leave(appA)
        for _ in 0..<20 { device.beat() }
        #expect(device.bluetoothWakes(appA) == 10)
        for seconds in 1...5 {
            device.advance(by: .seconds(1))
            for _ in 0..<5 { device.beat() }
            #expect(device.bluetoothWakes(appA) == 10 + seconds)
        }
        #expect(device.reasons(appA, .refuse).contains(.bluetoothRationed))
    }

    @Test(
        "That its service is published wakes nobody: it hears so when it executes", .behaviour("B2")
    )
    func notWorthIt() {
        let device = TestDevice.withBluetooth([.bluetoothCentral, .bluetoothPeripheral])
        device.ask(appA, bluetooth: .open(manager: "b", role: .peripheral, restores: false))
        device.ask(appA, bluetooth: .publish(manager: "b", service: PeripheralTests.battery))
        device.leave(appA)
        device.report(.published(appA, manager: "b", service: "180F", nil))
        device.advance(by: .seconds(60))
        #expect(device.bluetoothWakes(appA) == 0)
        device.open(appA)
        #expect(
            device.bluetoothNews(appA).last
                == .published(manager: "b", service: "180F", failure: nil))
    }

    @Test("A profile that doesn't know the mode wakes nobody", .behaviour("O4"))
    func unknownToProfile() {
        let device = TestDevice.withBluetooth([.bluetoothCentral], .ios4)
        device.connect(appA)
        device.leave(appA)
        device.beat()
        #expect(device.bluetoothWakes(appA) == 0)
        #expect(device.reasons(appA, .refuse).contains(.modeUnknownToProfile))
    }

    // MARK: Launched

    @Test(
        "An app that has ended is launched for its restorable manager, told what there was, and then the value",
        .behaviour("B3", "W6"))
    func launched() {
        let device = TestDevice.withBelt(restores: "belt")
        device.leave(appA)
        device.die(appA, .signalled(11))
        #expect(device.demand?.connections == [TestDevice.belt])
        device.advance(by: .seconds(120))
        device.heard[appA] = []
        device.defaultBehaviour.completesAfter = .seconds(2)
        device.beat()
        let calls = device.heard[appA] ?? []
        #expect(
            calls.contains {
                if case .finishLaunching(false, .bluetooth(["belt"], []), _) = $0 {
                    true
                } else {
                    false
                }
            })
        let peripheral = RestoredPeripheral(
            KnownPeripheral(TestDevice.belt, name: "Belt", isConnected: true),
            services: [TestDevice.heart], notifying: [0x11])
        #expect(
            device.bluetoothNews(appA) == [
                .restored(
                    manager: "belt", role: .central, RestoredManager(peripherals: [peripheral])),
                .value(peripheral: TestDevice.belt, handle: 0x11, value: "AEg="),
            ])
        // Its manager is made again, and isn't told twice.
        device.ask(appA, bluetooth: .open(manager: "belt", role: .central, restores: true))
        #expect(device.bluetoothNews(appA).last == .opened(manager: "belt", role: .central))
        #expect(device.bluetoothNews(appA).count == 3)
    }

    @Test("Values that come while it is launched are told after the one that it is launched for")
    func order() {
        let device = TestDevice.withBelt(restores: "belt")
        device.leave(appA)
        device.die(appA, .exited(code: 0))
        device.advance(by: .seconds(60))
        device.defaultBehaviour.slow = ["didFinishLaunching": .seconds(2)]
        for value in ["AA==", "AQ==", "Ag=="] { device.beat(value) }
        device.advance(by: .seconds(10))
        #expect(device.values(appA) == ["AA==", "AQ==", "Ag=="])
    }

    @Test("One that has crashed is launched once it may be again", .behaviour("B3", "W5"))
    func crashed() {
        let device = TestDevice.withBelt(restores: "belt")
        device.leave(appA)
        device.die(appA, .signalled(11))
        device.beat()
        #expect(device.state(appA) == .notRunning)
        device.advance(by: .seconds(120))
        #expect(device.values(appA) == ["AEg="])
    }

    @Test("One whose user opens it is told what there was, too", .behaviour("B3"))
    func opened() {
        let device = TestDevice.withBelt(restores: "belt")
        device.leave(appA)
        device.die(appA, .exited(code: 0))
        device.open(appA)
        device.ask(appA, bluetooth: .open(manager: "belt", role: .central, restores: true))
        #expect(
            device.bluetoothNews(appA).suffix(2).map(\.role) == [.central, .central])
        guard
            case .restored("belt", .central, let restored)? = device.bluetoothNews(appA).dropLast()
                .last
        else {
            Issue.record("nothing is restored")
            return
        }
        #expect(restored.peripherals.map(\.peripheral.identifier) == [TestDevice.belt])
    }

    @Test(
        "Nothing is left of one without a restore identifier, without the mode, or that the user force-quit",
        .behaviour("B3", "U2"))
    func notLaunched() {
        let plain = TestDevice.withBelt()
        plain.die(appA, .exited(code: 0))
        #expect(plain.demand == nil)
        let modeless = TestDevice.withBelt([], restores: "belt")
        modeless.die(appA, .exited(code: 0))
        #expect(modeless.demand == nil)
        let quit = TestDevice.withBelt(restores: "belt")
        quit.home()
        quit.quit(appA)
        quit.advance(by: .seconds(20))
        #expect(quit.state(appA) == .notRunning)
        #expect(quit.demand == nil)
        quit.beat()
        quit.advance(by: .seconds(60))
        #expect(quit.state(appA) == .notRunning)
        #expect(quit.stored["bluetooth/" + appA.name] == nil)
    }

    @Test(
        "One that only scans is launched for what it looks for, also after a restart of the device",
        .behaviour("B3"), arguments: [true, false])
    func scans(restarts: Bool) {
        let device = TestDevice.withBluetooth(restores: "belt")
        device.ask(appA, bluetooth: .scan(manager: "belt", services: ["180D"], duplicates: false))
        device.leave(appA)
        device.die(appA, .exited(code: 0))
        if restarts {
            device.restartDevice()
            device.send(.bluetooth(.adapter(.on)))
        }
        #expect(device.demand?.scan?.services == ["180D"])
        for service in ["181D", "180D"] {
            device.report(
                .discovered(
                    KnownPeripheral(TestDevice.belt), BluetoothAdvertisement(services: [service]),
                    signal: -service.utf8.count))
            #expect(device.bluetoothWakes(appA) == (service == "180D" ? 1 : 0))
        }
        guard
            case .restored("belt", .central, let restored)? = device.bluetoothNews(appA).dropLast()
                .last
        else {
            Issue.record("\(device.bluetoothNews(appA))")
            return
        }
        #expect(restored.scan == ["180D"])
    }

    // MARK: Restarts

    @Test(
        "A new daemon asks for all of it anew, and what has ended meanwhile is told",
        .behaviour("B1"))
    func newDaemon() throws {
        let device = TestDevice.withBelt()
        device.leave(appA)
        try device.restartDaemon()
        #expect(device.demand?.connections == [TestDevice.belt])
        device.send(.bluetooth(.adapter(.on)))
        device.report(.present([KnownPeripheral(TestDevice.belt, name: "Belt")]))
        #expect(device.bluetoothWakes(appA) == 0)
        device.beat()
        #expect(device.values(appA) == ["AEg="])
        device.advance(by: .seconds(20))
        try device.restartDaemon()
        device.send(.bluetooth(.adapter(.on)))
        device.report(.present([]))
        #expect(
            device.bluetoothNews(appA).last
                == .disconnected(peripheral: TestDevice.belt, failure: .lost))
    }

    @Test("What a daemon's end left unanswered has failed", .behaviour("B1"))
    func unanswered() throws {
        let device = TestDevice.withBelt()
        device.ask(appA, bluetooth: .read(peripheral: TestDevice.belt, handle: 0x13))
        try device.restartDaemon()
        device.advance(by: .seconds(3))
        #expect(
            device.bluetoothNews(appA).last
                == .readFailed(peripheral: TestDevice.belt, handle: 0x13, failure: .failed))
    }

    @Test(
        "After a restart of the device its restorable managers are asked for anew, and launch it",
        .behaviour("B3"))
    func newDevice() {
        let device = TestDevice.withBelt(restores: "belt")
        device.leave(appA)
        device.restartDevice()
        #expect(device.state(appA) == .notRunning)
        #expect(device.demand?.connections == [TestDevice.belt])
        device.send(.bluetooth(.adapter(.on)))
        device.report(.present([]))
        #expect(device.state(appA) == .notRunning)
        device.report(.connected(KnownPeripheral(TestDevice.belt, name: "Belt")))
        #expect(
            device.bluetoothNews(appA).last
                == .connected(peripheral: TestDevice.belt, name: "Belt"))
    }

    @Test(
        "A device that was shut down in order and started again is connected to nothing",
        .behaviour("B3"))
    func startedAgain() {
        let device = TestDevice.withBelt(restores: "belt")
        device.leave(appA)
        device.ask { .shutDown($0) }
        device.advance(by: .seconds(30))
        // By the same daemon, which knows what there was.
        device.send(.restarted([], deviceRestarted: true, launching: true))
        device.run()
        device.send(.bluetooth(.adapter(.on)))
        device.report(.present([]))
        #expect(device.state(appA) == .notRunning)
        device.report(.connected(KnownPeripheral(TestDevice.belt, name: "Belt")))
        let peripheral = RestoredPeripheral(
            KnownPeripheral(TestDevice.belt, name: "Belt", isConnected: true), services: [],
            notifying: [])
        #expect(
            device.bluetoothNews(appA).suffix(2) == [
                .restored(
                    manager: "belt", role: .central, RestoredManager(peripherals: [peripheral])),
                .connected(peripheral: TestDevice.belt, name: "Belt"),
            ])
    }
}
