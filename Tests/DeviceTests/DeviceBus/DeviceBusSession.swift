import BusTestSupport
import Foundation
import Glibc
import QuiesceBus
import TestSupport
import Testing

/// A bus of the test's own, with a device on it.
final class DeviceBusSession {
    static let name = "org.quiesce.Device1"
    static let signals = [
        "StateChanged", "ForegroundChanged", "NotificationAdded", "NotificationRemoved",
        "Installed", "Uninstalled", "PromptAdded", "PromptRemoved",
    ]

    let scratch: ScratchDirectory
    let bus: TestBus
    private let home: String
    private let service: SpawnedProcess
    /// Calls, and hears the signals from the beginning.
    let caller: BusCaller

    init(_ device: LiveDevice, _ options: String...) throws {
        scratch = try ScratchDirectory()
        chmod(scratch.path, 0o700)
        bus = try TestBus(in: scratch)
        home = device.home
        service = try SpawnedProcess(
            [
                "/bin/sh", "-c", "exec \"$0\" \"$@\" 2>>\"$HOME/log\"",
                BuiltProducts.path("quiesce-bus"),
            ] + options,
            environment: Self.environment(bus.address, home, scratch.path),
            talks: (input: false, output: false))
        let caller = try BusCaller(
            bus.address, service: Self.name, path: "/org/quiesce/Device1")
        self.caller = caller
        try waitUntil("the device is on the bus: \(log)") { try caller.isServiceThere() }
        try caller.hear(Self.signals, of: Self.name)
        try caller.hear(["PropertiesChanged"], of: "org.freedesktop.DBus.Properties")
    }

    private static func environment(
        _ address: String, _ home: String, _ folder: String
    ) -> [String: String] {
        [
            "PATH": "/usr/bin:/bin", "HOME": folder, "QUIESCE_HOME": home,
            "DBUS_SESSION_BUS_ADDRESS": address,
        ]
    }

    var log: String { (try? String(contentsOfFile: scratch.file("log"), encoding: .utf8)) ?? "" }

    /// Ends the service, and the bus with it.
    func end() {
        service.end(SIGTERM)
        bus.end()
    }

    /// Returns once it follows the device: all that changes from now on is signalled.
    func waitUntilItFollows() throws {
        try waitUntil("a daemon is followed") {
            try property("Profile")?.text?.isEmpty == false
        }
    }

    // MARK: Calls

    func call(
        _ method: String, _ fill: (borrowing BusMessage) throws(BusError) -> Void = { _ in }
    ) throws -> BusCaller.Answer {
        try caller.call(Self.name, method, fill)
    }

    func call(_ method: String, _ app: String) throws -> BusCaller.Answer {
        try call(method) { message throws(BusError) in try message.append(app) }
    }

    func call(_ method: String, _ number: UInt64) throws -> BusCaller.Answer {
        try call(method) { message throws(BusError) in try message.append(number) }
    }

    /// The result of a method that must succeed.
    func result(
        _ method: String, at location: SourceLocation = #_sourceLocation
    ) throws -> [BusTree] {
        let answer = try call(method)
        try #require(answer.error == nil, "\(answer)", sourceLocation: location)
        guard case .list(let list)? = answer.values.first else { return [] }
        return list
    }

    func property(_ name: String) throws -> BusTree? {
        try caller.call("org.freedesktop.DBus.Properties", "Get") { call throws(BusError) in
            try call.append(Self.name)
            try call.append(name)
        }.values.first
    }

    /// Waits for a signal with these values first.
    @discardableResult
    func signal(_ name: String, _ values: String...) throws -> BusCaller.Signal {
        try caller.signal("\(name) \(values)") {
            $0.name == name && Array($0.values.compactMap(\.text).prefix(values.count)) == values
        }
    }

    /// The example for waybar.
    func waybar(_ arguments: String...) throws -> SpawnedProcess {
        let client = BuiltProducts.package.path + "/Examples/Waybar/quiesce-waybar"
        return try SpawnedProcess(
            [
                "/bin/sh", "-c", "exec /usr/bin/python3 -B \"$0\" \"$@\" 2>>\"$HOME/log\"", client,
            ] + arguments,
            environment: Self.environment(bus.address, home, scratch.path),
            talks: (input: false, output: true))
    }
}
