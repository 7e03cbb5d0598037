import Foundation
import TestSupport
import Testing

/// The services are dbusmock's, and the thermal zones are a tree like /sys.
@Suite(
    "The power profile, the cost of the network and the warmth of the machine",
    .enabled(if: TestBus.canRun, TestBus.missing))
struct MachinePowerTests {
    private static let profiles = (
        "org.freedesktop.UPower.PowerProfiles", "/org/freedesktop/UPower/PowerProfiles"
    )
    private static let saver = ["ActiveProfile": "'power-saver'"]
    private static let balanced = ["ActiveProfile": "'balanced'"]

    private func withMachine(
        options: [String] = [], _ body: (LiveDevice, TestBus) throws -> Void
    ) throws {
        let scratch = try ScratchDirectory()
        let bus = try TestBus(in: scratch)
        let device = try LiveDevice(options: options)
        defer { device.tearDown() }
        device.systemBus = bus.address
        try device.start()
        try body(device, bus)
        withExtendedLifetime(scratch) {}
    }

    @Test(
        "The machine's power saver is Low Power Mode, by the new name and by the old one",
        .behaviour("F2", "Q4"),
        arguments: [profiles, ("net.hadess.PowerProfiles", "/net/hadess/PowerProfiles")])
    func powerProfile(name: String, path: String) throws {
        try withMachine { device, bus in
            let app = try device.installRecorder()
            try device.open(app)
            try device.wait(app, "active")
            let service = try PlayedService(name, at: path, on: bus)
            try service.set(Self.balanced)
            try service.set(Self.saver)
            try device.wait(app, toPrint: "event lowPowerMode true")
            #expect(try device.status().screen?.lowPowerMode == true)
            #expect(
                try device.status().notes.contains(
                    "Low Power Mode follows the power profile: power-saver, by \(name)"))
            try service.set(Self.balanced)
            try device.wait(app, toPrint: "event lowPowerMode false")
            #expect(try device.status().screen?.lowPowerMode == false)
        }
    }

    @Test("A service that ends says nothing any more, and is heard again once it is back")
    func lost() throws {
        try withMachine { device, bus in
            let app = try device.installRecorder()
            try device.open(app)
            try device.wait(app, "active")
            let service = try PlayedService(Self.profiles.0, at: Self.profiles.1, on: bus)
            try service.set(Self.saver)
            try device.wait(app, toPrint: "event lowPowerMode true")
            service.end()
            try device.wait(app, toPrint: "event lowPowerMode false")
            #expect(try !device.status().notes.contains { $0.contains("power profile") })
            try service.begin()
            try service.set(Self.saver)
            try device.wait(app, toPrint: "event lowPowerMode true", times: 2)
        }
    }

    @Test(
        "Low Power Mode that a tool has set stays the tool's until it is given back",
        .behaviour("D1"))
    func overridden() throws {
        try withMachine { device, bus in
            let app = try device.installRecorder()
            try device.open(app)
            try device.wait(app, "active")
            try device.perform(.sendEvent(["low-power", "off"]))
            let service = try PlayedService(Self.profiles.0, at: Self.profiles.1, on: bus)
            try service.set(Self.saver)
            try waitUntil("the profile is known") {
                try device.status().notes.contains { $0.contains("power-saver") }
            }
            #expect(try device.status().screen?.lowPowerMode == false)
            try device.perform(.sendEvent(["low-power", "auto"]))
            try device.wait(app, toPrint: "event lowPowerMode true")
            #expect(try !device.lines(app).contains("event lowPowerMode false"))
        }
    }

    /// A machine whose default route leads through Wi-Fi, as the kernel tells.
    private func wifi(_ machine: ScratchDirectory) throws -> [String] {
        try write(
            "Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask\tMTU\tWindow\tIRTT\n"
                + "wlan0\t00000000\t0101A8C0\t0003\t0\t0\t0\t00000000\t0\t0\t0\n",
            machine.file("net/route"))
        try write("1\n", machine.file("class/net/wlan0/type"))
        try write("up\n", machine.file("class/net/wlan0/operstate"))
        return ["--sys", machine.path, "--net", machine.file("net")]
    }

    private func write(_ text: String, _ path: String) throws {
        let file = URL(fileURLWithPath: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    @Test(
        "Wi-Fi that NetworkManager calls metered counts as cellular, and one that leads nowhere as none",
        .behaviour("X4", "X9"))
    func network() throws {
        let machine = try ScratchDirectory()
        try withMachine(options: try wifi(machine)) { device, bus in
            try device.wait(for: "Wi-Fi") { $0.detail == "network wifi" }
            let manager = try PlayedService(
                "org.freedesktop.NetworkManager", at: "/org/freedesktop/NetworkManager", on: bus)
            func becomes(_ network: String, _ metered: Int, _ connectivity: Int) throws {
                try manager.set([
                    "Metered": "dbus.UInt32(\(metered))",
                    "Connectivity": "dbus.UInt32(\(connectivity))",
                ])
                try waitUntil("\(metered), \(connectivity): \(network)") {
                    try device.status().screen?.network == network
                }
            }
            try becomes("cellular", 1, 4)
            #expect(
                try device.status().notes.contains(
                    "the network is metered, by org.freedesktop.NetworkManager"))
            try becomes("wifi", 2, 4)
            try becomes("cellular", 3, 3)
            try becomes("none", 3, 2)
            try becomes("wifi", 4, 4)
            try becomes("none", 0, 1)
            manager.end()
            try waitUntil("the kernel's word counts again") {
                try device.status().screen?.network == "wifi"
            }
        }
        withExtendedLifetime(machine) {}
    }

    @Test("A machine that is warm when the device starts tells its apps so", .behaviour("Q4"))
    func warm() throws {
        let machine = try ScratchDirectory()
        for (name, text) in [
            ("temp", "91000"), ("trip_point_0_type", "passive"), ("trip_point_0_temp", "80000"),
            ("trip_point_1_type", "hot"), ("trip_point_1_temp", "90000"),
        ] { try write(text + "\n", machine.file("class/thermal/thermal_zone0/\(name)")) }
        try withMachine(options: ["--sys", machine.path]) { device, _ in
            try device.wait(for: "the warmth") { $0.detail == "thermal serious" }
            #expect(try device.status().screen?.thermalState == "serious")
            let app = try device.installRecorder()
            try device.open(app)
            try device.wait(app, "active")
            try device.perform(.sendEvent(["thermal", "critical"]))
            try device.wait(app, toPrint: "event thermalState critical")
            try device.perform(.sendEvent(["thermal", "auto"]))
            try device.wait(app, toPrint: "event thermalState serious")
        }
        withExtendedLifetime(machine) {}
    }
}
