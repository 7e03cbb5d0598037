import BusTestSupport
import Foundation
import Glibc
import QuiesceBus
import TestSupport
import Testing

/// The built service on a bus of the test's own, of a home where no daemon runs.
final class PlayedDeviceBus {
    static let name = "org.quiesce.Device1"
    static let path = "/org/quiesce/Device1"

    let scratch: ScratchDirectory
    let bus: TestBus
    let process: SpawnedProcess

    /// Returns when it serves.
    init(_ options: String...) throws {
        scratch = try ScratchDirectory()
        bus = try TestBus(in: scratch)
        process = try SpawnedProcess(
            [
                "/bin/sh", "-c", "exec \"$0\" \"$@\" 2>>\"$HOME/log\"",
                BuiltProducts.path("quiesce-bus"),
            ] + options,
            environment: Self.environment(scratch, bus.address),
            talks: (input: false, output: false))
        let caller = try caller()
        try waitUntil("the device is on the bus: \(log)") { try caller.isServiceThere() }
    }

    /// It writes into the folder until it has ended.
    deinit { process.end() }

    private static func environment(
        _ scratch: ScratchDirectory, _ address: String
    ) -> [String: String] {
        [
            "PATH": "/usr/bin:/bin", "HOME": scratch.path, "QUIESCE_HOME": scratch.file("home"),
            "DBUS_SESSION_BUS_ADDRESS": address,
        ]
    }

    func caller() throws -> BusCaller {
        try BusCaller(bus.address, service: Self.name, path: Self.path)
    }

    var log: String { (try? String(contentsOfFile: scratch.file("log"), encoding: .utf8)) ?? "" }

    /// Runs the program beside it, to its end.
    func second() throws -> ToolRun {
        try ToolRun(
            [], home: scratch.file("home"),
            environment: Self.environment(scratch, bus.address),
            program: BuiltProducts.path("quiesce-bus"))
    }
}
