import Foundation
import Synchronization
import TestSupport

/// A program's output, and how the program ended.
struct ToolResult {
    var code: Int32
    var out: String
    var error: String

    /// Its standard output, as one JSON value.
    func json() throws -> Any {
        try JSONSerialization.jsonObject(with: Data(out.utf8), options: .fragmentsAllowed)
    }

    /// Its standard output, as one JSON object.
    func object() throws -> [String: Any] {
        guard let object = try json() as? [String: Any] else {
            throw LiveDevice.Failure(description: "no object: \(out)")
        }
        return object
    }

    /// Its standard output, as one JSON array of objects.
    func array() throws -> [[String: Any]] {
        guard let array = try json() as? [[String: Any]] else {
            throw LiveDevice.Failure(description: "no array: \(out)")
        }
        return array
    }

    /// Its standard output, as one JSON object per line.
    func lines() throws -> [[String: Any]] {
        try out.split(separator: "\n").map { line in
            guard
                let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
                    as? [String: Any]
            else { throw LiveDevice.Failure(description: "no object: \(line)") }
            return object
        }
    }
}

extension LiveDevice {
    /// Runs `quiesce` for this device, to its end.
    @discardableResult
    func quiesce(_ arguments: String..., input: String? = nil) throws -> ToolResult {
        try Self.run([BuiltProducts.path("quiesce")] + arguments, home: view + home, input: input)
    }

    /// Runs a program to its end, with `QUIESCE_HOME` set.
    static func run(
        _ command: [String], home: String, input: String? = nil
    ) throws -> ToolResult {
        let process = try start(command, home: home, input: input)
        let error = process.error
        // Both are read to the end of file: it comes when nobody has them open any more.
        let group = DispatchGroup()
        let said = Collected()
        group.enter()
        DispatchQueue.global().async { @Sendable in
            said.set(error.fileHandleForReading.readDataToEndOfFile())
            group.leave()
        }
        let out = process.out.fileHandleForReading.readDataToEndOfFile()
        group.wait()
        process.process.waitUntilExit()
        return ToolResult(
            code: process.process.terminationStatus, out: String(decoding: out, as: UTF8.self),
            error: String(decoding: said.get(), as: UTF8.self))
    }

    struct RunningTool {
        var process: Process
        var out: Pipe
        var error: Pipe
    }

    static func start(
        _ command: [String], home: String, input: String? = nil
    ) throws -> RunningTool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: command[0])
        process.arguments = Array(command.dropFirst())
        var environment = ProcessInfo.processInfo.environment
        environment["QUIESCE_HOME"] = home
        process.environment = environment
        let tool = RunningTool(process: process, out: Pipe(), error: Pipe())
        process.standardOutput = tool.out
        process.standardError = tool.error
        if let input {
            let pipe = Pipe()
            process.standardInput = pipe
            try process.run()
            try pipe.fileHandleForWriting.write(contentsOf: Data(input.utf8))
            try pipe.fileHandleForWriting.close()
        } else {
            process.standardInput = FileHandle.nullDevice
            try process.run()
        }
        return tool
    }
}

/// Carries what one thread read to another.
private final class Collected: Sendable {
    private let data = Mutex(Data())
    func set(_ new: Data) { data.withLock { $0 = new } }
    func get() -> Data { data.withLock { $0 } }
}
