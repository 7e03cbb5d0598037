import Foundation
import TestSupport
import Testing

/// A script of `Tests/TransferHarness`, which drives the built agent against servers.
struct Script {
    let name: String

    /// The cases that the script lists, for the arguments of a test. The list is empty if the
    /// script fails, and then the tests say so.
    func list(_ group: String...) -> [String] {
        guard let result = try? run(["--list"] + group), result.status == 0 else { return [] }
        return result.output.split(separator: "\n").map(String.init)
    }

    /// Runs it with the agent that was built with the tests.
    func check(case name: String) throws {
        try check("--agent", BuiltProducts.path("quiesce-transferd"), name)
    }

    func check(_ arguments: String...) throws {
        let result = try run(arguments)
        #expect(result.status == 0, "\(result.output)")
    }

    private func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        let script = BuiltProducts.package.appendingPathComponent(
            "Tests/TransferHarness/\(name).py")
        process.arguments = ["python3", "-B", script.path] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }
}
