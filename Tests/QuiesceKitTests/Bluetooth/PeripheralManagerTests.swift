import Foundation
import QuiesceWire
import TestSupport
import Testing

@testable import QuiesceKit

@MainActor private final class Listener: CBPeripheralManagerDelegate {
    private(set) var heard: [String] = []
    var answer: CBATTError.Code = .success
    private(set) var restored: [CBMutableService] = []

    func take() -> [String] {
        defer { heard = [] }
        return heard
    }

    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
        heard.append("\(peripheral.state)")
    }
    func peripheralManager(_ peripheral: CBPeripheralManager, willRestoreState dict: [String: Any])
    {
        restored = dict[CBPeripheralManagerRestoredStateServicesKey] as? [CBMutableService] ?? []
        heard.append("restored \(restored.map(\.uuid.uuidString))")
    }
    func peripheralManagerDidStartAdvertising(
        _ peripheral: CBPeripheralManager, error: (any Error)?
    ) { heard.append("advertises \(peripheral.isAdvertising)") }
    func peripheralManager(
        _ peripheral: CBPeripheralManager, didAdd service: CBService, error: (any Error)?
    ) { heard.append("added \(service.uuid.uuidString) \(error == nil)") }
    func peripheralManager(
        _ peripheral: CBPeripheralManager, central: CBCentral,
        didSubscribeTo characteristic: CBCharacteristic
    ) { heard.append("subscribed") }
    func peripheralManager(
        _ peripheral: CBPeripheralManager, central: CBCentral,
        didUnsubscribeFrom characteristic: CBCharacteristic
    ) { heard.append("unsubscribed") }
    func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveRead request: CBATTRequest)
    {
        request.value = Data([100])
        peripheral.respond(to: request, withResult: answer)
    }
    func peripheralManager(
        _ peripheral: CBPeripheralManager, didReceiveWrite requests: [CBATTRequest]
    ) {
        heard.append("written \(requests.map { Array($0.value ?? Data()) })")
        peripheral.respond(to: requests[0], withResult: answer)
    }
}

@Suite("CBPeripheralManager", .behaviour("B2")) @MainActor struct PeripheralManagerTests {
    private let bench = BluetoothBench()
    private let listener = Listener()
    private let path = PublishedPath(service: "180F", characteristic: "2A19")
    private let level = CBMutableCharacteristic(
        type: CBUUID(string: "2A19"), properties: [.read, .notify], value: nil,
        permissions: .readable)
    private let published = PublishedService(
        uuid: "180F", characteristics: [PublishedCharacteristic(uuid: "2A19", properties: 0x12)])

    private func ready() -> (CBPeripheralManager, CBMutableService) {
        let manager = CBPeripheralManager(bench.services, listener, nil)
        bench.services.take(.adapter(.on))
        bench.services.take([.opened(manager: "#1", role: .peripheral)])
        let service = CBMutableService(type: CBUUID(string: "180F"), primary: true)
        service.characteristics = [level]
        manager.add(service)
        return (manager, service)
    }

    private func ask(_ call: UInt64, _ value: String? = nil) {
        bench.services.take([
            .asked(
                manager: "#1", call: call, central: BluetoothBench.belt, path: path, offset: 0,
                value: value)
        ])
    }

    @Test("It offers a service and advertises it")
    func offers() {
        let (manager, service) = ready()
        manager.startAdvertising([
            CBAdvertisementDataLocalNameKey: "Battery",
            CBAdvertisementDataServiceUUIDsKey: [CBUUID(string: "180F")],
        ])
        bench.services.take([
            .published(manager: "#1", service: "180F", failure: nil),
            .advertising(manager: "#1", failure: nil),
        ])
        #expect(listener.take() == ["poweredOn", "added 180F true", "advertises true"])
        manager.stopAdvertising()
        manager.remove(service)
        #expect(
            bench.asked() == [
                .open(manager: "#1", role: .peripheral, restores: false),
                .publish(manager: "#1", service: published),
                .advertise(
                    manager: "#1", BluetoothAdvertisement(name: "Battery", services: ["180F"])),
                .stopAdvertising(manager: "#1"), .unpublish(manager: "#1", service: "180F"),
            ])
    }

    @Test("What centrals ask is answered, also where nobody can")
    func answers() {
        let (manager, service) = ready()
        _ = bench.asked()
        ask(1)
        ask(2, "Yw==")
        listener.answer = .writeNotPermitted
        ask(3, "AA==")
        manager.remove(service)
        ask(4)
        #expect(
            bench.asked() == [
                .respond(call: 1, code: 0, value: "ZA=="),
                .respond(call: 2, code: 0, value: "Yw=="),
                .respond(call: 3, code: 3, value: "AA=="),
                .unpublish(manager: "#1", service: "180F"),
                .respond(call: 4, code: 14, value: nil),
            ])
        #expect(listener.take() == ["poweredOn", "written [[99]]", "written [[0]]"])
    }

    @Test("Subscribers are known, and told")
    func subscribers() {
        let (manager, _) = ready()
        _ = listener.take()
        for isOn in [true, true, false] {
            bench.services.take([
                .subscribed(
                    manager: "#1", central: BluetoothBench.belt, path: path, isOn: isOn)
            ])
            #expect(level.subscribedCentrals?.count == (isOn ? 1 : 0))
        }
        #expect(listener.take() == ["subscribed", "subscribed", "unsubscribed"])
        _ = bench.asked()
        #expect(manager.updateValue(Data([99]), for: level, onSubscribedCentrals: nil))
        #expect(bench.asked() == [.update(manager: "#1", path: path, value: "Yw==")])
    }

    @Test("Launched for a request, it is told what there was, and answers", .behaviour("B3"))
    func restored() {
        let manager = CBPeripheralManager(
            bench.services, listener, [CBPeripheralManagerOptionRestoreIdentifierKey: "battery"])
        bench.services.take(.adapter(.on))
        _ = bench.asked()
        bench.services.take([
            .restored(
                manager: "battery", role: .peripheral,
                RestoredManager(
                    services: [published],
                    advertisement: BluetoothAdvertisement(services: ["180F"]))),
            .asked(
                manager: "battery", call: 7, central: BluetoothBench.belt, path: path, offset: 0,
                value: nil),
        ])
        #expect(listener.take() == ["restored [\"180F\"]", "poweredOn"])
        #expect(bench.asked() == [.respond(call: 7, code: 0, value: "ZA==")])
        #expect(manager.isAdvertising)
    }
}
