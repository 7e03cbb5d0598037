import CQuiesceLinux
import Foundation
import Glibc
import QuiesceCore
import Synchronization
import TestSupport
import Testing

@testable import QuiesceBundle

@Suite struct BundleFilesTests {
    enum BadExecutable: CaseIterable {
        case missing, notExecutable, linkToShell, linkInside, danglingLink, folder, fifo, socket
        case setuid, setgid, worldWritable, device
    }

    @Test(
        "An executable that may not be run is refused in one line",
        .behaviour("reliability B3", "reliability B4"), arguments: BadExecutable.allCases)
    func executable(_ kind: BadExecutable) throws {
        let scratch = try Fixture.bundle()
        let file = scratch.path + "/App.app/clock"
        switch kind {
        case .notExecutable: try #require(chmod(file, 0o644) == 0)
        case .setuid: try #require(chmod(file, 0o4755) == 0)
        case .setgid: try #require(chmod(file, 0o2755) == 0)
        case .worldWritable: try #require(chmod(file, 0o757) == 0)
        case .missing, .linkToShell, .linkInside, .danglingLink, .folder, .fifo, .socket, .device:
            try #require(unlink(file) == 0)
        }
        switch kind {
        case .linkToShell: try #require(symlink("/bin/sh", file) == 0)
        case .linkInside: try #require(symlink("Info.plist", file) == 0)
        case .danglingLink: try #require(symlink("nowhere", file) == 0)
        case .folder: try #require(mkdir(file, 0o755) == 0)
        case .fifo: try #require(mkfifo(file, 0o755) == 0)
        case .socket:
            let socket = ql_listen(file, 0o755, 1)
            try #require(socket >= 0)
            close(socket)
        case .device:
            // Only root makes devices; a link to one is the next best.
            if mknod(file, S_IFCHR | 0o755, 0x103) != 0 {
                try #require(symlink("/dev/null", file) == 0)
            }
        case .missing, .notExecutable, .setuid, .setgid, .worldWritable: break
        }
        try scratch.opened("App.app") { folder in
            let error = #expect(throws: BundleError.self) { try BundleReader.manifest(of: folder) }
            #expect(error?.reason == .badExecutable)
            #expect(error?.message.contains("clock") == true)
        }
    }

    @Test(
        "An Info.plist that is no file of the bundle's own is refused",
        .behaviour("reliability B3"),
        arguments: ["link", "folder", "fifo", "missing"])
    func infoPlist(kind: String) throws {
        let scratch = try Fixture.bundle()
        let file = scratch.path + "/App.app/Info.plist"
        try #require(rename(file, scratch.path + "/real.plist") == 0)
        switch kind {
        case "link": try #require(symlink("../real.plist", file) == 0)
        case "folder": try #require(mkdir(file, 0o755) == 0)
        case "fifo": try #require(mkfifo(file, 0o644) == 0)
        case _: break
        }
        try scratch.opened("App.app") { folder in
            let error = #expect(throws: BundleError.self) { try BundleReader.manifest(of: folder) }
            #expect(error?.reason == .noInfoPlist)
        }
    }

    @Test(
        "An executable that is swapped again and again is never a link that got through",
        .behaviour("reliability B3"))
    func swap() throws {
        let scratch = try Fixture.bundle()
        let file = scratch.path + "/App.app/clock"
        let real = scratch.path + "/real"
        let new = scratch.path + "/new"
        try #require(link(file, real) == 0)
        let stop = Atomic(false)
        let swaps = Atomic(0)
        let done = DispatchSemaphore(value: 0)
        let thread = Thread { @Sendable in
            while !stop.load(ordering: .relaxed) {
                // The name is now a link, now the file, and never missing.
                symlink("/bin/sh", new)
                rename(new, file)
                link(real, new)
                rename(new, file)
                // Renaming a name onto another of the same file does nothing.
                unlink(new)
                swaps.add(1, ordering: .relaxed)
            }
            done.signal()
        }
        thread.start()
        defer {
            stop.store(true, ordering: .relaxed)
            done.wait()
        }
        var shell = stat()
        try #require(stat("/bin/sh", &shell) == 0)
        var accepted = 0
        var refused = 0
        try scratch.opened("App.app") { folder in
            while accepted < 50 || refused < 50 {
                do {
                    let opened = try BundleReader.executable("clock", in: folder)
                    let status = try opened.status()
                    #expect(FileKind(mode: status.st_mode) == .regular)
                    #expect(status.st_ino != shell.st_ino || status.st_dev != shell.st_dev)
                    // And what is run is what was checked, whatever the name is by now.
                    let text = try opened.reopened(O_RDONLY).read(upTo: 100)
                    #expect(text == Data("#!/bin/sh\n".utf8))
                    accepted += 1
                } catch let error as BundleError {
                    #expect(error.reason == .badExecutable)
                    refused += 1
                }
            }
        }
        #expect(swaps.load(ordering: .relaxed) > 0)
    }
}
