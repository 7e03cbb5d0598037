import CQuiesceLinux
import Foundation
import Glibc
import TestSupport

/// A wall clock that a device's daemon alone sees (`Tests/WallClock`), and that can be set while it
/// runs.
final class SettableClock {
    private let library: String
    private let file: String
    private let device: LiveDevice

    /// Shows the machine's own time at first.
    init(_ device: LiveDevice) throws {
        self.device = device
        library = device.scratch + "/wallclock.so"
        file = device.scratch + "/wall-offset"
        let source = BuiltProducts.package.appendingPathComponent("Tests/WallClock/wallclock.c")
        // Swift's own compiler comes first.
        let compiled = try LiveDevice.run(
            [
                "/bin/sh", "-c",
                "$(command -v clang || echo cc) -shared -fPIC -o \"$0\" \"$1\"", library,
                source.path,
            ], home: "")
        guard compiled.code == 0 else { throw LiveDevice.Failure(description: compiled.error) }
        try Data(count: 8).write(to: URL(fileURLWithPath: file))
        device.wrapper = ["TZ=UTC", "LD_PRELOAD=\(library)", "QUIESCE_WALL_OFFSET=\(file)"]
    }

    /// For a daemon that isn't there yet.
    ///
    /// - Parameter time: what it is now, in UTC: `2030-01-01 12:00:00`.
    func show(_ time: String) throws {
        let date = try Date.ISO8601FormatStyle().parse(
            time.replacingOccurrences(of: " ", with: "T") + "Z")
        try write(seconds: date.timeIntervalSinceNow)
    }

    /// The clock is set under the daemon, which hears of that as from the kernel.
    ///
    /// - Parameter days: from the machine's own time.
    func set(days: Int) throws {
        try write(seconds: Double(days) * 86_400)
        let (pid, folder) = (device.daemonPID, "/proc/\(device.daemonPID)")
        for name in try FileManager.default.contentsOfDirectory(atPath: folder + "/fd") {
            let info = try? String(contentsOfFile: "\(folder)/fdinfo/\(name)", encoding: .utf8)
            guard let info, info.contains("clockid: \(CLOCK_REALTIME)\n"),
                let number = Int32(name)
            else { continue }
            let timer = ql_take_descriptor(pid, number)
            guard timer >= 0 else { throw LiveDevice.Failure(description: "timer: \(-timer)") }
            defer { close(timer) }
            // It fires at once, where the kernel would cancel it: the daemon takes both for the
            // same.
            var soon = itimerspec()
            soon.it_value.tv_nsec = 1
            timerfd_settime(timer, 0, &soon, nil)
            return
        }
        throw LiveDevice.Failure(description: "the daemon doesn't watch the clock")
    }

    private func write(seconds: Double) throws {
        var offset = Int64((seconds * 1e9).rounded())
        let descriptor = open(file, O_WRONLY | O_CLOEXEC)
        defer { close(descriptor) }
        guard pwrite(descriptor, &offset, 8, 0) == 8 else {
            throw LiveDevice.Failure(description: "the clock can't be set: \(errno)")
        }
    }
}
