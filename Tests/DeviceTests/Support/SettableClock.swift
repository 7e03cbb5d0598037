import CQuiesceLinux
import Foundation
import Glibc
import TestSupport

/// Clocks that a device's daemon alone sees (`Tests/WallClock`), and that can be set while it runs.
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
        try Data(count: 24).write(to: URL(fileURLWithPath: file))
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
        // The timer goes off at once, where the kernel would cancel that: the daemon takes both for
        // the same.
        try turnTimers(of: CLOCK_REALTIME, toNanoseconds: 1)
    }

    /// The clock of a daemon that isn't there, nobody hears of it.
    ///
    /// - Parameter days: from the machine's own time.
    func setUnseen(days: Int) throws { try write(seconds: Double(days) * 86_400) }

    /// The clocks that nobody can set go on from another time: the kernel never does that.
    ///
    /// - Parameter seconds: from the machine's own.
    func turnMonotonic(to seconds: Double) throws {
        try write(seconds: seconds, at: 8)
        try write(seconds: seconds, at: 16)
    }

    /// The clocks of a machine that slept for so long, and woke up just now.
    func sleep(seconds: Double) throws {
        try advance(seconds: seconds)
        try turnTimers(of: CLOCK_REALTIME, toNanoseconds: 1)
        try turnTimer(to: 1e-9)
    }

    /// Likewise, and no timer goes off.
    func advance(seconds: Double) throws {
        try write(seconds: seconds)
        try write(seconds: seconds, at: 8)
    }

    /// Has the daemon's timer for all that is due go off at another time than it was set for.
    func turnTimer(to seconds: Double) throws {
        try turnTimers(of: CLOCK_BOOTTIME, toNanoseconds: Int(seconds * 1e9))
    }

    private func turnTimers(of clock: clockid_t, toNanoseconds time: Int) throws {
        let (pid, folder) = (device.daemonPID, "/proc/\(device.daemonPID)")
        var turned = 0
        for name in try FileManager.default.contentsOfDirectory(atPath: folder + "/fd") {
            let info = try? String(contentsOfFile: "\(folder)/fdinfo/\(name)", encoding: .utf8)
            guard let info, info.contains("clockid: \(clock)\n"), let number = Int32(name)
            else { continue }
            let timer = ql_take_descriptor(pid, number)
            guard timer >= 0 else { throw LiveDevice.Failure(description: "timer: \(-timer)") }
            defer { close(timer) }
            var setting = itimerspec()
            setting.it_value = timespec(
                tv_sec: time / 1_000_000_000, tv_nsec: time % 1_000_000_000)
            timerfd_settime(timer, 0, &setting, nil)
            turned += 1
        }
        guard turned > 0 else {
            throw LiveDevice.Failure(description: "the daemon has no timer of clock \(clock)")
        }
    }

    private func write(seconds: Double, at place: off_t = 0) throws {
        var offset = Int64((seconds * 1e9).rounded())
        let descriptor = open(file, O_WRONLY | O_CLOEXEC)
        defer { close(descriptor) }
        guard pwrite(descriptor, &offset, 8, place) == 8 else {
            throw LiveDevice.Failure(description: "the clock can't be set: \(errno)")
        }
    }
}
