import CQuiesceLinux
import Foundation
import Glibc
import QuiesceAgentProtocol
import QuiesceCore
import QuiesceWire
import TestSupport
import Testing

@testable import QuiesceTransfer

/// How much an agent takes of a disk that has little room, and how much it leaves (D5).
@Suite("Transfers and a disk with little room", .behaviour("reliability D5"))
struct FullDiskTests {
    private let scratch: ScratchDirectory
    private let server: TestServer

    init() throws {
        scratch = try ScratchDirectory()
        server = try TestServer()
    }

    /// An agent on a disk of its own.
    private final class Placed {
        let agent: AgentProcess
        let inside: String

        init(_ disk: SmallDisk, _ scratch: ScratchDirectory, filled: Int) throws {
            let folder = scratch.file("disk")
            agent = try AgentProcess(
                folder: folder, wrapper: disk.wrapper(folder, filled: filled))
            inside = "/proc/\(agent.pid)/root\(folder)"
        }

        var free: UInt64 {
            var system = statvfs()
            statvfs(inside, &system)
            return UInt64(system.f_bavail) * UInt64(system.f_frsize)
        }

        /// Transfers something small, for which there is always room.
        func expectSmallOne(_ server: TestServer) throws {
            try agent.start(9, "\(server.plain)/file/17")
            #expect(
                try agent.verdict(9) == .finished(TransferredFile(status: 200, size: 17)))
        }
    }

    /// Bytes of records, folders and the like.
    private static let little: UInt64 = 1 << 20

    @Test(
        "What is announced to be larger than the disk fails at once, and takes nothing of it",
        .enabled(if: !SmallDisk.available.isEmpty, "no file system can be mounted"),
        arguments: SmallDisk.available)
    func neverFits(disk: SmallDisk) throws {
        let placed = try Placed(disk, scratch, filled: 0)
        let before = placed.free
        try placed.agent.start(1, "\(server.plain)/file/1000000000000")
        let failure = try placed.agent.until { message in
            if case .interrupted(_, _, let failure, 0, _, _) = message { failure } else { nil }
        }
        #expect(failure == TransferFailure(.tooLarge, code: Int(EFBIG)))
        #expect(failure.words == "it is larger than the disk has room for, even empty")
        #expect(placed.free + Self.little > before)
        try placed.expectSmallOne(server)
        #expect(placed.agent.hangUp() == 0)
    }

    @Test(
        "What doesn't fit now waits, and holds nothing meanwhile; when there is room it comes whole",
        .enabled(if: !SmallDisk.available.isEmpty, "no file system can be mounted"),
        arguments: SmallDisk.available)
    func waits(disk: SmallDisk) throws {
        let placed = try Placed(disk, scratch, filled: 40_000_000)
        let before = placed.free
        let url = "\(server.plain)/file/40000000"
        try placed.agent.start(1, url)
        #expect(try placed.agent.verdict() == .interrupted(.noSpace, received: 0))
        #expect(placed.free + Self.little > before)
        try placed.expectSmallOne(server)
        #expect(unlink("\(placed.inside)/filler") == 0)
        try placed.agent.start(1, url, attempt: 2)
        #expect(
            try placed.agent.verdict()
                == .finished(TransferredFile(status: 200, size: 40_000_000)))
        #expect(placed.agent.hangUp() == 0)
    }

    @Test(
        "What comes without end gives back what it took when the disk is nearly full",
        .enabled(if: !SmallDisk.available.isEmpty, "no file system can be mounted"),
        arguments: SmallDisk.available)
    func endless(disk: SmallDisk) throws {
        let placed = try Placed(disk, scratch, filled: 20_000_000)
        let before = placed.free
        try placed.agent.start(1, "\(server.plain)/endless/100000000")
        #expect(try placed.agent.verdict() == .interrupted(.noSpace, received: 0))
        #expect(placed.free + Self.little > before)
        try placed.expectSmallOne(server)
        #expect(placed.agent.hangUp() == 0)
    }

    @Test("Something is left to others, of a small disk a part")
    func spare() {
        func number(_ room: DiskRoom, _ length: UInt64, _ missing: UInt64) -> Int32? {
            do throws(DiskError) {
                try room.check(length: length, missing: missing)
                return nil
            } catch {
                return error.number
            }
        }
        let large = DiskRoom(whole: 100 << 30, free: 1 << 30)
        let most: UInt64 = 1 << 30 - Limits.spareBytes
        #expect(number(large, most, most) == nil)
        #expect(number(large, most + 1, most + 1) == ENOSPC)
        // The rest of what is there already.
        #expect(number(large, 50 << 30, most) == nil)
        #expect(number(large, 100 << 30, 0) == EFBIG)
        #expect(number(large, .max, .max) == EFBIG)
        let small = DiskRoom(whole: 16 << 20, free: 16 << 20)
        #expect(number(small, 15 << 20, 15 << 20) == nil)
        #expect(number(small, 15 << 20 + 1, 1) == EFBIG)
        #expect(number(DiskRoom(whole: 16 << 20, free: 1 << 20), 1, 1) == ENOSPC)
        #expect(number(DiskRoom(whole: 16 << 20, free: 0), 1 << 20, 0) == nil)
        // A file system that doesn't say.
        #expect(number(DiskRoom(whole: 0, free: 0), .max, .max) == nil)
    }

    @Test("What a file system could set aside of something that it can't is given back")
    func cutBack() throws {
        let folder = open(scratch.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(folder) }
        let store = BodyStore(
            TransferID(1), in: folder, checksum: nil, isKnown: false,
            take: { file, length in
                _ = ql_set_aside(file, length / 2)  // As ext4 does.
                return -ENOSPC
            })
        let head = RecordHead(
            url: "http://a.example/x", method: "GET", validator: nil, total: nil, isPlain: true,
            response: TransferResponse(
                url: "http://a.example/x", status: 200, version: "1.1", headers: []))
        let error = #expect(throws: DiskError.self) {
            try store.begin(BodyStart(head: head, offset: 0, expected: 20 << 20), isWhole: false)
        }
        #expect(error?.number == ENOSPC)
        var status = stat()
        #expect(stat(scratch.file("1.body"), &status) == 0)
        #expect(status.st_size == 0)
        #expect(status.st_blocks == 0)
    }
}
