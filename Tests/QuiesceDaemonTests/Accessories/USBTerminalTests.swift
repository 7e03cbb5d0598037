import Foundation
import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceDaemon

@Suite("Accessories that the kernel shows", .behaviour("E2")) struct USBTerminalTests {
    private let scratch: ScratchDirectory
    private let map = AccessoryMap(
        "[0403:6001]\nname = Scale\nprotocols = org.example.scale\nspeed = 9600", from: "f")

    init() throws { scratch = try ScratchDirectory() }

    private var sys: String { scratch.file("sys") }

    private func write(_ text: String, _ path: String) throws {
        let url = URL(fileURLWithPath: scratch.file("sys/\(path)"))
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data((text + "\n").utf8).write(to: url)
    }

    /// As the kernel has it: the terminal is below an interface, that below the device.
    private func plug(
        _ name: String = "ttyUSB0", product: String = "6001", devnum: Int = 7,
        numbers: String = "188:0"
    ) throws {
        let usb = "devices/pci0/usb1/1-2"
        for (file, text) in [
            "idVendor": "0403", "idProduct": product, "busnum": "1", "devnum": "\(devnum)",
            "serial": "A50285BI", "manufacturer": "FTDI\u{7}", "product": "FT232R",
            "bcdDevice": "0600",
        ] { try write(text, "\(usb)/\(file)") }
        try write(numbers, "\(usb)/1-2:1.0/\(name)/tty/\(name)/dev")
        let manager = FileManager.default
        try manager.createDirectory(
            atPath: sys + "/class/tty", withIntermediateDirectories: true)
        try manager.createSymbolicLink(
            atPath: "\(sys)/class/tty/\(name)",
            withDestinationPath: "../../\(usb)/1-2:1.0/\(name)/tty/\(name)")
        try manager.createSymbolicLink(
            atPath: "\(sys)/\(usb)/1-2:1.0/\(name)/tty/\(name)/device",
            withDestinationPath: "../../../\(name)")
    }

    private var found: [USBTerminal] { USBTerminal.all(sys, dev: "/dev", map) }

    @Test("One that the map names has what it says of itself, and the map's protocols")
    func described() throws {
        try plug()
        try write("4:64", "class/tty/ttyS0/dev")
        let terminal = try #require(found.first)
        #expect(found.count == 1)
        let accessory = terminal.plugged.accessory
        #expect(accessory.name == "Scale" && accessory.protocols == ["org.example.scale"])
        #expect(accessory.manufacturer == "FTDI" && accessory.model == "FT232R")
        #expect(accessory.serial == "A50285BI" && accessory.hardware == "0600")
        #expect(terminal.plugged.path == "/dev/ttyUSB0")
        #expect(terminal.device == "188:0" && terminal.speed == 9_600)
    }

    @Test("One that the map doesn't name is no accessory")
    func unknown() throws {
        try plug(product: "6002")
        #expect(found.isEmpty)
        #expect(USBTerminal.all(sys, dev: "/dev", AccessoryMap()).isEmpty)
    }

    @Test("What is plugged in anew under the same name is another")
    func another() throws {
        try plug()
        let first = found.first?.plugged.identity
        try write("8", "devices/pci0/usb1/1-2/devnum")
        #expect(found.count == 1)
        #expect(found.first?.plugged.identity != first)
    }

    @Test("A node that is another's by now isn't opened")
    func otherNode() throws {
        var path = ""
        let there = try Terminal(making: &path)
        defer { _ = there.identity }
        #expect(throws: (any Error).self) {
            _ = try Terminal(opening: path, device: "188:0").identity
        }
        _ = try Terminal(opening: path, speed: 9_600).identity
    }
}
