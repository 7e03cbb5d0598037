import CQuiesceLinux
import Foundation
import Glibc
import TestSupport
import Testing

@testable import QuiesceDaemon

@Suite("Terminals of accessories", .behaviour("E1")) struct TerminalTests {
    /// The accessory's end of a new one, and where the other is.
    private func pair() throws -> (end: CInt, path: String) {
        var name = [CChar](repeating: 0, count: 128)
        let end = ql_new_terminal(&name, name.count)
        try #require(end >= 0)
        return (end, name.withUnsafeBufferPointer { String(cString: $0.baseAddress!) })
    }

    @Test("Bytes go through as they are, both ways")
    func raw() throws {
        let (end, path) = try pair()
        defer { close(end) }
        let terminal = try Terminal(opening: path)
        let fd = terminal.descriptor.number
        // A terminal that isn't raw would turn these bytes into others, or into a signal.
        let bytes: [UInt8] = [0x03, 0x04, 0x0a, 0x0d, 0x11, 0x13, 0x1a, 0x7f, 0xff, 0x00]
        #expect(write(end, bytes, bytes.count) == bytes.count)
        var got = [UInt8](repeating: 0, count: 64)
        #expect(read(fd, &got, got.count) == bytes.count)
        #expect(Array(got[..<bytes.count]) == bytes)
        #expect(write(fd, bytes, bytes.count) == bytes.count)
        #expect(read(end, &got, got.count) == bytes.count)
        #expect(Array(got[..<bytes.count]) == bytes)
    }

    @Test("Its name is the kernel's, and one that is made later under that name is another")
    func identity() throws {
        let (end, path) = try pair()
        let first = try Terminal(opening: path).identity
        #expect(try Terminal(opening: path).identity == first)
        close(end)
        // A process that another test is just starting has the end until it executes.
        try waitUntil("it is gone") { (try? Terminal(opening: path).identity) != first }
    }

    @Test("What is no terminal isn't opened", arguments: ["/dev/null", "/etc/passwd", "/", "/no"])
    func noTerminal(path: String) {
        #expect(throws: (any Error).self) { _ = try Terminal(opening: path).identity }
    }

    @Test("A made one is silent before somebody speaks at its other end, and stays when they leave")
    func made() throws {
        let simulated = try SimulatedTerminal(at: nil)
        let fd = simulated.terminal.descriptor.number
        var entry = pollfd(fd: fd, events: Int16(POLLIN), revents: 0)
        #expect(poll(&entry, 1, 0) == 0)
        let visitor = open(simulated.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        #expect(write(visitor, "5", 1) == 1)
        var byte: UInt8 = 0
        #expect(poll(&entry, 1, 10_000) == 1)
        #expect(read(fd, &byte, 1) == 1 && byte == UInt8(ascii: "5"))
        close(visitor)
        #expect(poll(&entry, 1, 0) == 0)
    }
}
