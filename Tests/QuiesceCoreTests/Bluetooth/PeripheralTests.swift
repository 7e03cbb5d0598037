import TestSupport
import Testing

@testable import QuiesceCore

@Suite("Bluetooth, as a peripheral") struct PeripheralTests {
    static let path = PublishedPath(service: "180F", characteristic: "2A19")
    static let battery = PublishedService(
        uuid: "180F", characteristics: [PublishedCharacteristic(uuid: "2A19", properties: 0x12)])

    private func device(_ modes: [BackgroundMode] = [.bluetoothPeripheral], restores: Bool = false)
        -> TestDevice
    {
        let device = TestDevice(.ios8, installing: .test(appA, modes: modes))
        device.permit(appA, .bluetooth, .authorized)
        device.open(appA)
        device.ask(appA, bluetooth: .open(manager: "b", role: .peripheral, restores: restores))
        device.send(.bluetooth(.adapter(.on)))
        device.ask(appA, bluetooth: .publish(manager: "b", service: Self.battery))
        device.report(.published(appA, manager: "b", service: "180F", nil))
        device.ask(
            appA, bluetooth: .advertise(manager: "b", BluetoothAdvertisement(services: ["180F"])))
        device.report(.advertising(appA, manager: "b", nil))
        return device
    }

    private func ask(_ device: TestDevice, _ call: UInt64, _ value: String? = nil) {
        device.report(
            .question(
                appA, manager: "b", call: call, central: TestDevice.scale, Self.path, offset: 0,
                value: value))
    }

    @Test(
        "What it offers and advertises is asked of the adapter, and goes on while it is suspended",
        .behaviour("B2"))
    func offers() {
        let device = device()
        device.leave(appA)
        #expect(device.demand?.services.map(\.service) == [Self.battery])
        #expect(device.demand?.advertisements.map(\.advertisement.services) == [["180F"]])
        #expect(
            Array(device.bluetoothNews(appA).suffix(2)) == [
                .published(manager: "b", service: "180F", failure: nil),
                .advertising(manager: "b", failure: nil),
            ])
        device.open(appA)
        device.ask(appA, bluetooth: .unpublish(manager: "b", service: "180F"))
        device.ask(appA, bluetooth: .stopAdvertising(manager: "b"))
        #expect(device.demand?.services.isEmpty == true)
        #expect(device.demand?.advertisements.isEmpty == true)
    }

    @Test("A central's request wakes it, and its answer goes back once", .behaviour("B2"))
    func asked() {
        let device = device()
        device.leave(appA)
        device.defaultBehaviour.completesAfter = .seconds(2)
        ask(device, 7)
        #expect(
            device.bluetoothNews(appA).last
                == .asked(
                    manager: "b", call: 7, central: TestDevice.scale, path: Self.path, offset: 0,
                    value: nil))
        #expect(device.bluetoothWakes(appA) == 1)
        for value in ["ZA==", "AA=="] {
            device.ask(appA, bluetooth: .respond(call: 7, code: 0, value: value))
        }
        // Nor can it answer what it wasn't asked.
        device.ask(appA, bluetooth: .respond(call: 8, code: 0, value: nil))
        #expect(device.commands == [.respond(call: 7, code: 0, value: "ZA==")])
        device.advance(by: .seconds(30))
        #expect(device.state(appA) == .suspended)
    }

    @Test("A subscription wakes it, and it tells its subscribers", .behaviour("B2"))
    func subscribed() {
        let device = device()
        device.leave(appA)
        device.defaultBehaviour.completesAfter = .seconds(2)
        device.report(
            .subscribed(
                appA, manager: "b", central: TestDevice.scale, Self.path, isOn: true))
        #expect(device.bluetoothWakes(appA) == 1)
        device.ask(appA, bluetooth: .update(manager: "b", path: Self.path, value: "Yw=="))
        #expect(
            device.commands == [.update(appA, manager: "b", Self.path, value: "Yw==")])
    }

    @Test(
        "Without its own mode it isn't woken: that of centrals is another", .behaviour("B2", "O4"))
    func otherMode() {
        let device = device([.bluetoothCentral])
        device.leave(appA)
        ask(device, 1)
        device.advance(by: .seconds(20))
        #expect(device.bluetoothWakes(appA) == 0)
        device.open(appA)
        #expect(device.bluetoothNews(appA).last?.role == .peripheral)
    }

    @Test("One that has ended is launched for a request", .behaviour("B3"))
    func launched() {
        let device = device(restores: true)
        device.leave(appA)
        device.die(appA, .exited(code: 0))
        device.advance(by: .seconds(60))
        ask(device, 3)
        #expect(
            device.heard[appA]?.contains {
                if case .finishLaunching(false, .bluetooth([], ["b"]), _) = $0 {
                    true
                } else {
                    false
                }
            } == true)
        #expect(
            device.bluetoothNews(appA).suffix(2).first
                == .restored(
                    manager: "b", role: .peripheral,
                    RestoredManager(
                        services: [Self.battery],
                        advertisement: BluetoothAdvertisement(services: ["180F"]))))
    }

    @Test(
        "What nobody offers is answered at once, and of too many questions the oldest is given up",
        .behaviour("B2"))
    func unanswerable() {
        let device = device([])
        device.report(
            .question(
                appA, manager: "b", call: 1, central: TestDevice.scale,
                PublishedPath(service: "180F", characteristic: "2A1A"), offset: 0, value: nil))
        #expect(device.commands == [.respond(call: 1, code: 0x0E, value: nil)])
        device.leave(appA)
        for call in 0...UInt64(Limits.bluetoothQuestions) { ask(device, 100 + call) }
        #expect(device.commands.last == .respond(call: 100, code: 0x0E, value: nil))
    }

    @Test("It answers one question, and can still answer the next", .behaviour("B2"))
    func answers() {
        let device = device()
        ask(device, 7)
        ask(device, 8)
        for call in [7, 8, 7] as [UInt64] {
            device.ask(appA, bluetooth: .respond(call: call, code: 0, value: nil))
        }
        #expect(
            device.commands == [
                .respond(call: 7, code: 0, value: nil), .respond(call: 8, code: 0, value: nil),
            ])
    }

    @Test("Its services, and what it advertises, outlast a restart of the device", .behaviour("B3"))
    func restart() {
        let device = device(restores: true)
        device.leave(appA)
        device.restartDevice()
        #expect(device.demand?.services.map(\.service) == [Self.battery])
        #expect(device.demand?.advertisements.map(\.advertisement.services) == [["180F"]])
        device.send(.bluetooth(.adapter(.on)))
        ask(device, 3)
        #expect(device.state(appA) != .notRunning)
    }

    @Test(
        "What the adapter can't offer isn't asked of it again, and the rest stays", .behaviour("B2")
    )
    func failed() {
        let device = device()
        device.ask(appA, bluetooth: .publish(manager: "b", service: PublishedService(uuid: "180A")))
        device.report(.published(appA, manager: "b", service: "180A", .failed))
        #expect(
            device.bluetoothNews(appA).last
                == .published(manager: "b", service: "180A", failure: .failed))
        #expect(device.demand?.services.map(\.service.uuid) == ["180F"])
        device.report(.advertising(appA, manager: "b", .failed))
        #expect(device.demand?.advertisements.isEmpty == true)
        device.report(.published(appA, manager: "b", service: "180D", nil))
        #expect(
            device.bluetoothNews(appA).last == .advertising(manager: "b", failure: .failed),
            "it offers none of that name")
        device.report(.ready(appA, manager: "b"))
        #expect(device.bluetoothNews(appA).last == .ready(manager: "b"))
        device.ask(appA, bluetooth: .publish(manager: "b", service: PublishedService(uuid: "180A")))
        device.ask(appA, bluetooth: .unpublish(manager: "b", service: "180F"))
        #expect(device.demand?.services.map(\.service.uuid) == ["180A"])
    }

    @Test("It offers sixteen services, of thirty-two characteristics each, and no more")
    func most() {
        let device = device()
        func characteristics(_ count: Int) -> [PublishedCharacteristic] {
            (0..<count).map { PublishedCharacteristic(uuid: "\(3_000 + $0)", properties: 2) }
        }
        for number in 1...16 {
            device.ask(
                appA,
                bluetooth: .publish(
                    manager: "b",
                    service: PublishedService(
                        uuid: "\(2_000 + number)", characteristics: characteristics(32))))
        }
        #expect(device.demand?.services.count == 16)
        #expect(
            device.bluetoothNews(appA).last
                == .published(manager: "b", service: "2016", failure: .tooMany))
        device.ask(appA, bluetooth: .unpublish(manager: "b", service: "180F"))
        device.ask(
            appA,
            bluetooth: .publish(
                manager: "b",
                service: PublishedService(uuid: "2016", characteristics: characteristics(33))))
        #expect(
            device.bluetoothNews(appA).last
                == .published(manager: "b", service: "2016", failure: .notSupported))
    }

    @Test("Services that can't be offered are refused")
    func impossible() {
        let device = device()
        func published(_ service: PublishedService) -> BluetoothNews? {
            device.ask(appA, bluetooth: .publish(manager: "b", service: service))
            return device.bluetoothNews(appA).last
        }
        let twice = PublishedService(
            uuid: "180A",
            characteristics: [
                PublishedCharacteristic(uuid: "2A19", properties: 2),
                PublishedCharacteristic(
                    uuid: "00002a19-0000-1000-8000-00805f9b34fb", properties: 2),
            ])
        #expect(
            published(twice) == .published(manager: "b", service: "180A", failure: .notSupported))
        #expect(
            published(PublishedService(uuid: "no"))
                == .published(manager: "b", service: "no", failure: .notSupported))
        #expect(
            published(PublishedService(uuid: "180F"))
                == .published(manager: "b", service: "180F", failure: .failed))
        #expect(
            published(Self.battery)
                == .published(manager: "b", service: "180F", failure: nil))
    }
}
