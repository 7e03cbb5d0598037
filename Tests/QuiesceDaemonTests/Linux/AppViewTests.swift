import CQuiesceLinux
import Foundation
import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceDaemon

@Suite("Views") struct AppViewTests {
    static let canView = AppView.obstacle() == nil

    @Test("Whatever lies in another is put into it afterwards, and a link's way is there")
    func order() throws {
        let scratch = try ScratchDirectory()
        let home = scratch.path + "/home"
        try FileManager.default.createDirectory(
            atPath: home + "/apps/a", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path + "/way", withDestinationPath: home)
        var view = AppView()
        view.need(scratch.path + "/way/apps/a", .write)
        view.need(home + "/missing", .read)
        view.add(home + "/missing", .read)
        let entries = view.entries
        for (index, entry) in entries.enumerated() {
            for later in entries[index...] {
                #expect(!entry.target.hasPrefix(later.target + "/"), "\(entry) \(later)")
            }
        }
        let own = entries.filter { $0.target.hasPrefix(scratch.path) }
        #expect(
            own.map(\.target) == [
                home + "/missing", home + "/apps/a", scratch.path + "/way/apps/a",
            ])
        #expect(own.map(\.kind) == [.read, .write, .link])
        #expect(own.map(\.source) == [home + "/missing", home + "/apps/a", home + "/apps/a"])
        #expect(own.map(\.isNeeded) == [true, true, false])
    }

    @Test("A folder within one that may be read needs no mount")
    func covered() {
        var view = AppView(reads: ["/usr/share", "/usr/bin/env"])
        view.add("/usr/lib", .read)
        #expect(view.entries.filter { $0.target.hasPrefix("/usr") }.map(\.target) == ["/usr"])
    }

    @Test("A sound server's own folder is in view, any other socket alone")
    func sound() throws {
        let scratch = try ScratchDirectory()
        for name in ["pulse", "other"] {
            try FileManager.default.createDirectory(
                atPath: "\(scratch.path)/\(name)", withIntermediateDirectories: false)
            try Data().write(to: URL(fileURLWithPath: "\(scratch.path)/\(name)/native"))
            var view = AppView()
            view.add(sound: "\(scratch.path)/\(name)/native")
            let targets = view.entries.map(\.target).filter { $0.hasPrefix(scratch.path) }
            let own = "\(scratch.path)/\(name)"
            #expect(targets == [name == "pulse" ? own : own + "/native"])
        }
    }

    @Test("QUIESCE_APP_READS names what is there, and nothing with the device's home in it")
    func reads() throws {
        let scratch = try ScratchDirectory()
        try FileManager.default.createDirectory(
            atPath: scratch.path + "/tools", withIntermediateDirectories: false)
        let views = AppViews(
            home: scratch.path + "/home", sockets: scratch.path,
            environment: [
                "QUIESCE_APP_READS": "\(scratch.path)/tools:\(scratch.path):/nowhere/at/all:x:/"
            ])
        let notes = views.notes.filter { $0.contains("QUIESCE_APP_READS") }
        #expect(
            notes == [
                "QUIESCE_APP_READS: \(scratch.path) has the device's home in it",
                "QUIESCE_APP_READS: there is no /nowhere/at/all",
                "QUIESCE_APP_READS: there is no x",
                "QUIESCE_APP_READS: / has the device's home in it",
            ])
        guard views.areMade else { return }
        let make = try #require(
            views.view(bundle: "/b", container: "/c", groups: ["/g"], host: nil))
        let view = make()
        let targets = view.entries.map(\.target)
        #expect(targets.contains("\(scratch.path)/tools"))
        #expect(view.entries.filter { $0.isNeeded }.map(\.target).contains("/g"))
    }

    @Test(
        "A process sees what is in its view, and writes where it may",
        .behaviour("reliability A1"),
        .enabled(if: canView, "no views can be made here"), arguments: ProcessFixture.backends)
    func process(backend: ProcessBackend) throws {
        let device = try ProcessFixture(backend)
        for name in ["container", "bundle", "other"] {
            try FileManager.default.createDirectory(
                atPath: "\(device.directory)/\(name)", withIntermediateDirectories: true)
            try Data(name.utf8).write(
                to: URL(fileURLWithPath: "\(device.directory)/\(name)/file"))
        }
        let name = "of-\(device.configuration.deviceID)"
        let tries = [
            "read-bundle": "cat ../bundle/file", "write-container": "echo x >new",
            "write-tmp": "echo x >/tmp/\(name)",
            "write-shm": "echo x >/dev/shm/\(name)",
            "terminal": "python3 -c 'import os; os.openpty()'", "null": "echo x >/dev/null",
            "see-other": "ls ../other", "write-bundle": "echo x >../bundle/file",
            "make-folder": "mkdir /folder",
            "write-usr": "echo x >/usr/\(name)",
            "see-home": "ls /root /home", "cgroups": "ls /sys/fs/cgroup/*",
            "unmount": "umount /tmp", "remount": "mount -o remount,rw /",
        ]
        let script = tries.sorted { $0.key > $1.key }.map { name, command in
            "if (\(command)) >/dev/null 2>&1; then echo \(name); fi"
        }.joined(separator: "\n")
        var request = try device.request(device.nextKey(), "/bin/sh", ["-c", script])
        request.directory = "\(device.directory)/container"
        if geteuid() == 0 {
            // As root's apps, which have users of their own.
            let user = 2_000_000_000 + uid_t(getpid())
            request.user = SpawnRequest.User(uid: user, gid: user)
            chown(request.directory, user, user)
        }
        var view = AppView()
        view.need("\(device.directory)/bundle", .read)
        view.need("\(device.directory)/container", .write)
        request.view = { [view] in view }
        _ = try device.spawn(request).get()
        #expect(device.wait { device.exits[request.key] != nil })
        #expect(
            Set(device.output.split(separator: "\n")) == [
                "read-bundle", "write-container", "write-tmp", "write-shm", "terminal", "null",
            ], "\(device.output)")
        // It was all its own.
        for folder in ["/tmp", "/dev/shm"] {
            #expect(access("\(folder)/\(name)", F_OK) != 0)
        }
    }

    @Test(
        "An app isn't started without what its view needs, and says so",
        .enabled(if: canView, "no views can be made here"))
    func missing() throws {
        let device = try ProcessFixture(.signals)
        var request = try device.request(device.nextKey(), "/bin/true", [])
        var view = AppView()
        view.need("\(device.directory)/nothing", .write)
        request.view = { [view] in view }
        let answer = try device.spawn(request)
        #expect(throws: SpawnError(.view, errno: ENOENT)) { try answer.get() }
        #expect(
            "\(SpawnError(.view, errno: ENOENT))"
                == "its view of the file system can't be made: No such file or directory")
    }
}
