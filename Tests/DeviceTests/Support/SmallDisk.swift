import Foundation
import Glibc
import TestSupport

/// A device whose home is a tmpfs that only its daemon and its apps see, and that goes with them.
/// Making one takes root.
struct SmallDisk {
    static var canMount: Bool { geteuid() == 0 }

    let device: LiveDevice
    private var filler: String { device.view + device.home + "/filler" }

    /// Starts the device. Take it down at the end.
    init(megabytes: Int) throws {
        device = try LiveDevice()
        try FileManager.default.createDirectory(
            atPath: device.home, withIntermediateDirectories: true)
        let mount = "mount -t tmpfs -o size=\(megabytes)m,mode=0711 none \"$0\""
        device.wrapper = ["unshare", "-m", "sh", "-c", mount + " && exec \"$@\"", device.home]
        // The sockets lie in it too: reached through the daemon's own view.
        try device.launch()
        device.view = "/proc/\(device.daemonPID)/root"
        try device.awaitAnswer()
    }

    /// SIGKILL to its daemon; what an app that lives has of the disk is what is left of it.
    func killDaemon(before app: pid_t) {
        device.killDaemon()
        device.view = "/proc/\(app)/root"
        device.wrapper = ["nsenter", "-m", "-t", "\(app)"]
    }

    /// The next daemon, which has the same disk.
    func startAgain() throws {
        try device.launch()
        device.view = "/proc/\(device.daemonPID)/root"
        try device.awaitAnswer()
    }

    /// Writes until nothing fits any more.
    func fill() {
        let fd = open(filler, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(fd) }
        var size = 65_536
        let zeros = [UInt8](repeating: 0, count: size)
        while size > 0 { if write(fd, zeros, size) <= 0 { size /= 2 } }
    }

    func empty() {
        // Its room comes back even while another test's process holds the file open.
        truncate(filler, 0)
        unlink(filler)
    }
}
