import TestSupport
import Testing

@testable import QuiesceCore

@Suite("Bluetooth, as a central") struct CentralTests {
    @Test(
        "The user is asked once, and nothing is asked of the adapter before he has said yes",
        .behaviour("U4"))
    func permission() {
        let device = TestDevice(.ios8, installing: .test(appA, modes: [.bluetoothCentral]))
        device.open(appA)
        device.ask(appA, bluetooth: .open(manager: "#1", role: .central, restores: false))
        #expect(device.machine.prompts.map(\.permission) == [.bluetooth])
        #expect(device.demand == nil)
        device.ask(appA, bluetooth: .connect(manager: "#1", peripheral: TestDevice.belt))
        #expect(
            device.bluetoothNews(appA).last
                == .connectFailed(peripheral: TestDevice.belt, failure: .notAllowed))
        device.permit(appA, .bluetooth, .authorized)
        #expect(device.demand == BluetoothDemand())
        device.ask(appA, bluetooth: .open(manager: "#2", role: .central, restores: false))
        #expect(device.machine.prompts.isEmpty)
    }

    @Test(
        "A permission that is taken back ends connections, and the app hears of that",
        .behaviour("U4"))
    func withdrawn() {
        let device = TestDevice.withBelt()
        device.permit(appA, .bluetooth, .denied)
        #expect(device.demand == nil)
        #expect(
            device.bluetoothNews(appA).contains(
                .disconnected(peripheral: TestDevice.belt, failure: .notAllowed)))
        device.beat()
        #expect(device.values(appA).isEmpty)
    }

    @Test(
        "It is told the adapter's state once its manager is known, and each change",
        .behaviour("B1"))
    func adapter() {
        let device = TestDevice.withBluetooth()
        device.send(.bluetooth(.adapter(.off)))
        device.send(.bluetooth(.adapter(.off)))
        let told = device.effects.compactMap { effect -> AdapterState? in
            if case .bluetooth(.tell(appA, _, .adapter(let state))) = effect { state } else { nil }
        }
        #expect(told == [.unknown, .on, .off])
    }

    @Test(
        "It connects, learns what there is, reads and writes, and each is answered",
        .behaviour("B1"))
    func operations() {
        let device = TestDevice.withBelt()
        device.ask(appA, bluetooth: .discover(peripheral: TestDevice.belt))
        device.ask(appA, bluetooth: .read(peripheral: TestDevice.belt, handle: 0x13))
        guard case .read(let id, TestDevice.belt, 0x13)? = device.commands.last else {
            Issue.record("nothing is read")
            return
        }
        device.report(.done(id, .value("AQ==")))
        // An answer that comes twice, or to nothing, is nobody's.
        device.report(.done(id, .value("Ag==")))
        device.ask(
            appA,
            bluetooth: .write(
                peripheral: TestDevice.belt, handle: 0x13, value: "AQ==", isAcknowledged: true))
        guard case .write(let write, _, _, "AQ==", true)? = device.commands.last else {
            Issue.record("nothing is written")
            return
        }
        device.report(.done(write, .failed(.notPermitted)))
        #expect(
            Array(device.bluetoothNews(appA).suffix(3)) == [
                .services(peripheral: TestDevice.belt, [TestDevice.heart], failure: nil),
                .value(peripheral: TestDevice.belt, handle: 0x13, value: "AQ=="),
                .written(peripheral: TestDevice.belt, handle: 0x13, failure: .notPermitted),
            ])
    }

    @Test(
        "What is asked of a peripheral that the app isn't connected to fails, also if another app is",
        .behaviour("B1"))
    func impersonation() {
        let device = TestDevice.withBelt()
        device.install(.test(appB, modes: [.bluetoothCentral]))
        device.permit(appB, .bluetooth, .authorized)
        device.open(appB)
        device.ask(appB, bluetooth: .open(manager: "#1", role: .central, restores: false))
        device.ask(appB, bluetooth: .read(peripheral: TestDevice.belt, handle: 0x13))
        device.ask(appB, bluetooth: .notify(peripheral: TestDevice.belt, handle: 0x11, isOn: true))
        #expect(device.commands.isEmpty)
        #expect(
            Array(device.bluetoothNews(appB).suffix(2)) == [
                .readFailed(peripheral: TestDevice.belt, handle: 0x13, failure: .notConnected),
                .notifies(
                    peripheral: TestDevice.belt, handle: 0x11, isOn: false, failure: .notConnected),
            ])
        device.beat()
        #expect(device.values(appB).isEmpty)
        // Once it is, it is told of that one's connection at once, and of the same values.
        device.ask(appB, bluetooth: .connect(manager: "#1", peripheral: TestDevice.belt))
        device.ask(appB, bluetooth: .notify(peripheral: TestDevice.belt, handle: 0x11, isOn: true))
        device.beat("AFA=")
        #expect(device.values(appB) == ["AFA="])
        #expect(device.values(appA) == ["AEg=", "AFA="])
        // The connection stays for one when the other has enough.
        device.ask(appB, bluetooth: .disconnect(manager: "#1", peripheral: TestDevice.belt))
        #expect(device.demand?.connections == [TestDevice.belt])
    }

    @Test(
        "A scan is asked of the adapter while its app is in front, or has the mode and names services",
        .behaviour("B1", "O4"))
    func scans() {
        let cases: [([BackgroundMode], [String], Bool)] = [
            ([.bluetoothCentral], ["180D"], true), ([.bluetoothCentral], [], false),
            ([], ["180D"], false),
        ]
        for (modes, services, isOn) in cases {
            let device = TestDevice.withBluetooth(modes)
            device.ask(
                appA, bluetooth: .scan(manager: "#1", services: services, duplicates: true))
            #expect(device.demand?.scan?.services == services)
            #expect(device.demand?.scan?.duplicates == true)
            device.leave(appA)
            #expect((device.demand?.scan != nil) == isOn, "\(modes) \(services)")
            if isOn { #expect(device.demand?.scan?.duplicates == false) }
            device.open(appA)
            #expect(device.demand?.scan?.services == services)
            device.ask(appA, bluetooth: .stopScan(manager: "#1"))
            #expect(device.demand?.scan == nil)
        }
    }

    @Test(
        "Out of sight a peripheral that is found wakes the app once, however often it advertises",
        .behaviour("B1"))
    func coalesced() {
        let device = TestDevice.withBluetooth()
        device.ask(appA, bluetooth: .scan(manager: "#1", services: ["180D"], duplicates: true))
        device.leave(appA)
        let advertisement = BluetoothAdvertisement(name: "Belt", services: ["180D"])
        for signal in 1...5 {
            device.report(
                .discovered(KnownPeripheral(TestDevice.belt), advertisement, signal: -signal))
            device.report(
                .discovered(
                    KnownPeripheral(TestDevice.scale),
                    BluetoothAdvertisement(services: ["181D"]), signal: -40))
            device.advance(by: .seconds(5))
        }
        let found = device.bluetoothNews(appA).filter {
            if case .discovered = $0 { true } else { false }
        }
        #expect(
            found == [
                .discovered(
                    manager: "#1", peripheral: KnownPeripheral(TestDevice.belt), advertisement,
                    signal: -1)
            ])
        #expect(device.bluetoothWakes(appA) == 1)
        #expect(device.state(appA) == .suspended)
    }

    @Test(
        "An adapter that is switched off ends connections; one that waits for its peripheral waits on",
        .behaviour("B1"))
    func switchedOff() {
        let device = TestDevice.withBelt()
        device.ask(appA, bluetooth: .connect(manager: "#1", peripheral: TestDevice.scale))
        device.ask(appA, bluetooth: .read(peripheral: TestDevice.belt, handle: 0x13))
        device.send(.bluetooth(.adapter(.off)))
        device.run()
        #expect(
            Array(device.bluetoothNews(appA).suffix(2)) == [
                .readFailed(peripheral: TestDevice.belt, handle: 0x13, failure: .notConnected),
                .disconnected(peripheral: TestDevice.belt, failure: .lost),
            ])
        #expect(device.demand?.connections == [TestDevice.scale])
        device.send(.bluetooth(.adapter(.on)))
        device.report(.connected(KnownPeripheral(TestDevice.scale)))
        #expect(
            device.bluetoothNews(appA).last
                == .connected(peripheral: TestDevice.scale, name: nil))
    }

    @Test(
        "What can't be is refused: too many managers, connections and operations, words that are no UUID"
    )
    func limits() {
        let device = TestDevice.withBluetooth()
        for number in 0..<100 {
            device.ask(
                appA, bluetooth: .open(manager: "m\(number)", role: .central, restores: true))
        }
        #expect(device.machine.bluetooth.clients[0].managers.count == Limits.bluetoothManagers)
        device.ask(appA, bluetooth: .connect(manager: "#1", peripheral: "no"))
        #expect(
            device.bluetoothNews(appA).last == .connectFailed(peripheral: "no", failure: .failed))
        for number in 100..<200 {
            device.ask(
                appA,
                bluetooth: .connect(
                    manager: "#1", peripheral: "51E5CE00-0000-4000-8000-000000000\(number)"))
        }
        #expect(device.demand?.connections.count == Limits.bluetoothPeripherals)
        #expect(
            device.bluetoothNews(appA).contains {
                if case .connectFailed(_, .tooMany) = $0 { true } else { false }
            })
        let belt = TestDevice.withBelt()
        for _ in 0..<100 {
            belt.ask(appA, bluetooth: .read(peripheral: TestDevice.belt, handle: 0x13))
        }
        #expect(belt.commands.count == Limits.bluetoothOperations)
    }

    @Test("A removed app leaves nothing", .behaviour("B3"))
    func removed() {
        let device = TestDevice.withBelt(restores: "belt")
        #expect(device.stored["bluetooth/" + appA.name] != nil)
        device.ask { .uninstall(appA, $0) }
        #expect(device.stored["bluetooth/" + appA.name] == nil)
        #expect(device.demand == nil)
        device.beat()
        device.restartDevice()
        #expect(device.demand == nil)
    }
}
