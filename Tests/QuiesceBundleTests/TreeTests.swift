import Foundation
import Glibc
import TestSupport
import Testing

@testable import QuiesceBundle

@Suite struct TreeTests {
    private func remove(_ name: String, in scratch: Scratch) throws {
        try scratch.opened { try TreeRemover.remove(name, in: $0) }
        #expect(!scratch.exists(name))
    }

    @Test("Removing a tree leaves what its links lead to", .behaviour("reliability B3"))
    func links() throws {
        let scratch = try Scratch()
        try scratch.write("kept/file", Data())
        try scratch.write("tree/a/b/file", Data())
        for name in ["tree/link", "tree/a/link", "tree/a/b/link"] {
            try #require(symlink(scratch.path + "/kept", scratch.path + "/" + name) == 0)
        }
        try remove("tree", in: scratch)
        #expect(scratch.exists("kept/file"))
    }

    @Test("Where a link stands in the tree's place, the link goes", .behaviour("reliability B3"))
    func linkItself() throws {
        let scratch = try Scratch()
        try scratch.write("kept/file", Data())
        try #require(symlink("kept", scratch.path + "/tree") == 0)
        try remove("tree", in: scratch)
        #expect(scratch.exists("kept/file"))
    }

    @Test("A tree far deeper than a process has descriptors is removed")
    func deep() throws {
        let scratch = try Scratch()
        try #require(mkdir(scratch.path + "/tree", 0o700) == 0)
        var folder = try scratch.opened("tree") { fcntl($0, F_DUPFD_CLOEXEC, 0) }
        for _ in 0..<1_200 {
            try #require(mkdirat(folder, "d", 0o700) == 0)
            let inner = openat(folder, "d", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            try #require(inner >= 0)
            close(folder)
            folder = inner
        }
        close(folder)
        try remove("tree", in: scratch)
    }

    @Test("Folders that nobody may enter and names that we would use are removed")
    func hostile() throws {
        let scratch = try Scratch()
        try scratch.write("tree/locked/inner/file", Data())
        try scratch.write("tree/.removed-1/x/y", Data())
        try scratch.write("tree/.removed-2", Data())
        try scratch.write("tree/a/b/c/d", Data())
        try #require(mkfifo(scratch.path + "/tree/a/fifo", 0o600) == 0)
        for name in ["tree/locked/inner", "tree/locked", "tree/a/b/c"] {
            try #require(chmod(scratch.path + "/" + name, 0) == 0)
        }
        try remove("tree", in: scratch)
    }

    @Test("Names that are no text are removed too")
    func notUTF8() throws {
        let scratch = try Scratch()
        try scratch.write("tree/a/b/file", Data())
        let name: [CChar] = [-1, -2, 0]
        try scratch.opened("tree/a") { folder in
            try #require(mkdirat(folder, name, 0o700) == 0)
            let inner = openat(folder, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            try #require(inner >= 0)
            defer { close(inner) }
            let file = openat(inner, name, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
            try #require(file >= 0)
            close(file)
        }
        try remove("tree", in: scratch)
    }

    @Test("Removing what is gone already is no error")
    func gone() throws { try remove("never", in: Scratch()) }

    @Test("A container has its three folders, for its owner only; what is there stays")
    func container() throws {
        let scratch = try Scratch()
        let make = { try scratch.opened { try Container.create(in: $0, name: "c") } }
        try make()
        try scratch.write("c/Documents/state", Data("kept".utf8))
        try #require(chmod(scratch.path + "/c/Library", 0o777) == 0)
        try #require(rmdir(scratch.path + "/c/tmp") == 0)
        try make()
        for name in ["c", "c/Documents", "c/Library", "c/tmp"] {
            #expect(scratch.mode(name) == 0o700)
        }
        #expect(scratch.exists("c/Documents/state"))
    }

    @Test(
        "A container is never made through a link", .behaviour("reliability B3"),
        arguments: ["c", "c/Documents"])
    func linkedContainer(name: String) throws {
        let scratch = try Scratch()
        try #require(mkdir(scratch.path + "/elsewhere", 0o755) == 0)
        if name != "c" { try #require(mkdir(scratch.path + "/c", 0o700) == 0) }
        try #require(symlink(scratch.path + "/elsewhere", scratch.path + "/" + name) == 0)
        try scratch.opened { parent in
            let error = #expect(throws: BundleError.self) {
                try Container.create(in: parent, name: "c")
            }
            #expect(error?.reason == .forbiddenFile)
        }
        #expect(scratch.mode("elsewhere") == 0o755)
    }

    @Test(
        "A container belongs to the app's user",
        .enabled(if: geteuid() == 0, "only root gives files away"))
    func owner() throws {
        let scratch = try Scratch()
        try scratch.opened {
            try Container.create(in: $0, name: "c", owner: (uid: 60_001, gid: 60_002))
        }
        for name in ["c", "c/Documents", "c/Library", "c/tmp"] {
            var status = stat()
            try #require(stat(scratch.path + "/" + name, &status) == 0)
            #expect(status.st_uid == 60_001)
            #expect(status.st_gid == 60_002)
        }
    }
}
