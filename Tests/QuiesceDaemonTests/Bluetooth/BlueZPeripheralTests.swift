import Foundation
import QuiesceCore
import QuiesceShell
import TestSupport
import Testing

@testable import QuiesceDaemon

@Suite(
    "Bluetooth by BlueZ, as a peripheral", .behaviour("B2"),
    .enabled(if: TestBus.canRun, TestBus.missing))
struct BlueZPeripheralTests {
    private let scratch: ScratchDirectory
    private let app: AppID
    private let path = PublishedPath(service: "180F", characteristic: "2A19")

    init() throws {
        scratch = try ScratchDirectory()
        app = try #require(AppID("org.example.beacon"))
    }

    private func demand(value: String? = nil) -> BluetoothDemand {
        var demand = BluetoothDemand()
        demand.services = [
            .init(
                app: app, manager: "b",
                service: PublishedService(
                    uuid: "180F",
                    characteristics: [
                        PublishedCharacteristic(uuid: "2A19", properties: 0x1A, value: value)
                    ]))
        ]
        demand.advertisements = [
            .init(
                app: app, manager: "b",
                advertisement: BluetoothAdvertisement(name: "Beacon", services: ["180F"]))
        ]
        return demand
    }

    private func central(_ bluez: BlueZFixture, _ method: String, _ bytes: String = "0") throws {
        try bluez.play("Central", "string:" + method, "array:byte:" + bytes)
    }

    private func wait(_ bluez: BlueZFixture, forAnswer answer: String) throws {
        var found: [String] = []
        try bluez.serve("\(answer)") {
            found += try bluez.answers()
            return found.contains(answer)
        }
    }

    /// Serves until a central has asked, and returns its number.
    private func call(_ bluez: BlueZFixture, value: String?) throws -> UInt64 {
        var number: UInt64?
        try bluez.serve("a question") {
            for case .reported(.question(app, "b", let call, let central, path, 0, value))
                in bluez.events
            {
                #expect(central == BlueZFixture.identifier)
                number = call
            }
            return number != nil
        }
        return try #require(number)
    }

    @Test("bluetoothd is told what an app offers and advertises, and asks it")
    func offers() throws {
        let bluez = try BlueZFixture(in: scratch)
        try bluez.near()
        bluez.radio.want(demand())
        try bluez.wait(
            "published", for: .reported(.published(app, manager: "b", service: "180F", nil)))
        try bluez.wait("advertised", for: .reported(.advertising(app, manager: "b", nil)))
        var heard: [String] = []
        try bluez.serve("looked at") {
            heard += try bluez.heard()
            return heard.contains("application of 2")
                && heard.contains("advertise Beacon 0000180F-0000-1000-8000-00805F9B34FB")
        }
        try central(bluez, "ReadValue")
        let read = try call(bluez, value: nil)
        bluez.radio.perform(.respond(call: read, code: 0, value: "ZA=="))
        try wait(bluez, forAnswer: "read 64")
        // Once is enough.
        bluez.radio.perform(.respond(call: read, code: 0, value: "ZA=="))
        bluez.forget()
        try central(bluez, "WriteValue", "50")
        let write = try call(bluez, value: "Mg==")
        bluez.radio.perform(.respond(call: write, code: 3, value: nil))
        try wait(bluez, forAnswer: "org.bluez.Error.NotPermitted")
        try central(bluez, "StartNotify")
        try wait(bluez, forAnswer: "done")
        #expect(
            bluez.events.contains {
                if case .reported(.subscribed(app, "b", _, path, isOn: true)) = $0 {
                    true
                } else {
                    false
                }
            })
        bluez.radio.perform(.update(app, manager: "b", path, value: "Yw=="))
        try wait(bluez, forAnswer: "told 63")
        bluez.radio.want(BluetoothDemand())
        try bluez.serve("taken back") {
            heard += try bluez.heard()
            return heard.contains("no application") && heard.contains("no advertisement")
        }
    }

    @Test("What is always the same is read without the app")
    func fixed() throws {
        let bluez = try BlueZFixture(in: scratch)
        bluez.radio.want(demand(value: "Kg=="))
        try bluez.waitUntilHeard("application of 2")
        try central(bluez, "ReadValue")
        try wait(bluez, forAnswer: "read 2a")
    }

    @Test("It is offered again to a bluetoothd that was started again")
    func restarted() throws {
        let bluez = try BlueZFixture(in: scratch)
        bluez.radio.want(demand())
        try bluez.waitUntilHeard("application of 2")
        bluez.kill()
        try bluez.wait("gone", for: .adapter(.unsupported))
        try bluez.start()
        try bluez.play("PlugIn")
        try bluez.waitUntilHeard("application of 2")
    }
}
