import Foundation
import Glibc

/// The C program that does the kernel's part alone.
final class Bare {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var cleanup = 0

    init(threads: Int) throws {
        let cgroup = try Cgroup.own() + "/quiesce-bench-\(getpid())-\(threads)"
        process.executableURL = URL(fileURLWithPath: Products.path("bare"))
        process.arguments = [cgroup, String(threads)]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let (input, process) = (input.fileHandleForWriting, UncheckedProcess(process))
        cleanup = Cleanup.add {
            try? input.close()
            process.value.waitUntilExit()
        }
    }

    func stop() { Cleanup.run(cleanup) }

    /// Wakes its child and suspends it `microseconds` later. Nanoseconds.
    func sample(awake microseconds: Int = 0) throws -> (wake: Int64, suspend: Int64) {
        try input.fileHandleForWriting.write(contentsOf: Data("\(microseconds)\n".utf8))
        let line = output.fileHandleForReading.availableData
        let fields = String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace)
            .compactMap { Int64($0) }
        guard fields.count == 2 else { throw Failure("bare ended early") }
        return (fields[0], fields[1])
    }
}

/// Foundation's `Process` isn't Sendable, but waiting for it and asking for its end are safe from
/// any thread: it guards its state with a lock.
struct UncheckedProcess: @unchecked Sendable {
    let value: Process
    init(_ value: Process) { self.value = value }
}

/// The programs built beside this one.
enum Products {
    static func path(_ name: String) -> String {
        let own =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent(name)
            .path
    }
}

enum Cgroup {
    /// The directory of our own cgroup, where others can be made.
    static func own() throws -> String {
        let advice =
            "run it as root, or by systemd-run --user --scope -p Delegate=yes quiesce-bench"
        let mounts = (try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)) ?? ""
        let cgroups = (try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8)) ?? ""
        guard
            let mount = mounts.split(separator: "\n").first(where: { $0.contains(" - cgroup2 ") }),
            let own = cgroups.split(separator: "\n").first(where: { $0.hasPrefix("0::") })
        else { throw Failure("there is no cgroup v2 here, so nothing can be frozen; \(advice)") }
        let point = String(mount.split(separator: " ")[4])
        let path = own == "0::/" ? point : point + own.dropFirst(3)
        guard access(path + "/cgroup.procs", W_OK) == 0 else {
            throw Failure("\(path) can't be written: \(advice)")
        }
        return path
    }
}
