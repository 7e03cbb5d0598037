import Foundation
import Glibc
import QuiesceAgentProtocol
import QuiesceCore
import QuiesceShell
import TestSupport
import Testing

@testable import QuiesceDaemon

@Suite("Files that are put where their owners find them") struct FilePlacingTests {
    private let scratch: ScratchDirectory
    private let transfers: CInt
    private let containers: CInt
    private let app = AppID("org.example.App")!
    private let id = TransferID(7)

    init() throws {
        scratch = try ScratchDirectory()
        for folder in ["transfers", "containers", "containers/org.example.App"] {
            mkdir(scratch.file(folder), 0o700)
        }
        transfers = open(scratch.file("transfers"), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        containers = open(scratch.file("containers"), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }

    private var placing: FilePlacing { FilePlacing(transfers: transfers) }
    private var placed: String {
        scratch.file("containers/org.example.App/\(FinishedFile.path(id))")
    }

    private func makeBody(_ text: String = "all of it") throws {
        try text.write(
            toFile: scratch.file("transfers/\(AgentFiles.body(id))"), atomically: false,
            encoding: .utf8)
    }

    private func text(_ path: String) -> String? {
        try? String(contentsOfFile: path, encoding: .utf8)
    }

    @Test(
        "A finished file is moved into its app's container, and moving it again changes nothing",
        .behaviour("X2"))
    func twice() throws {
        try makeBody()
        try placing.place(id, into: app, of: containers, owner: nil)
        #expect(text(placed) == "all of it")
        #expect(try scratch.names() == ["containers", "transfers"])
        #expect(access(scratch.file("transfers/7.body"), F_OK) != 0)
        try placing.place(id, into: app, of: containers, owner: nil)
        #expect(text(placed) == "all of it")
        FilePlacing.unplace(id, from: app, of: containers)
        #expect(access(placed, F_OK) != 0)
        #expect(throws: TransferFailure(.diskFailed, code: Int(ENOENT))) {
            try placing.place(id, into: app, of: containers, owner: nil)
        }
    }

    @Test(
        "A link that an app plants on the way leads nowhere", .behaviour("reliability B3"),
        arguments: ["Library", "Library/Caches", "Library/Caches/Transfers"])
    func links(link: String) throws {
        try makeBody()
        let elsewhere = scratch.file("elsewhere")
        mkdir(elsewhere, 0o700)
        let container = scratch.file("containers/org.example.App")
        try FileManager.default.createDirectory(
            atPath: ("\(container)/\(link)" as NSString).deletingLastPathComponent,
            withIntermediateDirectories: true)
        symlink(elsewhere, "\(container)/\(link)")
        #expect(throws: TransferFailure(.diskFailed, code: Int(ELOOP))) {
            try placing.place(id, into: app, of: containers, owner: nil)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere).isEmpty)
        #expect(access(scratch.file("transfers/7.body"), F_OK) == 0)
    }

    @Test(
        "What takes the body's place in the agent's folder isn't moved",
        .behaviour("reliability B6"))
    func wrongBody() throws {
        let body = scratch.file("transfers/7.body")
        symlink("/etc/passwd", body)
        #expect(throws: TransferFailure(.diskFailed, code: Int(ELOOP))) {
            try placing.place(id, into: app, of: containers, owner: nil)
        }
        unlink(body)
        mkfifo(body, 0o600)
        #expect(throws: TransferFailure(.diskFailed, code: Int(EPERM))) {
            try placing.place(id, into: app, of: containers, owner: nil)
        }
        unlink(body)
        // Somebody else's file, by another name.
        try "secret".write(toFile: scratch.file("secret"), atomically: false, encoding: .utf8)
        #expect(link(scratch.file("secret"), body) == 0)
        #expect(throws: TransferFailure(.diskFailed, code: Int(EPERM))) {
            try placing.place(id, into: app, of: containers, owner: nil)
        }
    }

    @Test(
        "The user's file takes another name rather than overwrite one", .behaviour("reliability B6")
    )
    func taken() throws {
        try "mine".write(toFile: scratch.file("out"), atomically: false, encoding: .utf8)
        try makeBody()
        #expect(try placing.place(id, at: scratch.file("out")) == 1)
        #expect(text(scratch.file("out.1")) == "all of it")
        #expect(text(scratch.file("out")) == "mine")
        // By a daemon that was killed before it could tell anybody.
        #expect(try placing.place(id, at: scratch.file("out")) == 1)
        #expect(text(scratch.file("out.1")) == "all of it")
        #expect(access(scratch.file("out.2"), F_OK) != 0)
        PlacingTrial.forget(id, in: transfers)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: scratch.file("transfers")) == [])
    }

    @Test(
        "A name that was tried and became another's is tried no more", .behaviour("reliability B6"))
    func triedInVain() throws {
        try makeBody()
        try "other".write(toFile: scratch.file("out.1"), atomically: false, encoding: .utf8)
        // Killed between that and the rename; nothing has the name that is wanted any more.
        try PlacingTrial(copy: 1, inode: 12).write(of: id, in: transfers)
        #expect(try placing.place(id, at: scratch.file("out")) == 0)
        #expect(text(scratch.file("out")) == "all of it")
        #expect(try placing.place(id, at: scratch.file("out")) == 0)
        #expect(text(scratch.file("out.1")) == "other")
    }

    @Test("A note on a name that says nonsense isn't believed", .behaviour("reliability D2"))
    func nonsense() throws {
        for text in ["", "1", "-1 2", "1 2 3", "1000 5", "x y"] {
            try text.write(
                toFile: scratch.file("transfers/7.place"), atomically: false, encoding: .utf8)
            #expect(PlacingTrial(of: id, in: transfers) == nil, "\(text)")
        }
    }

    @Test(
        "Onto another file system it is copied, and gets its name when it is whole",
        .behaviour("reliability B6"),
        .enabled(if: FilePlacingTests.hasOtherFileSystem, "/dev/shm is no file system of its own"))
    func otherFileSystem() throws {
        try makeBody()
        let folder = "/dev/shm/quiesce-test-\(getpid())-\(UInt32.random(in: .min ... .max))"
        mkdir(folder, 0o700)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(try placing.place(id, at: "\(folder)/out") == 0)
        #expect(text("\(folder)/out") == "all of it")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["out"])
        #expect(access(scratch.file("transfers/7.body"), F_OK) != 0)
        // By a daemon that was killed before it had deleted what it copied: no second copy.
        try makeBody()
        #expect(try placing.place(id, at: "\(folder)/out") == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["out"])
        #expect(access(scratch.file("transfers/7.body"), F_OK) != 0)
    }

    static var hasOtherFileSystem: Bool {
        var one = stat()
        var other = stat()
        return stat("/dev/shm", &one) == 0 && stat("/tmp", &other) == 0
            && one.st_dev != other.st_dev
            && access("/dev/shm", W_OK) == 0
    }

    @Test(
        "Under a root daemon the file belongs to the app's own user", .behaviour("X2"),
        .enabled(if: geteuid() == 0, "only root gives files away"))
    func owner() throws {
        try makeBody()
        try placing.place(
            id, into: app, of: containers, owner: .init(uid: 2_000_000_123, gid: 2_000_000_123))
        for path in [placed, (placed as NSString).deletingLastPathComponent] {
            var status = stat()
            #expect(stat(path, &status) == 0)
            #expect(status.st_uid == 2_000_000_123)
        }
    }

    @Test(
        "What was put there for transfers that nobody knows is deleted",
        .behaviour("reliability B5"))
    func orphans() throws {
        for number in [7, 8] as [UInt64] {
            try "x".write(
                toFile: scratch.file("transfers/\(number).body"), atomically: false, encoding: .utf8
            )
            try placing.place(TransferID(number), into: app, of: containers, owner: nil)
        }
        FilePlacing.keep(only: [TransferID(8)], in: app, of: containers)
        let left = try FileManager.default.contentsOfDirectory(
            atPath: (placed as NSString).deletingLastPathComponent)
        #expect(left == ["8.download"])
    }
}
