import CQuiesceLinux
import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Accessories behind USB") struct USBAccessoryTests {
    /// A tree as sysfs has it, in which a pseudo-terminal is that of a USB device.
    private final class Tree {
        let scratch: ScratchDirectory
        var sys: String { scratch.file("sys") }
        var dev: String { scratch.file("dev") }

        init() throws {
            scratch = try ScratchDirectory()
            chmod(scratch.path, 0o711)
        }

        func plug(_ accessory: FakeAccessory, devnum: Int) throws {
            let manager = FileManager.default
            for folder in [sys, dev] { try? manager.removeItem(atPath: folder) }
            let usb = "\(sys)/devices/usb1/1-2"
            let terminal = "\(usb)/1-2:1.0/ttyUSB0/tty/ttyUSB0"
            for folder in [terminal, "\(sys)/class/tty", dev] {
                try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
            }
            var status = stat()
            try #require(stat(accessory.path, &status) == 0)
            let files = [
                "\(usb)/idVendor": "0403", "\(usb)/idProduct": "6001", "\(usb)/busnum": "1",
                "\(usb)/devnum": "\(devnum)", "\(usb)/product": "FT232R",
                "\(terminal)/dev": "\(ql_major(status.st_rdev)):\(ql_minor(status.st_rdev))",
            ]
            for (file, text) in files {
                try Data((text + "\n").utf8).write(to: URL(fileURLWithPath: file))
            }
            try manager.createSymbolicLink(
                atPath: "\(terminal)/device", withDestinationPath: "../../../ttyUSB0")
            try manager.createSymbolicLink(
                atPath: "\(sys)/class/tty/ttyUSB0",
                withDestinationPath: "../../devices/usb1/1-2/1-2:1.0/ttyUSB0/tty/ttyUSB0")
            try manager.createSymbolicLink(
                atPath: "\(dev)/ttyUSB0", withDestinationPath: accessory.path)
        }
    }

    @Test(
        "What the owner's map names is connected by being there; another at its place is another",
        .behaviour("E1", "E2"))
    func plugged() throws {
        let tree = try Tree()
        let first = try FakeAccessory()
        try tree.plug(first, devnum: 7)
        let device = try LiveDevice(options: ["--sys", tree.sys, "--dev", tree.dev])
        defer { device.tearDown() }
        try FileManager.default.createDirectory(
            atPath: device.home, withIntermediateDirectories: true)
        try "[0403:6001]\nname = Scale\nprotocols = \(scaleProtocol)\nspeed = 9600\n[oops]\n".write(
            toFile: device.home + "/accessories.conf", atomically: true, encoding: .utf8)
        try device.start()
        #expect(try device.status().notes.contains { $0.contains("accessories.conf:5") })
        let app = try device.installTalker()
        try device.open(app, "--fifo")
        try device.wait(app, "active")
        try device.tell(app, "session \(scaleProtocol)")
        try device.wait(app, toPrint: "input open")
        first.send("5 kg")
        try device.wait(app, toPrint: "5 kg")
        try device.perform(.home)
        try device.wait(app, "suspended")
        first.send("6 kg")
        try device.wait(app, toPrint: "6 kg")
        try device.wait(app, "suspended")
        // It is pulled out, and another plugged in, while nobody looks.
        device.killDaemon()
        first.pull()
        let second = try FakeAccessory()
        try tree.plug(second, devnum: 8)
        try device.start()
        try device.wait(app, toPrint: "event accessory Scale false")
        try device.wait(app, toPrint: "event accessory Scale true")
        try device.wait(app, toPrint: "input end")
        try device.open(app)
        try device.wait(app, "active")
        try device.tell(app, "session \(scaleProtocol)")
        try device.wait(app, toPrint: "input open", times: 2)
        second.send("7 kg")
        try device.wait(app, toPrint: "7 kg")
    }
}
