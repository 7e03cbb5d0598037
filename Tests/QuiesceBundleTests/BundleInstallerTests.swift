import CQuiesceLinux
import Foundation
import Glibc
import QuiesceCore
import Synchronization
import TestSupport
import Testing

@testable import QuiesceBundle

@Suite struct BundleInstallerTests {
    /// Copies `App.app` to `copy`.
    @discardableResult
    private func copy(in scratch: Scratch) throws -> AppManifest {
        try scratch.opened("App.app") { source in
            try scratch.opened { parent in
                try BundleInstaller.copy(from: source, to: parent, as: "copy")
            }
        }
    }

    /// The error with which copying is refused. Nothing may be left of the copy.
    private func refusal(in scratch: Scratch) -> BundleError? {
        let error = #expect(throws: BundleError.self) { try copy(in: scratch) }
        #expect(!scratch.exists("copy"))
        return error
    }

    @Test("A copy has every file and folder, with plain modes", .behaviour("reliability B4"))
    func whole() throws {
        let scratch = try Fixture.bundle()
        let big = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        try scratch.write("App.app/Resources/deep/big.bin", big, mode: 0o640)
        try scratch.write("App.app/tool", Data("x".utf8), mode: 0o700)
        try scratch.write("App.app/empty", Data(), mode: 0o444)
        let manifest = try copy(in: scratch)
        #expect(manifest.id.name == "org.example.Clock")
        #expect(
            FileManager.default.contents(atPath: scratch.path + "/copy/Resources/deep/big.bin")
                == big)
        #expect(scratch.mode("copy") == 0o755)
        #expect(scratch.mode("copy/Resources/deep") == 0o755)
        #expect(scratch.mode("copy/Resources/deep/big.bin") == 0o644)
        #expect(scratch.mode("copy/tool") == 0o755)
        #expect(scratch.mode("copy/empty") == 0o644)
        #expect(scratch.mode("copy/clock") == 0o755)
    }

    enum Forbidden: CaseIterable {
        case linkOut, linkInside, linkedFolder, fifo, socket, setuid, worldWritable, notUTF8
    }

    @Test(
        "A bundle with what no bundle may contain, anywhere in it, is refused and leaves nothing",
        .behaviour("reliability B3", "reliability B4"), arguments: Forbidden.allCases)
    func forbidden(_ kind: Forbidden) throws {
        let scratch = try Fixture.bundle()
        try scratch.write("App.app/deep/er/fine", Data("fine".utf8))
        let file = scratch.path + "/App.app/deep/er/bad"
        switch kind {
        case .linkOut: try #require(symlink("/etc/passwd", file) == 0)
        case .linkInside: try #require(symlink("fine", file) == 0)
        case .linkedFolder: try #require(symlink("..", file) == 0)
        case .fifo: try #require(mkfifo(file, 0o644) == 0)
        case .socket:
            let socket = ql_listen(file, 0o644, 1)
            try #require(socket >= 0)
            close(socket)
        case .setuid: try scratch.write("App.app/deep/er/bad", Data(), mode: 0o4755)
        case .worldWritable: try scratch.write("App.app/deep/er/bad", Data(), mode: 0o666)
        case .notUTF8:
            try scratch.opened("App.app/deep/er") { folder in
                try #require(
                    mkdirat(folder, Array("bad".utf8CString.dropLast()) + [-1, 0], 0o755) == 0)
            }
        }
        let error = refusal(in: scratch)
        #expect(error?.reason == .forbiddenFile)
        #expect(error?.message.contains("deep/er/bad") == true)
    }

    @Test(
        "A file that belongs to neither the bundle's owner nor root is refused",
        .behaviour("reliability B4"), .enabled(if: geteuid() == 0, "only root gives files away"))
    func otherOwner() throws {
        let scratch = try Fixture.bundle()
        try scratch.write("App.app/theirs", Data())
        try #require(chown(scratch.path + "/App.app/theirs", 65_534, 65_534) == 0)
        #expect(refusal(in: scratch)?.reason == .forbiddenFile)
    }

    @Test(
        "Root copies no file for somebody who couldn't read it", .behaviour("reliability B4"),
        .enabled(if: geteuid() == 0, "only root can read them"))
    func secret() throws {
        let scratch = try Fixture.bundle()
        try scratch.write("App.app/shadow", Data("secret".utf8), mode: 0o600)
        for name in ["", "/Info.plist", "/clock"] {
            try #require(chown(scratch.path + "/App.app" + name, 65_534, 65_534) == 0)
        }
        #expect(refusal(in: scratch)?.reason == .forbiddenFile)
    }

    @Test(
        "An id that begins with a number is refused, and still read where it is installed",
        .behaviour("reliability B2"),
        arguments: ["99999999999999999.org.example.Victim", "123.removed", "7"])
    func numbered(id: String) throws {
        let scratch = try Fixture.bundle(Fixture.plist(["CFBundleIdentifier": id]))
        let error = refusal(in: scratch)
        #expect(error?.reason == .wrongValue)
        #expect(error?.message.contains(id) == true)
        let manifest = try scratch.opened("App.app") { try BundleReader.manifest(of: $0) }
        #expect(manifest.id.name == id)
    }

    @Test("An id may have digits anywhere", arguments: ["org.7zip.app", "7zip.org", "a1.2"])
    func digits(id: String) throws {
        let scratch = try Fixture.bundle(Fixture.plist(["CFBundleIdentifier": id]))
        #expect(try copy(in: scratch).id.name == id)
    }

    @Test("Folders deeper than the limit are refused")
    func tooDeep() throws {
        let scratch = try Fixture.bundle()
        let path = [String](repeating: "d", count: BundleLimits.depth).joined(separator: "/")
        try scratch.write("App.app/" + path + "/file", Data())
        #expect(refusal(in: scratch)?.reason == .tooLarge)
    }

    @Test("More files than the limit are refused")
    func tooMany() throws {
        let scratch = try Fixture.bundle()
        for index in 0..<BundleLimits.files {
            let name = scratch.path + "/App.app/\(index)"
            try #require(link(scratch.path + "/App.app/clock", name) == 0)
        }
        #expect(refusal(in: scratch)?.reason == .tooLarge)
    }

    @Test("More bytes than the limit are refused")
    func tooBig() throws {
        let scratch = try Fixture.bundle()
        try scratch.write("App.app/big", Data())
        // A sparse file: it takes no space, and copying it stops at the limit.
        try #require(truncate(scratch.path + "/App.app/big", off_t(BundleLimits.bytes) + 1) == 0)
        #expect(refusal(in: scratch)?.reason == .tooLarge)
    }

    @Test("A name that is taken is left as it is")
    func taken() throws {
        let scratch = try Fixture.bundle()
        try scratch.write("copy/precious", Data())
        #expect(throws: BundleError.self) { try copy(in: scratch) }
        #expect(scratch.exists("copy/precious"))
    }

    @Test(
        "A full disk refuses the copy and leaves nothing", .behaviour("reliability D5"),
        .enabled(if: geteuid() == 0, "only root mounts a small disk"))
    func fullDisk() throws {
        let scratch = try Fixture.bundle()
        try scratch.write("App.app/big", Data(count: 200_000))
        try #require(mkdir(scratch.path + "/small", 0o700) == 0)
        func mount(_ arguments: [String]) throws -> Int32 {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = arguments + [scratch.path + "/small"]
            try process.run()
            process.waitUntilExit()
            return process.terminationStatus
        }
        try #require(try mount(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs"]) == 0)
        defer { #expect(throws: Never.self) { try mount(["umount"]) } }
        let error = #expect(throws: BundleError.self) {
            try scratch.opened("App.app") { source in
                try scratch.opened("small") { parent in
                    try BundleInstaller.copy(from: source, to: parent, as: "copy")
                }
            }
        }
        #expect(error?.reason == .noSpace)
        #expect(!scratch.exists("small/copy"))
    }

    @Test(
        "However the bundle changes while it is copied, what is installed is what was checked",
        .behaviour("reliability B3"))
    func changing() throws {
        let scratch = try Fixture.bundle()
        let stop = Atomic(false)
        let done = DispatchSemaphore(value: 0)
        let plist = scratch.path + "/App.app/Info.plist"
        let new = scratch.path + "/new"
        let plists = [
            try Fixture.plist(["CFBundleIdentifier": "org.example.Other"]), try Fixture.plist(),
        ]
        let thread = Thread { @Sendable in
            while !stop.load(ordering: .relaxed) {
                for data in plists {
                    try? data.write(to: URL(fileURLWithPath: new))
                    rename(new, plist)
                }
                symlink("/etc/passwd", new)
                rename(new, plist)
            }
            done.signal()
        }
        thread.start()
        defer {
            stop.store(true, ordering: .relaxed)
            done.wait()
        }
        var installed = 0
        while installed < 30 {
            do {
                let manifest = try copy(in: scratch)
                let again = try scratch.opened("copy") { try BundleReader.manifest(of: $0) }
                #expect(manifest == again)
                var status = stat()
                #expect(lstat(scratch.path + "/copy/Info.plist", &status) == 0)
                #expect(FileKind(mode: status.st_mode) == .regular)
                try scratch.opened { try TreeRemover.remove("copy", in: $0) }
                installed += 1
            } catch is BundleError {
                #expect(!scratch.exists("copy"))
            }
        }
    }
}
