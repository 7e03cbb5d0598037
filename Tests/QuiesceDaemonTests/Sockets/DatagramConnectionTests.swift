import CQuiesceLinux
import Foundation
import Glibc
import QuiesceWire
import TestSupport
import Testing

@testable import QuiesceDaemon

@Suite struct DatagramConnectionTests {
    private let buffer = UnsafeMutableRawBufferPointer.allocate(
        byteCount: AppProtocol.datagramBytes, alignment: 16)

    /// Runs `body` with both ends of a connection, and closes them.
    private func withPair(
        outboxLimit: Int = 4096, _ body: (DatagramConnection, DatagramConnection) throws -> Void
    ) throws {
        defer { buffer.deallocate() }
        var ends: [CInt] = [0, 0]
        // A process of another test must not hold an end that is closed here.
        let type = CInt(SOCK_SEQPACKET.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        try #require(socketpair(AF_UNIX, type, 0, &ends) == 0)
        let here = DatagramConnection(fd: ends[0], outboxLimit: outboxLimit)
        let there = DatagramConnection(fd: ends[1], outboxLimit: outboxLimit)
        defer {
            here.close()
            there.close()
        }
        try body(here, there)
    }

    /// A pipe whose ends are closed in processes that other tests start, once these execute.
    private static func makePipe() throws -> (read: CInt, write: CInt) {
        var ends: [CInt] = [0, 0]
        try #require(pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    /// Waits until nobody has the other end any more. A process that another test is just starting
    /// has the end until it executes.
    private func waitUntilClosed(_ end: CInt) throws {
        var entry = pollfd(fd: end, events: 0, revents: 0)
        try #require(poll(&entry, 1, 60_000) == 1 && entry.revents & Int16(POLLHUP) != 0)
    }

    private func text(_ received: DatagramConnection.Received) -> String? {
        if case .datagram(let data) = received {
            String(decoding: data, as: UTF8.self)
        } else {
            nil
        }
    }

    @Test("Datagrams arrive whole and in order, then the end")
    func datagrams() throws {
        try withPair { here, there in
            guard case .nothing = here.receive(into: buffer) else {
                Issue.record("something came before anything was sent")
                return
            }
            let large = String(repeating: "7", count: AppProtocol.datagramBytes)
            #expect(there.send(Data("a".utf8)) == .all)
            #expect(there.send(Data(large.utf8)) == .all)
            #expect(text(here.receive(into: buffer)) == "a")
            #expect(text(here.receive(into: buffer)) == large)
            there.close()
            try waitUntilClosed(here.fd)
            guard case .closed = here.receive(into: buffer) else {
                Issue.record("the end was not told")
                return
            }
            #expect(here.send(Data("a".utf8)) == .failed)
        }
    }

    @Test(
        "A descriptor arrives with its datagram, also when that has to wait, and none stays behind")
    func given() throws {
        try withPair(outboxLimit: 1 << 20) { here, there in
            func isClosed(_ end: CInt) -> Bool {
                var entry = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
                return poll(&entry, 1, 0) == 1 && entry.revents & Int16(POLLHUP) != 0
            }
            let first = try Self.makePipe()
            let second = try Self.makePipe()
            let third = try Self.makePipe()
            #expect(here.send(Data("a".utf8), descriptor: first.write) == .all)
            let filler = Data(repeating: 7, count: 1_000)
            while here.send(filler) == .all {}
            #expect(here.send(Data("b".utf8), descriptor: second.write) == .later)
            #expect(here.send(Data("c".utf8), descriptor: third.write) == .later)
            var taken: [String: [CInt]] = [:]
            func takeAll() {
                var came: [CInt] = []
                while case .datagram(let data) = there.receive(
                    into: buffer, descriptors: { came.append($0) })
                {
                    if data.count == 1 {
                        taken[String(decoding: data, as: UTF8.self)] = came
                    }
                    came = []
                }
            }
            takeAll()
            #expect(taken["a"]?.count == 1 && !isClosed(first.read))
            while taken["b"] == nil {
                _ = here.flush()
                takeAll()
            }
            #expect(taken["b"]?.count == 1)
            for descriptor in taken.values.joined() { close(descriptor) }
            here.close()
            for end in [first.read, second.read, third.read] {
                try waitUntilClosed(end)
                close(end)
            }
        }
    }

    @Test(
        "A datagram over the limit is told, and doesn't spoil the next",
        .behaviour("reliability A3"))
    func tooLong() throws {
        try withPair { here, there in
            let long = Data(repeating: 7, count: AppProtocol.datagramBytes + 1)
            #expect(there.send(long) == .all)
            #expect(there.send(Data("a".utf8)) == .all)
            guard case .wrong(let error) = here.receive(into: buffer) else {
                Issue.record("it was taken")
                return
            }
            #expect(error.code == .tooLarge)
            #expect(text(here.receive(into: buffer)) == "a")
        }
    }

    @Test("Descriptors that nobody asked for are closed", .behaviour("reliability A3"))
    func descriptors() throws {
        try withPair { here, there in
            let ends = try Self.makePipe()
            #expect(ql_send(there.fd, "x", 1, [ends.write], 1, false) == 1)
            guard case .wrong(let error) = here.receive(into: buffer) else {
                Issue.record("it was taken")
                return
            }
            #expect(error.code == .unexpectedDescriptor)
            close(ends.write)
            // The last writing end is closed: the pipe is at its end.
            var byte: UInt8 = 0
            #expect(read(ends.read, &byte, 1) == 0)
            close(ends.read)
        }
    }

    @Test(
        "What a peer doesn't read waits within its bound, in order; beyond it the peer is given up",
        .behaviour("reliability A4"))
    func slowReader() throws {
        try withPair(outboxLimit: 4096) { here, there in
            var sent = 0
            while here.send(Data(String(sent).utf8)) == .all { sent += 1 }
            #expect(here.send(Data(repeating: 1, count: 4096)) == .failed)
            var received = 0
            while let next = text(there.receive(into: buffer)) {
                #expect(next == String(received))
                received += 1
            }
            #expect(received == sent)
            #expect(here.flush() == .all)
            #expect(text(there.receive(into: buffer)) == String(sent))
        }
    }
}
