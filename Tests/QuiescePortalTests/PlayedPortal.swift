import BusTestSupport
import Foundation
import Glibc
import TestSupport
import Testing

/// The built backend, on a bus of the test's own, with folders of its own.
final class PlayedPortal {
    let scratch: ScratchDirectory
    let desktop: MockedDesktop
    private(set) var process: SpawnedProcess!
    /// Keeps it from ending by itself.
    var follower: Caller?

    init(_ options: String...) throws {
        scratch = try ScratchDirectory()
        desktop = try MockedDesktop(in: scratch)
        try start(options)
    }

    /// It writes into the folder until it has ended.
    deinit { process?.end() }

    private var environment: [String: String] {
        [
            "PATH": "/usr/bin:/bin", "HOME": scratch.path, "XDG_CONFIG_HOME": scratch.path,
            "XDG_DATA_HOME": scratch.path, "XDG_RUNTIME_DIR": scratch.path,
            "QUIESCE_HOME": scratch.file("home"), "DBUS_SESSION_BUS_ADDRESS": desktop.address,
        ]
    }

    /// Returns when it serves.
    func start(_ options: [String] = []) throws {
        let tool = BuiltProducts.path("quiesce-portal")
        process = try SpawnedProcess(
            ["/bin/sh", "-c", "exec \"$0\" serve \"$@\" 2>>\"$HOME/log\"", tool] + options,
            environment: environment, talks: (input: false, output: false))
        let caller = try Caller(desktop.address)
        try waitUntil("the backend serves: \(log)") { try caller.states() != nil }
        follower = caller
    }

    func caller() throws -> Caller { try Caller(desktop.address) }

    var log: String { (try? String(contentsOfFile: scratch.file("log"), encoding: .utf8)) ?? "" }

    /// Runs the tool beside it.
    func tool(_ arguments: String...) throws -> ToolRun {
        try ToolRun(
            arguments, home: scratch.file("home"), environment: environment,
            program: BuiltProducts.path("quiesce-portal"))
    }

    func answers() throws -> [[String: String]] {
        let text = try tool("answers", "--json").output
        let rows = try JSONSerialization.jsonObject(with: Data(text.utf8))
        return try #require(rows as? [[String: String]])
    }
}
