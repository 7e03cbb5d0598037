import Glibc
import QuiesceCore
import QuiesceLinux

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
    private let limit = MemoryLimit.own
    private var threshold: OwnedDescriptor?

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
        // Where it can't be watched, the kernel's PSI still tells.
        try? watchLimit()
    }

    /// In a container whose memory is limited, nobody waits for memory before the kernel kills: the
    /// kernel tells when the use comes near the limit.
    private func watchLimit() throws(SystemCallError) {
        guard let descriptor = try limit?.makeThreshold() else { return }
        _ = try loop.watch(descriptor.number, for: .readable) { [unowned self] _ in
            var count: UInt64 = 0
            _ = read(threshold?.number ?? -1, &count, MemoryLayout<UInt64>.size)
            begin()
        }
        threshold = consume descriptor
    }

    /// The worse of what the machine lacks, and what our own cgroup does.
    private var shortage: Shortage? {
        let all = [Shortage.now, limit?.shortage].compactMap(\.self)
        return all.max { ($0.level.rank, $0.bytes) < ($1.level.rank, $1.bytes) }
    }

    private func begin() {
        let isLooking = looksLeft > 0
        looksLeft = Self.looks
        guard !isLooking else { return }
        timer.start()
        if let shortage { report(shortage) }
    }

    private func look() {
        looksLeft -= 1
        if looksLeft <= 0 { timer.stop() }
        if let shortage { report(shortage) }
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
        self.init(total: total, available: available)
    }

    init?(total: UInt64, available: UInt64) {
        let percent = total / 100
        guard available < percent * Limits.memoryWarningPercent else { return nil }
        level = available < percent * Limits.memoryCriticalPercent ? .critical : .warning
        self.bytes = percent * Limits.memoryComfortPercent - available
    }
}

extension MemoryPressure.Level {
    fileprivate var rank: Int {
        switch self {
        case .warning: 0
        case .critical: 1
        }
    }
}
