import Foundation
import Glibc
import QuiesceTerminal

/// Finding and running other programs.
enum Programs {
    /// The daemon that belongs to this tool.
    static func daemon() throws(Failure) -> String { try beside("quiesced") }

    /// A program that belongs to this tool: the one beside it, else the one in PATH.
    static func beside(_ name: String) throws(Failure) -> String {
        let own =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let beside = (own as NSString).deletingLastPathComponent + "/" + name
        if access(beside, X_OK) == 0 { return beside }
        if let found = inPath(name) { return found }
        throw .configuration(
            "there is no \(name) beside \(own) nor in PATH; install it with `make install`")
    }

    static func inPath(_ name: String) -> String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin")
            .split(separator: ":").map { "\($0)/\(name)" }
            .first { $0.hasPrefix("/") && access($0, X_OK) == 0 }
    }

    /// The path of a program that may be executed, by its name or its path.
    static func executable(_ program: String) -> String? {
        guard program.contains("/") else { return inPath(program) }
        return access(program, X_OK) == 0 ? program : nil
    }

    /// The words to put before the command of a user's daemon so that it gets a cgroup to itself:
    /// none for root, nor where the user has no systemd of their own.
    static func delegation() -> [String] {
        guard geteuid() != 0, let systemdRun = inPath("systemd-run") else { return [] }
        let scope = [
            systemdRun, "--user", "--scope", "--quiet", "--collect", "-p", "Delegate=yes",
        ]
        guard let yes = inPath("true"), (try? run(scope + [yes], quiet: true)) == 0 else {
            return []
        }
        return scope + ["--"]
    }

    /// Runs a program to its end.
    /// - Returns: its exit code.
    static func run(_ arguments: [String], quiet: Bool = false) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: arguments[0])
        process.arguments = Array(arguments.dropFirst())
        if quiet {
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
        }
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// The line that a program prints.
    static func output(_ arguments: [String]) throws -> String {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: arguments[0])
        process.arguments = Array(arguments.dropFirst())
        process.standardOutput = pipe
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure.refused("\(arguments.joined(separator: " ")) failed; see above")
        }
        return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
