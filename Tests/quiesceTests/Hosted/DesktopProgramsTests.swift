import Foundation
import Glibc
import QuiesceWire
import TestSupport
import Testing

@testable import quiesce

/// `quiesce desktop`, in folders of the test's own.
@Suite struct DesktopProgramsTests {
    private final class Fixture {
        let scratch: ScratchDirectory
        var environment: [String: String] {
            [
                "XDG_DATA_HOME": scratch.file("own"), "XDG_CONFIG_HOME": scratch.file("config"),
                "XDG_DATA_DIRS": scratch.file("share"),
            ]
        }
        private let paths: DevicePaths

        init() throws {
            scratch = try ScratchDirectory()
            paths = DevicePaths(option: scratch.file("home"))
            for (id, lines) in [
                ("mines", "Name=Mines\nExec=/bin/true\nDBusActivatable=true"),
                ("kde/away", "Name=Away\nExec=/bin/false\nNoDisplay=true"),
                ("top", "Name=Top\nExec=/bin/sh\nTerminal=true"),
                ("torrents", "Name=Torrents\nExec=/bin/cat %U\nCategories=P2P;"),
                ("gone", "Name=Gone\nExec=/no/such"),
                ("kde/notes", "Name=Notes\nExec=/bin/ls"),
            ] {
                try place("share/applications/\(id).desktop", lines)
            }
            try place(
                "own/applications/my.desktop", "Name=My\nExec=/bin/true --mine")
            try FileManager.default.createDirectory(
                atPath: scratch.file("share/\(BusService.folder)"),
                withIntermediateDirectories: true)
            try Data("[D-BUS Service]\nName=mines\nExec=/bin/true --service\n".utf8).write(
                to: URL(fileURLWithPath: scratch.file("share/\(BusService.folder)/m.service")))
        }

        func place(_ file: String, _ lines: String) throws {
            let path = scratch.file(file)
            try FileManager.default.createDirectory(
                atPath: (path as NSString).deletingLastPathComponent,
                withIntermediateDirectories: true)
            try Data("[Desktop Entry]\nType=Application\n\(lines)\n".utf8)
                .write(to: URL(fileURLWithPath: path))
        }

        func programs() throws -> DesktopPrograms { try DesktopPrograms(paths, environment) }

        func run(_ arguments: String...) throws -> ToolRun {
            try ToolRun(
                ["desktop"] + arguments, home: paths.home, environment: environment)
        }

        /// Those of the user's.
        var files: [String] {
            let below = FileManager.default.enumerator(atPath: scratch.file("own"))
            return (below?.compactMap { $0 as? String } ?? []).filter { $0.contains(".") }
                .filter { !$0.hasPrefix("dbus-1") || $0.hasSuffix(".service") }.sorted()
        }

        func states() throws -> [String: String] {
            try programs().list().programs.reduce(into: [:]) {
                $0[$1.entry] = $1.reason ?? $1.state.rawValue
            }
        }
    }

    private static let copies = [
        "applications/kde-notes.desktop", "applications/mines.desktop", "applications/my.desktop",
        "dbus-1/services/mines.service",
    ]

    @Test("On, each program of the menus is an app that isn't left alone with a reason")
    func on() throws {
        let fixture = try Fixture()
        let left = [
            "my.desktop": "the entry is your own", "top.desktop": "it runs in a terminal",
            "torrents.desktop": "it serves other machines",
            "gone.desktop": "its program isn't there",
        ]
        #expect(
            try fixture.states()
                == left.merging(["mines.desktop": "plain", "kde-notes.desktop": "plain"]) { $1 })
        let planned = try fixture.programs().update(dryRun: true)
        #expect(planned.written == ["mines.desktop", "kde-notes.desktop"])
        #expect(fixture.files == ["applications/my.desktop"])
        let change = try fixture.programs().update()
        #expect(change.written == planned.written && change.apps == 2 && change.left == 4)
        #expect(fixture.files == Self.copies)
        #expect(
            try fixture.states()
                == left.merging(["mines.desktop": "app", "kde-notes.desktop": "app"]) { $1 })
        let copy = try #require(
            ApplicationFolders.text(fixture.scratch.file("own/applications/mines.desktop")))
        let start = #""run" "--detach" "--again" "--home" "\#(fixture.scratch.file("home"))" "#
        #expect(copy.contains(start + #""--name" "Mines" "--" /bin/true"#))
        // A second time changes nothing.
        let again = try fixture.programs().update()
        #expect(again.written.isEmpty && again.removed.isEmpty && again.apps == 2)
        #expect(try fixture.programs().copies.remove { _ in true }.count == 2)
        #expect(fixture.files == ["applications/my.desktop"])
    }

    @Test("It follows programs that are installed, changed and removed")
    func follows() throws {
        let fixture = try Fixture()
        _ = try fixture.programs().update()
        try fixture.place("share/applications/new.desktop", "Name=New\nExec=/bin/uname")
        try fixture.place("share/applications/kde/notes.desktop", "Name=Notes\nExec=/bin/ls -l")
        try FileManager.default.removeItem(
            atPath: fixture.scratch.file("share/applications/mines.desktop"))
        let change = try fixture.programs().update()
        #expect(change.written == ["new.desktop", "kde-notes.desktop"].sorted().reversed())
        #expect(change.removed == ["mines.desktop"])
        #expect(
            fixture.files == [
                "applications/kde-notes.desktop", "applications/my.desktop",
                "applications/new.desktop",
            ])
    }

    @Test("The user's exceptions count at once, and one that ships may be set aside")
    func choices() throws {
        let fixture = try Fixture()
        var programs = try fixture.programs()
        try programs.turn(on: true)
        _ = try programs.update()
        try programs.except(programs.ids(["mines"]))
        #expect(fixture.files == Self.copies.filter { !$0.contains("mines") })
        #expect(try fixture.states()["mines.desktop"] == "you said so")
        try programs.include(programs.ids(["mines.desktop", "torrents"]))
        #expect(try fixture.states()["torrents.desktop"] == "app")
        #expect(fixture.files == (Self.copies + ["applications/torrents.desktop"]).sorted())
        #expect(try fixture.programs().update().removed.isEmpty)
        // One that can't be an app is refused, and nothing changes.
        #expect(throws: (any Error).self) {
            try programs.include(["mines.desktop", "top.desktop"])
        }
        #expect(throws: (any Error).self) { try programs.include(["kde-away.desktop"]) }
        #expect(try fixture.programs().choices.included == ["torrents.desktop"])
    }

    @Test("A program of another device's, and one that the menus don't know, are refused")
    func refused() throws {
        let fixture = try Fixture()
        let unknown = try fixture.run("except", "minse.desktop")
        #expect(unknown.exitCode == 1)
        #expect(unknown.errors.contains("did you mean mines.desktop?"), "\(unknown.errors)")
        var other = try DesktopPrograms(
            DevicePaths(option: fixture.scratch.file("other")), fixture.environment)
        try other.turn(on: true)
        _ = try other.update()
        let states = try fixture.states()
        #expect(states["mines.desktop"]?.hasPrefix("it is an app of the device in") == true)
        let run = try fixture.run("on")
        #expect(run.exitCode == 1)
        #expect(
            run.errors.contains(
                geteuid() == 0 ? "start a device as yourself" : "first `quiesce desktop off --home"),
            "\(run.errors)")
    }

    @Test("The commands say what came of it, and a list says which programs are apps")
    func commands() throws {
        let fixture = try Fixture()
        let list = try fixture.run()
        #expect(list.exitCode == 0 && list.output.hasPrefix("off: `quiesce desktop on`"))
        guard geteuid() != 0 else {
            let on = try fixture.run("on")
            #expect(on.exitCode == 1 && on.errors.contains("start a device as yourself"))
            #expect(fixture.files == ["applications/my.desktop"])
            return
        }
        #expect(
            try fixture.run("on", "--dry-run").output
                == "would be an app  mines.desktop\nwould be an app  kde-notes.desktop\n")
        #expect(fixture.files == ["applications/my.desktop"])
        let on = try fixture.run("on")
        #expect(on.output.hasPrefix("on: 2 programs are apps, from their next start on;"))
        #expect(try fixture.run("on").output.contains("0 new or changed, 0 taken away"))
        let json = try fixture.run("--json")
        let object = try #require(
            JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        let rows = try #require(object["programs"] as? [[String: Any]])
        #expect(object["on"] as? Bool == true && rows.count == 6)
        #expect(rows.first { $0["app"] as? String == "local.Notes" }?["state"] as? String == "app")
        #expect(
            try fixture.run("off", "--dry-run").output
                == "would be itself  kde-notes.desktop\nwould be itself  mines.desktop\n")
        #expect(try fixture.run("off").output.hasPrefix("off: the desktop starts 2 programs by"))
        #expect(try fixture.run("off").output.hasPrefix("off: the desktop starts 0 programs by"))
        #expect(fixture.files == ["applications/my.desktop"])
    }
}
