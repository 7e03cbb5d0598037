import Foundation
import QuiesceWire
import Synchronization
import TestSupport
import Testing

@testable import QuiesceKit

/// An app's Bluetooth, with the daemon's end of the line that a test plays.
@MainActor final class BluetoothBench {
    let link = DaemonLink()
    let services: BluetoothServices
    private let requests = Mutex<[BluetoothRequest]>([])
    static let belt = "51E5CE00-0000-4000-8000-AABBCCDDEEFF"
    static let heart = GATTService(
        handle: 0x10, uuid: "180D",
        characteristics: [
            GATTCharacteristic(handle: 0x11, uuid: "2A37", properties: 0x10),
            GATTCharacteristic(handle: 0x13, uuid: "2A38", properties: 0x0A),
        ])

    init(permission: String? = "authorized") {
        services = BluetoothServices(of: link)
        connect(permission: permission)
    }

    func connect(lastRequest: UInt64 = 0, permission: String? = "authorized") {
        link.connected { [weak self] message in
            guard let self, case .bluetooth(_, let request) = message else { return }
            requests.withLock { $0.append(request) }
        }
        let welcome = MessageToApp.Welcome(
            launch: 1, lastRequest: lastRequest, multitaskingSupported: true, openTasksLimit: 1,
            permissions: permission.map { ["bluetooth": $0] })
        link.change { $0.welcomed(welcome) }
        services.welcomed(welcome)
    }

    func permit(_ state: String) {
        link.change { $0.permissions["bluetooth"] = state }
        services.permitted()
    }

    /// The app's requests since the last call.
    func asked() -> [BluetoothRequest] {
        requests.withLock { requests in
            defer { requests = [] }
            return requests
        }
    }

    /// Waits until the work that was put off is done.
    func settled() async {
        await withCheckedContinuation { done in BluetoothServices.later { done.resume() } }
    }
}

/// Writes down what it is told.
@MainActor final class BluetoothListener: CBCentralManagerDelegate, CBPeripheralDelegate {
    private(set) var heard: [String] = []
    var found: [CBPeripheral] = []

    func take() -> [String] {
        defer { heard = [] }
        return heard
    }

    private func word(_ error: (any Error)?) -> String {
        switch error {
        case let error as CBError: " \(error.code)"
        case let error as CBATTError: " \(error.code)"
        case _: ""
        }
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        heard.append("\(central.state)")
    }
    func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {
        found = dict[CBCentralManagerRestoredStatePeripheralsKey] as? [CBPeripheral] ?? []
        for peripheral in found { peripheral.delegate = self }
        let scan = dict[CBCentralManagerRestoredStateScanServicesKey] as? [CBUUID] ?? []
        heard.append("restored \(found.map(\.state)) \(scan.map(\.uuidString))")
    }
    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi: NSNumber
    ) {
        found.append(peripheral)
        let services = advertisementData[CBAdvertisementDataServiceUUIDsKey] as? [CBUUID] ?? []
        let data = advertisementData[CBAdvertisementDataManufacturerDataKey] as? Data
        heard.append(
            "found \(peripheral.name ?? "-") \(services.map(\.uuidString)) \(data?.count ?? 0) \(rssi)"
        )
    }
    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        heard.append("connected \(peripheral.name ?? "-")")
    }
    func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral,
        error: (any Error)?
    ) { heard.append("failed" + word(error)) }
    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
        error: (any Error)?
    ) { heard.append("disconnected" + word(error)) }

    func peripheral(_ peripheral: CBPeripheral, didReadRSSI signal: NSNumber, error: (any Error)?) {
        heard.append("signal \(signal)" + word(error))
    }
    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
        heard.append("services \((peripheral.services ?? []).map(\.uuid.uuidString))" + word(error))
    }
    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService,
        error: (any Error)?
    ) {
        let uuids = (service.characteristics ?? []).map(\.uuid.uuidString)
        heard.append("characteristics \(uuids)" + word(error))
    }
    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) { heard.append("value \(characteristic.value.map(Array.init) ?? [])" + word(error)) }
    func peripheral(
        _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) { heard.append("written" + word(error)) }
    func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) { heard.append("notifies \(characteristic.isNotifying)" + word(error)) }
}

@Suite("CBCentralManager", .behaviour("B1")) @MainActor struct CentralManagerTests {
    private let bench = BluetoothBench()
    private let listener = BluetoothListener()

    private func manager(_ identifier: String? = nil) -> CBCentralManager {
        let manager = CBCentralManager(
            bench.services, listener,
            identifier.map { [CBCentralManagerOptionRestoreIdentifierKey: $0] })
        return manager
    }

    private func ready() -> CBCentralManager {
        let manager = manager()
        bench.services.take(.adapter(.on))
        bench.services.take([.opened(manager: "#1", role: .central)])
        _ = listener.take()
        return manager
    }

    /// Connected to a belt whose services are known.
    private func connected() async -> (CBCentralManager, CBPeripheral) {
        let manager = ready()
        let identifier = UUID(uuidString: BluetoothBench.belt) ?? UUID()
        let belt = manager.retrievePeripherals(withIdentifiers: [identifier])[0]
        belt.delegate = listener
        manager.connect(belt)
        bench.services.take([.connected(peripheral: BluetoothBench.belt, name: "Belt")])
        belt.discoverServices(nil)
        bench.services.take([
            .services(peripheral: BluetoothBench.belt, [BluetoothBench.heart], failure: nil)
        ])
        for service in belt.services ?? [] { belt.discoverCharacteristics(nil, for: service) }
        await bench.settled()
        _ = listener.take()
        _ = bench.asked()
        return (manager, belt)
    }

    @Test(
        "The delegate is told the state once the daemon knows the manager, and what the user says",
        .behaviour("U4"))
    func state() {
        let bench = BluetoothBench(permission: nil)
        let manager = CBCentralManager(bench.services, listener, nil)
        #expect(bench.asked() == [.open(manager: "#1", role: .central, restores: false)])
        bench.services.take(.adapter(.on))
        #expect(listener.take() == [])
        bench.services.take([.opened(manager: "#1", role: .central)])
        #expect(listener.take() == ["unknown"])
        bench.permit("authorized")
        #expect(listener.take() == ["poweredOn"])
        bench.services.take(.adapter(.off))
        bench.permit("denied")
        bench.services.take(.adapter(.unsupported))
        bench.permit("authorized")
        #expect(listener.take() == ["poweredOff", "unauthorized", "unsupported"])
        #expect(manager.authorization == .allowedAlways)
    }

    @Test("It scans, and what is found can be connected to")
    func scan() {
        let manager = ready()
        _ = bench.asked()
        manager.scanForPeripherals(
            withServices: [CBUUID(string: "0000180d-0000-1000-8000-00805f9b34fb")],
            options: [CBCentralManagerScanOptionAllowDuplicatesKey: true])
        bench.services.take([
            .discovered(
                manager: "#1", peripheral: KnownPeripheral(BluetoothBench.belt, name: "Belt"),
                BluetoothAdvertisement(
                    name: "Belt", services: ["180D"], manufacturerData: "TAACFQ=="), signal: -60)
        ])
        #expect(listener.take() == ["found Belt [\"180D\"] 4 -60"])
        manager.stopScan()
        manager.connect(listener.found[0])
        #expect(listener.found[0].state == .connecting)
        #expect(
            bench.asked() == [
                .scan(manager: "#1", services: ["180D"], duplicates: true),
                .stopScan(manager: "#1"),
                .connect(manager: "#1", peripheral: BluetoothBench.belt),
            ])
        bench.services.take([.connectFailed(peripheral: BluetoothBench.belt, failure: .tooMany)])
        #expect(listener.take() == ["failed connectionLimitReached"])
        #expect(listener.found[0].state == .disconnected)
    }

    @Test("It discovers, reads, writes and is notified")
    func values() async throws {
        let (manager, belt) = await connected()
        #expect(belt.state == .connected)
        #expect(
            manager.retrieveConnectedPeripherals(withServices: [CBUUID(string: "180D")]).count == 1)
        let characteristics = try #require(belt.services?.first?.characteristics)
        #expect(characteristics.map(\.properties) == [.notify, [.read, .write]])
        belt.setNotifyValue(true, for: characteristics[0])
        belt.readValue(for: characteristics[1])
        belt.writeValue(Data([1]), for: characteristics[1], type: .withResponse)
        belt.readRSSI()
        belt.writeValue(Data(count: 513), for: characteristics[1], type: .withoutResponse)
        #expect(
            bench.asked() == [
                .notify(peripheral: BluetoothBench.belt, handle: 0x11, isOn: true),
                .read(peripheral: BluetoothBench.belt, handle: 0x13),
                .write(
                    peripheral: BluetoothBench.belt, handle: 0x13, value: "AQ==",
                    isAcknowledged: true), .readSignal(peripheral: BluetoothBench.belt),
            ])
        await bench.settled()
        bench.services.take([
            .notifies(peripheral: BluetoothBench.belt, handle: 0x11, isOn: true, failure: nil),
            .value(peripheral: BluetoothBench.belt, handle: 0x11, value: "AEg="),
            .readFailed(peripheral: BluetoothBench.belt, handle: 0x13, failure: .notPermitted),
            .written(peripheral: BluetoothBench.belt, handle: 0x13, failure: nil),
            .signal(peripheral: BluetoothBench.belt, signal: -50, failure: nil),
            .disconnected(peripheral: BluetoothBench.belt, failure: .lost),
        ])
        #expect(
            listener.take() == [
                "written invalidAttributeValueLength", "notifies true", "value [0, 72]",
                "value [] readNotPermitted", "written", "signal -50",
                "disconnected peripheralDisconnected",
            ])
        #expect(belt.state == .disconnected)
        #expect(!characteristics[0].isNotifying)
    }

    @Test(
        "A wake-up lasts until what its delegates asked of the SDK is answered, too",
        .behaviour("B1"))
    func afterwards() async throws {
        let (_, belt) = await connected()
        let service = try #require(belt.services?.first)
        belt.discoverCharacteristics(nil, for: service)
        var told: [String] = []
        bench.services.afterwards { told = listener.take() }
        #expect(told == [])
        await bench.settled()
        #expect(told == ["characteristics [\"2A37\", \"2A38\"]"])
        bench.services.afterwards { told = [] }
        #expect(told == [])
    }

    @Test("It is left when the app asks, and a connection that isn't one yet at once")
    func cancelled() async {
        let (manager, belt) = await connected()
        manager.cancelPeripheralConnection(belt)
        #expect(belt.state == .disconnecting)
        bench.services.take([.disconnected(peripheral: BluetoothBench.belt, failure: nil)])
        #expect(listener.take() == ["disconnected"])
        manager.connect(belt)
        manager.cancelPeripheralConnection(belt)
        #expect(belt.state == .disconnected)
    }

    @Test("A daemon that is there again is asked for all of it")
    func again() async throws {
        let (manager, belt) = await connected()
        manager.scanForPeripherals(withServices: nil)
        bench.services.take([
            .notifies(peripheral: BluetoothBench.belt, handle: 0x11, isOn: true, failure: nil)
        ])
        _ = bench.asked()
        bench.connect(lastRequest: 1_000)
        #expect(
            bench.asked() == [
                .open(manager: "#1", role: .central, restores: false),
                .scan(manager: "#1", services: [], duplicates: false),
                .connect(manager: "#1", peripheral: BluetoothBench.belt),
                .notify(peripheral: BluetoothBench.belt, handle: 0x11, isOn: true),
            ])
        // A connection that the manager knows already is no news.
        _ = listener.take()
        bench.services.take([.connected(peripheral: BluetoothBench.belt, name: "Belt")])
        #expect(listener.take() == [])
        #expect(belt.state == .connected)
    }

    @Test(
        "Launched for a value, it is told what there was, the state, and then the value",
        .behaviour("B3"))
    func restored() async {
        let news: [BluetoothNews] = [
            .restored(
                manager: "belt", role: .central,
                RestoredManager(
                    peripherals: [
                        RestoredPeripheral(
                            KnownPeripheral(BluetoothBench.belt, name: "Belt", isConnected: true),
                            services: [BluetoothBench.heart], notifying: [0x11])
                    ], scan: ["180F"])),
            .value(peripheral: BluetoothBench.belt, handle: 0x11, value: "AEg="),
        ]
        let expected = [
            "restored [QuiesceKit.CBPeripheralState.connected] [\"180F\"]", "poweredOn",
            "value [0, 72]",
        ]
        bench.services.take(.adapter(.on))
        let first = manager("belt")
        bench.services.take(news)
        #expect(listener.take() == expected)
        // The answer to its own request comes after that, and tells nothing twice.
        bench.services.take([.opened(manager: "belt", role: .central)])
        #expect(listener.take() == [])
        #expect(first.isScanning)
        // One that makes its manager later gets it all the same.
        let late = BluetoothBench()
        late.services.take(.adapter(.on))
        late.services.take(news)
        let second = CBCentralManager(
            late.services, listener, [CBCentralManagerOptionRestoreIdentifierKey: "belt"])
        await late.settled()
        #expect(listener.take() == expected)
        #expect(second.isScanning)
    }

    @Test("A manager that is let go of wants nothing any more")
    func released() {
        var manager: CBCentralManager? = ready()
        #expect(manager?.state == .poweredOn)
        _ = bench.asked()
        manager = nil
        #expect(bench.asked() == [.close(manager: "#1", role: .central)])
    }

    @Test("UUIDs are equal however they are written")
    func uuids() {
        let short = CBUUID(string: "180d")
        #expect(short == CBUUID(string: "0000180D-0000-1000-8000-00805F9B34FB"))
        #expect(short == CBUUID(data: Data([0x18, 0x0D])))
        #expect(short.data == Data([0x18, 0x0D]))
        #expect(short.uuidString == "180D")
        let long = UUID()
        #expect(CBUUID(nsuuid: long) == CBUUID(data: CBUUID(nsuuid: long).data))
        #expect(Set([short, CBUUID(string: "180D")]).count == 1)
    }
}
