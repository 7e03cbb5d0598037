import Foundation
import Glibc

/// Measures the daemon's cost while nothing happens and apps are suspended.
struct RestBenchmark {
    static let apps = 100
    let seconds: Int

    func run() throws -> Section {
        let device = try BenchDevice(traced: false)
        defer { device.stop() }
        _ = try device.suspendApps(Self.apps)
        // Whatever the last launch set going comes to its end.
        sleep(5)
        Progress.show("at rest for \(seconds) s")
        let before = try ProcessCost(device.pid)
        sleep(UInt32(seconds))
        let after = try ProcessCost(device.pid)
        let allowed = 8 * 1024 + 16 * Self.apps
        return Section(
            title: "at rest for \(seconds) s with \(Self.apps) suspended apps",
            measurements: [
                Measurement(
                    "wake-ups of the daemon's threads", Double(after.switches - before.switches),
                    "", .atMost(0)),
                Measurement("its CPU time", Double(after.ticks - before.ticks), "ticks"),
                Measurement(
                    "its anonymous memory", Double(after.anonymous), "KiB",
                    .atMost(Double(allowed))),
                Measurement("its resident memory", Double(after.resident), "KiB"),
            ])
    }
}

/// The cost of a process so far.
struct ProcessCost {
    /// How often any thread was put on a CPU.
    let switches: Int
    /// The ticks of the process's CPU time.
    let ticks: Int
    /// Memory, in kibibytes.
    let anonymous: Int
    let resident: Int

    init(_ pid: pid_t) throws {
        switches = try Self.switches(pid)
        ticks = try Self.cpuTicks(pid)
        let memory = try Self.memory(pid)
        anonymous = memory["Anonymous"] ?? -1
        resident = memory["Rss"] ?? -1
    }

    /// How often any thread was put on a CPU, voluntary or not.
    private static func switches(_ pid: pid_t) throws -> Int {
        var count = 0
        for thread in try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task") {
            let status = try String(
                contentsOfFile: "/proc/\(pid)/task/\(thread)/status", encoding: .utf8)
            for line in status.split(separator: "\n") where line.contains("ctxt_switches") {
                count += Int(line.split(whereSeparator: \.isWhitespace)[1]) ?? 0
            }
        }
        return count
    }

    private static func cpuTicks(_ pid: pid_t) throws -> Int {
        let stat = try String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
        let fields = stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].split(separator: " ")
        return (Int(fields[12]) ?? 0) + (Int(fields[13]) ?? 0)
    }

    /// Kibibytes.
    private static func memory(_ pid: pid_t) throws -> [String: Int] {
        let text = try String(contentsOfFile: "/proc/\(pid)/smaps_rollup", encoding: .utf8)
        var memory: [String: Int] = [:]
        for line in text.split(separator: "\n") {
            let fields = line.split(whereSeparator: \.isWhitespace)
            if fields.count == 3, fields[0].hasSuffix(":") {
                memory[String(fields[0].dropLast())] = Int(fields[1])
            }
        }
        return memory
    }
}
