import CQuiesceLinux
import Foundation
import QuiesceCore
import QuiesceWire
import TestSupport
import Testing

@testable import QuiesceSystem

@Suite struct OutputFilesTests {
    private final class Directory {
        let path = NSTemporaryDirectory() + "output-\(UUID().uuidString)"
        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    private func key(_ launch: UInt64) throws -> ProcessKey {
        ProcessKey(app: try #require(AppID("org.quiesce.test")), launch: Launch(number: launch))
    }

    @Test("The output of the last five launches is kept, readable by its owner only")
    func launches() throws {
        let directory = Directory()
        let files = OutputFiles(directory: directory.path)
        for launch: UInt64 in [8, 9, 10, 11, 12, 13] { close(try files.open(key(launch))) }
        #expect(files.launches(of: try key(1).app).map(\.number) == [9, 10, 11, 12, 13])
        let attributes = try FileManager.default.attributesOfItem(atPath: files.path(of: key(13)))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        files.remove(try key(1).app)
        #expect(files.launches(of: try key(1).app).isEmpty)
    }

    @Test(
        "Of a long output the end is kept, at the offsets where it was",
        .behaviour("reliability D5"))
    func trimming() throws {
        let directory = Directory()
        let files = OutputFiles(directory: directory.path)
        let file = try files.open(key(1))
        defer { close(file) }
        let part = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
        for _ in 0..<3 { #expect(write(file, part, part.count) == part.count) }
        #expect(write(file, "end", 3) == 3)
        files.trim()
        var status = stat()
        #expect(fstat(file, &status) == 0)
        #expect(status.st_size == 3 << 20 + 3)
        // One block more: the end doesn't fall on a block's boundary.
        #expect(Int64(status.st_blocks) * 512 <= OutputFiles.bytesPerLaunch + 8192)
        let reader = open(files.path(of: try key(1)), O_RDONLY | O_CLOEXEC)
        defer { close(reader) }
        #expect(OutputFiles.firstByte(of: reader) >= 2 << 20)
        var end = [UInt8](repeating: 0, count: 3)
        #expect(pread(reader, &end, 3, off_t(3 << 20)) == 3)
        #expect(end == Array("end".utf8))
    }
}

@Suite struct SeqPacketConnectionTests {
    private func pair() throws -> (SeqPacketConnection, SeqPacketConnection) {
        var ends: [CInt] = [0, 0]
        try #require(socketpair(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
        return (SeqPacketConnection(taking: ends[0]), SeqPacketConnection(taking: ends[1]))
    }

    @Test("Datagrams arrive whole and in order, then the end")
    func datagrams() throws {
        let buffer = DatagramBuffer()
        var (here, there): (SeqPacketConnection, SeqPacketConnection?) = try pair()
        #expect(here.receive(into: buffer) == .nothing)
        let large = Data(repeating: 7, count: AppProtocol.datagramBytes)
        #expect(there?.send(Data("a".utf8)) == .sent)
        #expect(there?.send(large) == .sent)
        #expect(here.receive(into: buffer) == .datagram(Data("a".utf8)))
        #expect(here.receive(into: buffer) == .datagram(large))
        there = nil
        #expect(here.receive(into: buffer) == .closed)
        #expect(here.send(Data("a".utf8)) == .closed)
        here = try pair().0
    }

    @Test(
        "A datagram over the limit is told, and doesn't spoil the next",
        .behaviour("reliability A3"))
    func tooLong() throws {
        let buffer = DatagramBuffer()
        let (here, there) = try pair()
        #expect(there.send(Data(repeating: 7, count: AppProtocol.datagramBytes + 1)) == .sent)
        #expect(there.send(Data("a".utf8)) == .sent)
        #expect(here.receive(into: buffer) == .tooLong)
        #expect(here.receive(into: buffer) == .datagram(Data("a".utf8)))
    }

    @Test("Descriptors that nobody asked for are closed", .behaviour("reliability A3"))
    func descriptors() throws {
        let buffer = DatagramBuffer()
        let (here, there) = try pair()
        var ends: [CInt] = [0, 0]
        try #require(pipe(&ends) == 0)
        #expect(ql_send(there.descriptor, "x", 1, [ends[1]], 1, false) == 1)
        #expect(here.receive(into: buffer) == .unexpectedDescriptors)
        close(ends[1])
        // The last writing end is closed: the pipe is at its end.
        var byte: UInt8 = 0
        #expect(read(ends[0], &byte, 1) == 0)
        close(ends[0])
    }

    @Test(
        "A peer that doesn't read makes sending wait, not the daemon", .behaviour("reliability A4"))
    func slowReader() throws {
        let (here, there) = try pair()
        var sent = 0
        while here.send(Data(repeating: 1, count: 1024)) == .sent, sent < 100_000 { sent += 1 }
        #expect(sent > 0 && sent < 100_000)
        #expect(here.send(Data([1])) == .wouldBlock)
        withExtendedLifetime(there) {}
    }
}
