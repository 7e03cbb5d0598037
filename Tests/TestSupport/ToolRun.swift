import Foundation

/// How a run of a built tool ended, `quiesce` unless another is named.
public struct ToolRun {
    public var exitCode: Int32
    public var output: String
    public var errors: String

    /// Runs it to its end.
    public init(
        _ arguments: [String], home: String, input: String? = nil,
        environment: [String: String] = [:], program: String = BuiltProducts.path("quiesce")
    ) throws {
        let process = Process()
        let (out, err, stdin) = (Pipe(), Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.environment = ["QUIESCE_HOME": home, "PATH": "/usr/bin:/bin", "TZ": "UTC"]
            .merging(environment) { $1 }
        process.standardOutput = out
        process.standardError = err
        process.standardInput = input == nil ? FileHandle.nullDevice : stdin
        try process.run()
        if let input {
            try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
            try stdin.fileHandleForWriting.close()
        }
        // Little is written to standard error, so reading one after the other can't block.
        output = String(
            decoding: try out.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        errors = String(
            decoding: try err.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        exitCode = process.terminationStatus
    }
}
