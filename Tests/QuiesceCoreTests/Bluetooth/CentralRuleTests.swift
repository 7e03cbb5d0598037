import TestSupport
import Testing

@testable import QuiesceCore

/// Requests of apps to peripherals, and whom the answers are for.
@Suite("Bluetooth, request by request") struct CentralRuleTests {
    private static let lamp = "51E5CE00-0000-4000-8000-0000000000B3"

    /// The app with the belt is connected to a scale as well, of which nobody knows what it offers.
    private func withScale() -> TestDevice {
        let device = TestDevice.withBelt()
        device.ask(appA, bluetooth: .connect(manager: "#1", peripheral: TestDevice.scale))
        device.report(.connected(KnownPeripheral(TestDevice.scale, name: "Scale")))
        return device
    }

    private func found(_ device: TestDevice) -> [Int] {
        device.bluetoothNews(appA).compactMap {
            if case .discovered(_, _, _, let signal) = $0 { signal } else { nil }
        }
    }

    private func discover(_ device: TestDevice, signal: Int, services: [String] = ["180D"]) {
        device.report(
            .discovered(
                KnownPeripheral(TestDevice.belt), BluetoothAdvertisement(services: services),
                signal: signal))
    }

    // MARK: Scans

    @Test(
        "In front a scan for no service finds any, each time if that was asked for",
        .behaviour("B1"), arguments: [true, false])
    func inFront(duplicates: Bool) {
        let device = TestDevice.withBluetooth()
        device.ask(appA, bluetooth: .scan(manager: "#1", services: [], duplicates: duplicates))
        discover(device, signal: -1)
        discover(device, signal: -2, services: [])
        #expect(found(device) == (duplicates ? [-1, -2] : [-1]))
    }

    @Test(
        "Scans of two apps are one for the adapter: of all services that either names",
        .behaviour("B1"))
    func together() {
        let device = TestDevice.withBluetooth()
        device.install(.test(appB, modes: [.bluetoothCentral]))
        device.permit(appB, .bluetooth, .authorized)
        device.ask(appA, bluetooth: .scan(manager: "#1", services: ["180D"], duplicates: false))
        device.open(appB)
        device.ask(appB, bluetooth: .open(manager: "#1", role: .central, restores: false))
        device.ask(
            appB, bluetooth: .scan(manager: "#1", services: ["180D", "181D"], duplicates: false))
        #expect(device.demand?.scan?.services == ["180D", "181D"])
        device.ask(appB, bluetooth: .scan(manager: "#1", services: [], duplicates: true))
        #expect(device.demand?.scan == .init(services: [], duplicates: true, beacons: false))
    }

    @Test(
        "Whoever watches regions of beacons has the adapter scan for them", .behaviour("G4", "B1"))
    func beacons() {
        let device = TestDevice.withBluetooth()
        device.permit(appA, .location, .authorized)
        device.ask(appA, bluetooth: .scan(manager: "#1", services: ["180D"], duplicates: false))
        #expect(device.demand?.scan?.beacons == false)
        let region = BeaconRegion(
            identifier: "shop", uuid: "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0")
        device.ask(appA, location: .monitor(region: WatchedRegion(.beacons(region))))
        #expect(device.demand?.scan == .init(services: ["180D"], duplicates: false, beacons: true))
        device.ask(appA, bluetooth: .close(manager: "#1", role: .central))
        #expect(device.demand?.scan == .init(services: [], duplicates: false, beacons: true))
    }

    // MARK: Requests

    @Test("Who isn't connected hears that of each of its requests", .behaviour("B1"))
    func notConnected() {
        let device = TestDevice.withBluetooth()
        let belt = TestDevice.belt
        for request in [
            BluetoothRequest.discover(peripheral: belt), .read(peripheral: belt, handle: 0x13),
            .write(peripheral: belt, handle: 0x13, value: "AQ==", isAcknowledged: true),
            .write(peripheral: belt, handle: 0x13, value: "AQ==", isAcknowledged: false),
            .readSignal(peripheral: belt), .notify(peripheral: belt, handle: 0x11, isOn: true),
        ] { device.ask(appA, bluetooth: request) }
        #expect(device.commands.isEmpty)
        #expect(
            Array(device.bluetoothNews(appA).suffix(5)) == [
                .services(peripheral: belt, [], failure: .notConnected),
                .readFailed(peripheral: belt, handle: 0x13, failure: .notConnected),
                .written(peripheral: belt, handle: 0x13, failure: .notConnected),
                .signal(peripheral: belt, signal: nil, failure: .notConnected),
                .notifies(peripheral: belt, handle: 0x11, isOn: false, failure: .notConnected),
            ])
    }

    @Test("Each answer is that of its own request", .behaviour("B1"))
    func answers() {
        let device = withScale()
        device.ask(appA, bluetooth: .read(peripheral: TestDevice.belt, handle: 0x13))
        device.ask(appA, bluetooth: .read(peripheral: TestDevice.scale, handle: 0x21))
        device.ask(appA, bluetooth: .readSignal(peripheral: TestDevice.scale))
        guard case .read(let first, _, _)? = device.commands.first,
            case .readSignal(let signal, _)? = device.commands.last
        else {
            Issue.record("\(device.commands)")
            return
        }
        device.report(.done(signal, .signal(-40)))
        device.report(.done(first + 1, .value("Ag==")))
        device.report(.done(first, .value("AQ==")))
        #expect(
            Array(device.bluetoothNews(appA).suffix(3)) == [
                .signal(peripheral: TestDevice.scale, signal: -40, failure: nil),
                .value(peripheral: TestDevice.scale, handle: 0x21, value: "Ag=="),
                .value(peripheral: TestDevice.belt, handle: 0x13, value: "AQ=="),
            ])
    }

    @Test(
        "A peripheral that is lost takes what was asked of it with it, and of no other",
        .behaviour("B1"))
    func lost() {
        let device = withScale()
        device.ask(appA, bluetooth: .read(peripheral: TestDevice.scale, handle: 0x21))
        device.ask(appA, bluetooth: .read(peripheral: TestDevice.belt, handle: 0x13))
        guard case .read(let scale, _, _)? = device.commands.first else {
            Issue.record("\(device.commands)")
            return
        }
        let before = device.bluetoothNews(appA).count
        device.report(.disconnected(TestDevice.belt, .lost))
        device.report(.done(scale, .value("Ag==")))
        #expect(
            Array(device.bluetoothNews(appA).dropFirst(before)) == [
                .readFailed(peripheral: TestDevice.belt, handle: 0x13, failure: .notConnected),
                .disconnected(peripheral: TestDevice.belt, failure: .lost),
                .value(peripheral: TestDevice.scale, handle: 0x21, value: "Ag=="),
            ])
        #expect(device.demand?.connections == [TestDevice.scale])
    }

    @Test(
        "Who asks what a peripheral offers is told once that is known, and nobody else",
        .behaviour("B1"))
    func discovered() {
        let device = withScale()
        device.ask(appA, bluetooth: .readSignal(peripheral: TestDevice.scale))
        device.ask(appA, bluetooth: .discover(peripheral: TestDevice.scale))
        let before = device.bluetoothNews(appA).count
        device.report(.services(TestDevice.belt, [TestDevice.heart]))
        #expect(device.bluetoothNews(appA).count == before)
        device.report(.services(TestDevice.scale, [TestDevice.heart]))
        #expect(
            Array(device.bluetoothNews(appA).dropFirst(before)) == [
                .services(peripheral: TestDevice.scale, [TestDevice.heart], failure: nil)
            ])
        // Other requests wait on.
        guard case .readSignal(let signal, _)? = device.commands.first else { return }
        device.report(.done(signal, .signal(-50)))
        #expect(
            device.bluetoothNews(appA).last
                == .signal(peripheral: TestDevice.scale, signal: -50, failure: nil))
    }

    @Test(
        "An app that has enough is disconnected, and told so, from that peripheral alone",
        .behaviour("B1"))
    func disconnects() {
        let device = withScale()
        device.ask(appA, bluetooth: .disconnect(manager: "#1", peripheral: TestDevice.belt))
        #expect(
            device.bluetoothNews(appA).last
                == .disconnected(peripheral: TestDevice.belt, failure: nil))
        #expect(device.demand?.connections == [TestDevice.scale])
        device.ask(appA, bluetooth: .connect(manager: "#1", peripheral: Self.lamp))
        let before = device.bluetoothNews(appA).count
        device.ask(appA, bluetooth: .disconnect(manager: "#1", peripheral: Self.lamp))
        #expect(device.bluetoothNews(appA).count == before, "it never was")
        #expect(device.demand?.connections == [TestDevice.scale])
    }

    @Test("A manager that is closed leaves nothing behind, and the others alone", .behaviour("B1"))
    func closed() {
        let device = TestDevice.withBelt()
        device.ask(appA, bluetooth: .open(manager: "#2", role: .central, restores: false))
        device.ask(appA, bluetooth: .connect(manager: "#2", peripheral: TestDevice.scale))
        device.ask(appA, bluetooth: .close(manager: "#2", role: .peripheral))
        #expect(device.demand?.connections == [TestDevice.belt, TestDevice.scale])
        device.ask(appA, bluetooth: .close(manager: "#2", role: .central))
        #expect(device.demand?.connections == [TestDevice.belt])
    }

    // MARK: Notifications of values

    @Test(
        "What doesn't notify is refused; what does is told until it is wanted no more",
        .behaviour("B1"))
    func notifies() {
        let device = TestDevice.withBelt()
        let belt = TestDevice.belt
        device.ask(appA, bluetooth: .notify(peripheral: belt, handle: 0x13, isOn: true))
        #expect(
            device.bluetoothNews(appA).last
                == .notifies(peripheral: belt, handle: 0x13, isOn: false, failure: .notSupported))
        device.report(.value(belt, handle: 0x12, "AA=="))
        device.beat()
        #expect(device.values(appA) == ["AEg="], "it asked for no other")
        device.ask(appA, bluetooth: .notify(peripheral: belt, handle: 0x11, isOn: false))
        #expect(
            device.bluetoothNews(appA).last
                == .notifies(peripheral: belt, handle: 0x11, isOn: false, failure: nil))
        #expect(device.demand?.notifying.isEmpty == true)
        device.beat()
        #expect(device.values(appA) == ["AEg="])
    }

    @Test("A peripheral that refuses to notify is asked for it no more", .behaviour("B1"))
    func refusesToNotify() {
        let device = TestDevice.withBelt()
        device.report(.notifies(TestDevice.belt, handle: 0x11, isOn: false, .notPermitted))
        #expect(
            device.bluetoothNews(appA).last
                == .notifies(
                    peripheral: TestDevice.belt, handle: 0x11, isOn: false, failure: .notPermitted))
        #expect(device.demand?.notifying.isEmpty == true)
    }

    // MARK: Bounds

    @Test("An attribute has 512 bytes at most, whichever way it goes", .behaviour("B1"))
    func longest() {
        let device = TestDevice.withBelt()
        let most = AttributeValue.base64([UInt8](repeating: 7, count: 512))
        let tooLong = AttributeValue.base64([UInt8](repeating: 7, count: 515))
        for value in [most, tooLong] {
            device.ask(
                appA,
                bluetooth: .write(
                    peripheral: TestDevice.belt, handle: 0x13, value: value, isAcknowledged: true))
            device.ask(appA, bluetooth: .read(peripheral: TestDevice.belt, handle: 0x13))
            guard case .read(let id, _, _)? = device.commands.last else { continue }
            device.report(.done(id, .value(value)))
            device.beat(value)
        }
        let written = device.commands.count { if case .write = $0 { true } else { false } }
        #expect(written == 1)
        #expect(device.values(appA) == [most, most])
        #expect(
            device.bluetoothNews(appA).contains(
                .written(peripheral: TestDevice.belt, handle: 0x13, failure: .failed)))
        #expect(
            device.bluetoothNews(appA).contains(
                .readFailed(peripheral: TestDevice.belt, handle: 0x13, failure: .failed)))
    }

    @Test("As many requests as one app may have open take none from another", .behaviour("B1"))
    func operations() {
        let device = TestDevice.withBelt()
        device.install(.test(appB, modes: [.bluetoothCentral]))
        device.permit(appB, .bluetooth, .authorized)
        for _ in 0..<70 {
            device.ask(appA, bluetooth: .read(peripheral: TestDevice.belt, handle: 0x13))
        }
        #expect(device.commands.count == 64)
        device.open(appB)
        device.ask(appB, bluetooth: .open(manager: "#1", role: .central, restores: false))
        device.ask(appB, bluetooth: .connect(manager: "#1", peripheral: TestDevice.belt))
        device.ask(appB, bluetooth: .read(peripheral: TestDevice.belt, handle: 0x13))
        #expect(device.commands.count == 65)
    }

    // MARK: Its own process

    @Test("What an app said before it was killed doesn't reach its next launch", .behaviour("B1"))
    func deadWord() {
        let device = TestDevice.withBluetooth()
        let launch = device.processes[appA]?.launch ?? Launch(number: 0)
        device.die(appA, .signalled(9))
        device.open(appA)
        device.ask(appA, bluetooth: .open(manager: "#1", role: .central, restores: false))
        device.send(
            .bluetooth(
                .asked(
                    appA, launch, request: 99,
                    .connect(manager: "#1", peripheral: TestDevice.belt))))
        device.run()
        #expect(device.demand?.connections == [])
    }

    @Test(
        "Each launch is told the adapter's state, and only while it executes",
        .behaviour("B1", "S8"))
    func adapter() {
        let device = TestDevice.withBluetooth()
        func told() -> [AdapterState] {
            device.effects.compactMap {
                if case .bluetooth(.tell(appA, _, .adapter(let state))) = $0 { state } else { nil }
            }
        }
        #expect(told() == [.unknown, .on])
        device.leave(appA)
        device.send(.bluetooth(.adapter(.off)))
        device.run()
        #expect(told() == [.unknown, .on])
        device.open(appA)
        #expect(told() == [.unknown, .on, .off])
        device.die(appA, .signalled(9))
        device.open(appA)
        #expect(told() == [.unknown, .on, .off], "it has no manager yet")
        device.ask(appA, bluetooth: .open(manager: "#1", role: .central, restores: false))
        #expect(told().count == 4)
    }

    @Test(
        "A permission that is taken back takes scans and all else with it, for good",
        .behaviour("U4"))
    func withdrawn() {
        let device = TestDevice.withBelt()
        device.ask(appA, bluetooth: .scan(manager: "#1", services: ["180D"], duplicates: false))
        device.permit(appA, .bluetooth, .denied)
        device.permit(appA, .bluetooth, .authorized)
        #expect(device.demand?.scan == nil && device.demand?.connections == [])
    }
}
