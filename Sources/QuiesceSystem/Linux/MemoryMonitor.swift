import Glibc
import QuiesceCore
import QuiesceFiles

/// Hears from the kernel when tasks wait for memory (PSI), and then looks once a second how much
/// there is, for ten seconds. At rest nothing wakes up. Belongs to the loop's thread.
final class MemoryMonitor {
    /// Tasks waited 150 ms within 2 s. An unprivileged trigger's window is a multiple of 2 s.
    private static let trigger = "some 150000 2000000"
    private static let looks = 10

    private let loop: EventLoop
    private let report: (Shortage) -> Void
    private let pressure: OwnedDescriptor
    private var timer: PeriodicTimer!
    private var looksLeft = 0

    /// - Throws: where the kernel tells of no pressure, or not this user.
    init(loop: EventLoop, report: @escaping (Shortage) -> Void) throws(SystemCallError) {
        self.loop = loop
        self.report = report
        let path = "/proc/pressure/memory"
        pressure = try OwnedDescriptor(
            checking: open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC), "open \(path)")
        // With the NUL at its end.
        let written = Self.trigger.withCString { write(pressure.number, $0, strlen($0) + 1) }
        guard written > 0 else { throw SystemCallError("write \(path)", errno: errno) }
        timer = try PeriodicTimer(loop: loop) { [unowned self] in look() }
        _ = try loop.watch(pressure.number, for: .priority) { [unowned self] ready in
            if ready.contains(.priority) { begin() }
        }
    }

    private func begin() {
        let isLooking = looksLeft > 0
        looksLeft = Self.looks
        guard !isLooking else { return }
        timer.start()
        if let shortage = Shortage.now { report(shortage) }
    }

    private func look() {
        looksLeft -= 1
        if looksLeft <= 0 { timer.stop() }
        if let shortage = Shortage.now { report(shortage) }
    }
}

/// How much memory is missing.
struct Shortage: Equatable {
    var level: MemoryPressure.Level
    /// To be comfortable again, so that the next app doesn't bring the shortage back at once.
    var bytes: UInt64

    static var now: Shortage? {
        ProcFile.read("/proc/meminfo").flatMap { Shortage(meminfo: $0) }
    }

    /// - Returns: nil where there is enough, or the kernel doesn't say.
    init?(meminfo: String) {
        func bytes(_ name: String) -> UInt64? {
            for line in meminfo.split(separator: "\n") where line.hasPrefix(name + ":") {
                return line.split(separator: " ").dropFirst().first.flatMap { UInt64($0) }
                    .map { $0 * 1024 }
            }
            return nil
        }
        guard let total = bytes("MemTotal"), let available = bytes("MemAvailable") else {
            return nil
        }
        let percent = total / 100
        guard available < percent * Limits.memoryWarningPercent else { return nil }
        level = available < percent * Limits.memoryCriticalPercent ? .critical : .warning
        self.bytes = percent * Limits.memoryComfortPercent - available
    }
}
