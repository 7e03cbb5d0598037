import Foundation
import QuiesceCore
import QuiesceShell
import TestSupport
import Testing

@testable import QuiesceDaemon

@Suite(
    "Bluetooth by BlueZ, as a central", .behaviour("B1"),
    .enabled(if: TestBus.canRun, TestBus.missing))
struct BlueZCentralTests {
    private let scratch: ScratchDirectory
    private static let belt = BlueZFixture.identifier
    private static let known = KnownPeripheral(belt, name: "Belt")
    private static let services = [
        GATTService(
            handle: 0x10, uuid: "180D",
            characteristics: [
                GATTCharacteristic(handle: 0x11, uuid: "2A37", properties: 0x10),
                GATTCharacteristic(handle: 0x13, uuid: "2A38", properties: 0x0A),
            ])
    ]

    init() throws { scratch = try ScratchDirectory() }

    private func connected() throws -> BlueZFixture {
        let bluez = try BlueZFixture(in: scratch)
        try bluez.near()
        bluez.radio.want(BlueZFixture.demand(connected: true, notifying: [0x11]))
        try bluez.wait(
            "subscribed", for: .reported(.notifies(Self.belt, handle: 0x11, isOn: true, nil)))
        return bluez
    }

    @Test("A bluetoothd that isn't there is said once, and found when it is")
    func found() throws {
        let bluez = try BlueZFixture(in: scratch, isThere: false)
        bluez.radio.want(BlueZFixture.demand())
        try bluez.wait("none", for: .adapter(.unsupported))
        try bluez.start()
        try bluez.play("PlugIn")
        try bluez.wait("one", for: .adapter(.on))
        #expect(bluez.events == [.adapter(.unsupported), .adapter(.on), .reported(.present([]))])
        #expect(bluez.log.lines.count == 1)
    }

    @Test("Without a system bus it is looked for again, and that is said once")
    func noBus() throws {
        let bluez = try BlueZFixture(in: scratch, isThere: false)
        let heard = Heard()
        let radio = BlueZRadio(
            address: "unix:path=\(scratch.file("none"))", loop: bluez.loop, logger: bluez.log.logger
        ) { event in
            heard.events.append(event)
            bluez.loop.stop()
        }
        radio.want(BlueZFixture.demand())
        try bluez.serve("none") { !heard.events.isEmpty }
        #expect(heard.events == [.adapter(.unsupported)])
        radio.want(nil)
    }

    private final class Heard { var events: [BluetoothEvent] = [] }

    @Test("A scan is asked of it with its services, and who is near is told once")
    func scan() throws {
        let bluez = try BlueZFixture(in: scratch)
        bluez.radio.want(BlueZFixture.demand(scan: ["180D"]))
        try bluez.waitUntilHeard("scan")
        try bluez.near()
        let found = BluetoothEvent.reported(
            .discovered(
                Self.known, BluetoothAdvertisement(name: "Belt", services: ["180D"]), signal: -60))
        try bluez.wait("it is found", for: found)
        // It is heard again, and isn't news.
        try bluez.near()
        bluez.radio.want(BlueZFixture.demand())
        try bluez.waitUntilHeard("stop")
        #expect(bluez.events == [.adapter(.on), .reported(.present([])), found])
        bluez.radio.want(BlueZFixture.demand(scan: ["180F"]))
        try bluez.waitUntilHeard("filter 0000180f-0000-1000-8000-00805f9b34fb")
        #expect(bluez.events.last == found)
    }

    @Test("It connects, says what there is, subscribes, tells values, reads and writes")
    func values() throws {
        let bluez = try connected()
        #expect(
            bluez.events == [
                .adapter(.on), .reported(.present([])), .reported(.connected(Self.known)),
                .reported(.services(Self.belt, Self.services)),
                .reported(.notifies(Self.belt, handle: 0x11, isOn: true, nil)),
            ])
        try bluez.play("Notify", "string:" + BlueZFixture.belt, "array:byte:0,80")
        try bluez.wait("a value", for: .reported(.value(Self.belt, handle: 0x11, "AFA=")))
        bluez.radio.perform(.read(operation: 1, peripheral: Self.belt, handle: 0x13))
        try bluez.wait("read", for: .reported(.done(1, .value("AQ=="))))
        bluez.radio.perform(.read(operation: 2, peripheral: Self.belt, handle: 0x11))
        try bluez.wait("refused", for: .reported(.done(2, .failed(.notPermitted))))
        bluez.radio.perform(
            .write(
                operation: 3, peripheral: Self.belt, handle: 0x13, value: "AgM=",
                isAcknowledged: true))
        try bluez.wait("written", for: .reported(.done(3, .written)))
        #expect(try bluez.heard().contains("write 0203 request"))
        bluez.radio.perform(.read(operation: 4, peripheral: Self.belt, handle: 0x99))
        #expect(bluez.events.last == .reported(.done(4, .failed(.notSupported))))
        bluez.radio.perform(.readSignal(operation: 5, peripheral: "nobody"))
        #expect(bluez.events.last == .reported(.done(5, .failed(.notConnected))))
        bluez.radio.want(BlueZFixture.demand(connected: true))
        try bluez.waitUntilHeard("no notify")
        bluez.radio.want(BlueZFixture.demand())
        try bluez.waitUntilHeard("disconnect")
        #expect(bluez.events.last == .reported(.disconnected(Self.belt, nil)))
    }

    @Test("A connection that bluetoothd doesn't signal is known all the same, and asked for once")
    func silent() throws {
        let bluez = try BlueZFixture(in: scratch)
        try bluez.play("BeSilent")
        try bluez.near()
        bluez.radio.want(BlueZFixture.demand(connected: true))
        try bluez.wait("connected", for: .reported(.connected(Self.known)))
        try bluez.wait("services", for: .reported(.services(Self.belt, Self.services)))
        #expect(try bluez.heard().count { $0 == "connect" } == 1)
    }

    @Test(
        "One that is out of range is waited for, lost when it goes, and connected when it is back")
    func range() throws {
        let bluez = try BlueZFixture(in: scratch)
        try bluez.near()
        try bluez.far()
        bluez.radio.want(BlueZFixture.demand(connected: true))
        try bluez.waitUntilHeard("connect")
        #expect(bluez.events == [.adapter(.on), .reported(.present([]))])
        try bluez.near()
        try bluez.wait("connected", for: .reported(.connected(Self.known)))
        bluez.forget()
        try bluez.far()
        try bluez.wait("lost", for: .reported(.disconnected(Self.belt, .lost)))
        try bluez.near()
        try bluez.wait("back", for: .reported(.connected(Self.known)))
    }

    @Test("One that bluetoothd doesn't know is looked for")
    func unknown() throws {
        let bluez = try BlueZFixture(in: scratch)
        bluez.radio.want(BlueZFixture.demand(connected: true))
        try bluez.waitUntilHeard("scan")
        try bluez.near()
        try bluez.wait("connected", for: .reported(.connected(Self.known)))
        try bluez.waitUntilHeard("stop")
    }

    @Test("bluetoothd is killed and started again: that is said once, and all is asked anew")
    func restarted() throws {
        let bluez = try connected()
        bluez.forget()
        bluez.kill()
        try bluez.wait("gone", for: .adapter(.unsupported))
        // A request fails while bluetoothd is gone.
        bluez.radio.perform(.read(operation: 9, peripheral: Self.belt, handle: 0x13))
        #expect(bluez.events.last == .reported(.done(9, .failed(.notConnected))))
        try bluez.start()
        try bluez.play("PlugIn")
        try bluez.near()
        try bluez.wait(
            "subscribed", for: .reported(.notifies(Self.belt, handle: 0x11, isOn: true, nil)))
        #expect(bluez.events.count { $0 == .adapter(.unsupported) } == 1)
        #expect(bluez.events.contains(.adapter(.on)))
    }

    @Test("The adapter is switched off, unplugged and plugged in again")
    func unplugged() throws {
        let bluez = try connected()
        bluez.forget()
        try bluez.play("Power", "boolean:false")
        try bluez.wait("off", for: .adapter(.off))
        try bluez.play("Power", "boolean:true")
        try bluez.wait("connected", for: .reported(.connected(Self.known)))
        bluez.forget()
        try bluez.play("Unplug")
        try bluez.wait("gone", for: .adapter(.unsupported))
        try bluez.play("PlugIn")
        try bluez.near()
        try bluez.wait("back", for: .reported(.connected(Self.known)))
    }

    @Test("Another adapter is used once the one that was in use is off or gone")
    func another() throws {
        let bluez = try BlueZFixture(in: scratch, isThere: false)
        try bluez.start()
        try bluez.play("PlugInAnother", "string:hci1")
        bluez.radio.want(BlueZFixture.demand(scan: ["180D"]))
        try bluez.waitUntilHeard("scan by another adapter")
        try bluez.play("PlugIn")
        #expect(try bluez.heard() == [])
        try bluez.play("PlugOut", "string:hci1")
        try bluez.waitUntilHeard("scan")
        #expect(
            bluez.events == [
                .adapter(.on), .reported(.present([])), .adapter(.off), .adapter(.on),
                .reported(.present([])),
            ])
    }

    @Test("A scan that bluetoothd refuses is asked for again")
    func busy() throws {
        let bluez = try BlueZFixture(in: scratch)
        try bluez.play("BeBusy", "int32:2")
        bluez.radio.want(BlueZFixture.demand(scan: ["180D"]))
        try bluez.waitUntilHeard("scan")
    }

    @Test("A connection of an earlier daemon is found, and goes on")
    func adopted() throws {
        let bluez = try connected()
        let heard = Heard()
        let next = BlueZRadio(address: bluez.address, loop: bluez.loop, logger: bluez.log.logger) {
            heard.events.append($0)
            bluez.loop.stop()
        }
        next.want(BlueZFixture.demand(connected: true))
        try bluez.serve("services") { heard.events.count == 3 }
        #expect(
            heard.events == [
                .adapter(.on), .reported(.present([Self.known])),
                .reported(.services(Self.belt, Self.services)),
            ])
        next.want(nil)
    }

    @Test("Off, nothing is watched, and nobody is connected")
    func off() throws {
        let bluez = try connected()
        bluez.radio.want(nil)
        try bluez.waitUntilHeard("disconnect")
        #expect(bluez.radio.link == nil)
        bluez.forget()
        try bluez.near()
        bluez.radio.perform(.read(operation: 1, peripheral: Self.belt, handle: 0x13))
        #expect(bluez.events == [.reported(.done(1, .failed(.notConnected)))])
    }

    @Test("A beacon is heard by its advertisement, once in a while", .behaviour("G4"))
    func beacon() throws {
        let bluez = try BlueZFixture(in: scratch)
        try bluez.near()
        bluez.radio.want(BlueZFixture.demand(scan: [], beacons: true))
        try bluez.waitUntilHeard("scan")
        let uuid = "E2,C5,6D,B5,DF,FB,48,D2,B0,60,D0,F5,A7,10,96,E0"
        let data = ("02,15," + uuid + ",00,07,00,01,C5").split(separator: ",").map { "0x\($0)" }
        for _ in 0..<3 {
            try bluez.play(
                "Advertise", "string:" + BlueZFixture.belt,
                "array:byte:" + data.joined(separator: ","))
        }
        try bluez.serve("a beacon") { !bluez.beacons.isEmpty }
        #expect(
            bluez.beacons == [
                Beacon(uuid: "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0", major: 7, minor: 1)
            ])
    }
}
