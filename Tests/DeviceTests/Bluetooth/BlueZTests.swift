import Foundation
import TestSupport
import Testing

@Suite("Bluetooth of real apps by BlueZ", .enabled(if: TestBus.canRun, TestBus.missing))
struct BlueZTests {
    private func withExample(
        _ example: String, _ body: (LiveDevice, PlayedBluetoothd, String) throws -> Void
    ) throws {
        try withBluetoothd { device, bluetoothd in
            let app = try device.install(example: example)
            #expect(try device.quiesce("permissions", app, "bluetooth", "allow").code == 0)
            try device.open(app)
            try body(device, bluetoothd, app)
        }
    }

    private func withBluetoothd(_ body: (LiveDevice, PlayedBluetoothd) throws -> Void) throws {
        let bluetoothd = try PlayedBluetoothd()
        defer { bluetoothd.end() }
        try bluetoothd.play("PlugIn")
        let device = try LiveDevice()
        defer { device.tearDown() }
        device.systemBus = bluetoothd.address
        try device.start()
        try body(device, bluetoothd)
    }

    @Test(
        "HeartRate is frozen, woken for a beat, for the belt's going and coming, and goes on with the next daemon",
        .behaviour(
            "B1",
            missing: "no radio was tried: real BlueZ is, with virtual controllers, by make test-vm")
    )
    func woken() throws {
        try withExample("HeartRate") { device, bluetoothd, app in
            try bluetoothd.near()
            try device.wait(app, toPrint: "listening")
            try device.perform(.home)
            try device.wait(app, "suspended")
            try bluetoothd.beat(80)
            try device.wait(app, toPrint: "80 beats a minute")
            try device.wait(app, "suspended")
            try bluetoothd.far()
            try device.wait(app, toPrint: "lost")
            try device.wait(app, "suspended")
            try bluetoothd.near()
            try device.wait(app, toPrint: "listening", times: 2)
            try device.wait(app, "suspended")
            _ = try bluetoothd.heard()
            device.killDaemon()
            try device.start()
            // It asks for notifications anew, and is adopted.
            try bluetoothd.wait("\"notify\"")
            try bluetoothd.beat(81)
            try device.wait(app, toPrint: "81 beats a minute")
            #expect(try device.ps(app).launch == 1)
        }
    }

    @Test(
        "Killed, it is launched for a beat",
        .behaviour(
            "B3",
            missing: "no radio was tried: real BlueZ is, with virtual controllers, by make test-vm")
    )
    func launched() throws {
        try withExample("HeartRate") { device, bluetoothd, app in
            try bluetoothd.near()
            try device.wait(app, toPrint: "listening")
            try device.perform(.home)
            try device.wait(app, "suspended")
            let pid = try device.pid(app)
            let mark = try device.mark()
            #expect(kill(pid_t(pid), SIGKILL) == 0)
            try device.wait(app, "notRunning")
            try bluetoothd.beat(70)
            // It has crashed, as far as anybody knows, and is launched a little later.
            try device.wait(for: "its next launch", app: app, after: mark) {
                $0.reason == "launched"
            }
            try device.wait(app, toPrint: "restored 1 belt")
            try device.wait(app, toPrint: "70 beats a minute")
        }
    }

    @Test(
        "A beacon's advertisement wakes a suspended app that monitors its region", .behaviour("G4"))
    func region() throws {
        try withBluetoothd { device, bluetoothd in
            let app = try device.installRecorder(["UIBackgroundModes": ["location"]])
            #expect(try device.quiesce("permissions", app, "location", "allow").code == 0)
            try device.open(app, "--fifo")
            try device.tell(app, "location beacons shop E2C56DB5-DFFB-48D2-B060-D0F5A71096E0")
            try device.wait(app, toPrint: "asked beacons")
            try device.perform(.home)
            try device.wait(app, "suspended")
            try bluetoothd.near()
            try bluetoothd.wait("scan")
            let data = [
                0x02, 0x15, 0xe2, 0xc5, 0x6d, 0xb5, 0xdf, 0xfb, 0x48, 0xd2, 0xb0, 0x60, 0xd0, 0xf5,
                0xa7, 0x10, 0x96, 0xe0, 0, 7, 0, 1, 0xc5,
            ]
            try bluetoothd.advertise(data)
            try device.wait(app, toPrint: "entered shop background")
            try device.wait(app, "suspended")
        }
    }

    @Test(
        "Beacon is frozen, and a central reads and writes it",
        .behaviour(
            "B2",
            missing: "no radio was tried: real BlueZ is, with virtual controllers, by make test-vm")
    )
    func beacon() throws {
        try withExample("Beacon") { device, bluetoothd, app in
            try device.wait(app, toPrint: "advertising")
            try bluetoothd.wait("application of 2")
            try device.perform(.home)
            try device.wait(app, "suspended")
            try bluetoothd.central("ReadValue")
            try bluetoothd.wait(answer: "read 64")
            try device.wait(app, "suspended")
            try bluetoothd.central("WriteValue", "50")
            try device.wait(app, toPrint: "told 50 %")
        }
    }
}

/// A system bus of the test's own with a bluetoothd that is played.
final class PlayedBluetoothd {
    private static let belt = "AA:BB:CC:DD:EE:FF"

    var address: String { bus.address }
    private let bus: TestBus
    private let bluetoothd: SpawnedProcess

    init() throws {
        let scratch = try ScratchDirectory()
        bus = try TestBus(in: scratch)
        let template = BuiltProducts.package.appending(path: "Tests/Python/bluez_gatt.py").path
        bluetoothd = try bus.play("org.bluez", at: "/", "--template \(template)")
    }

    func end() {
        bluetoothd.end()
        bus.end()
    }

    func play(_ method: String, _ arguments: String...) throws {
        _ = try ask("org.bluez.Mock." + method, arguments)
    }

    func near() throws { try play("Near", "string:" + Self.belt) }
    func far() throws { try play("Far", "string:" + Self.belt) }
    func beat(_ rate: Int) throws {
        try play("Notify", "string:" + Self.belt, "array:byte:0,\(rate)")
    }
    /// It advertises data of Apple's.
    func advertise(_ data: [Int]) throws {
        let bytes = data.map(String.init).joined(separator: ",")
        try play("Advertise", "string:" + Self.belt, "array:byte:" + bytes)
    }
    func central(_ method: String, _ bytes: String = "0") throws {
        try play("Central", "string:" + method, "array:byte:" + bytes)
    }

    /// Waits until it was asked that, since it was looked at last.
    func wait(_ words: String) throws { try wait(words, heard) }
    func wait(answer: String) throws { try wait(answer, answers) }

    private func wait(_ words: String, _ look: () throws -> String) throws {
        let end = Date() + LiveDevice.patience
        var found = ""
        while !found.contains(words) {
            guard Date() < end else { throw TooLate(words: words, found: found) }
            found += try look()
        }
    }

    struct TooLate: Error {
        var words: String
        var found: String
    }

    /// The requests that bluetoothd has received since they were last read.
    func heard() throws -> String { try ask("org.bluez.Mock.Heard", []) }
    func answers() throws -> String { try ask("org.bluez.Mock.Answers", []) }

    private func ask(_ method: String, _ arguments: [String]) throws -> String {
        try bus.ask("org.bluez", "/", method, arguments)
    }
}
