import Foundation
import QuiesceWire
import TestSupport
import Testing

@testable import quiesce

/// Entries of a desktop for URLs of apps, in a folder of the test's own.
@Suite struct DesktopEntriesTests {
    /// A device, and the user's folder for data.
    private final class Fixture {
        let daemon: FakeDaemon
        private let scratch: ScratchDirectory
        let data: String
        /// Another name of the device's folder, with all that must be escaped.
        let home: String

        init(_ apps: [String: [String]]) throws {
            daemon = try FakeDaemon { request in
                guard case .apps = request else { return [.done(message: nil)] }
                return apps.sorted { $0.key < $1.key }.map { app, schemes in
                    var row = AppRow(
                        id: "org.example." + app, name: "The \\ \(app)\n", version: "1",
                        backgroundModes: [], exitsOnSuspend: false, container: "/c")
                    row.urlSchemes = schemes
                    return .item(row.jsonText)
                } + [.end]
            }
            scratch = try ScratchDirectory()
            data = scratch.path
            home = data + "/ a \"b\" $c `d` \\e %f ~"
            try FileManager.default.createSymbolicLink(
                atPath: home, withDestinationPath: daemon.home)
        }

        var folder: String { data + "/applications" }

        func run(_ arguments: String..., as user: String? = nil) throws -> ToolRun {
            try ToolRun(
                ["desktop-entries", "--home", user ?? home] + arguments, home: "/nowhere",
                environment: ["XDG_DATA_HOME": data])
        }

        func text(_ app: String) -> String? {
            FileManager.default.contents(
                atPath: folder + "/quiesce-org.example.\(app).desktop"
            ).map { String(decoding: $0, as: UTF8.self) }
        }

        var entries: [String] {
            let all = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            return all.filter { $0.hasSuffix(".desktop") }.sorted()
        }
    }

    /// The command line as a desktop reads it.
    private func command(_ text: String, url: String) throws -> [String] {
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("Exec=") })
        let value = line.dropFirst(5).replacing("\\\\", with: "\\")
        var arguments: [String] = []
        var argument = ""
        var (isQuoted, isEscaped) = (false, false)
        for character in value {
            if isEscaped {
                argument.append(character)
                isEscaped = false
            } else if isQuoted, character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
            } else if character == " ", !isQuoted {
                arguments.append(argument)
                argument = ""
            } else {
                argument.append(character)
            }
        }
        return (arguments + [argument]).map {
            $0 == "%u" ? url : $0.replacing("%%", with: "%")
        }
    }

    @Test(
        "An app with schemes has an entry whose command opens its URLs, whatever the device's folder is called"
    )
    func writes() throws {
        let fixture = try Fixture([
            "Notes": ["notes", "x-notes"], "Web": ["https", "file"], "Mute": [],
        ])
        let run = try fixture.run()
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(fixture.entries == ["quiesce-org.example.Notes.desktop"])
        let text = try #require(fixture.text("Notes"))
        #expect(text.contains("MimeType=x-scheme-handler/notes;x-scheme-handler/x-notes;\n"))
        #expect(text.contains("NoDisplay=true\n"))
        #expect(text.contains("Name=The \\\\ Notes·\n"))
        let words = try command(text, url: "notes://today?a=%20b")
        let opened = try ToolRun(
            Array(words.dropFirst()), home: "/nowhere", program: words[0])
        #expect(opened.exitCode == 0, "\(opened.errors)")
        #expect(
            fixture.daemon.requests.last
                == .link(.openURL(url: "notes://today?a=%20b", app: "org.example.Notes")))
    }

    @Test("Entries follow the apps: what is unchanged stays, what is gone is taken away")
    func follows() throws {
        let fixture = try Fixture(["Notes": ["notes"]])
        #expect(try fixture.run().output.hasPrefix("written  "))
        #expect(try fixture.run().output.hasPrefix("unchanged  "))
        let old = fixture.folder + "/quiesce-org.example.Old.desktop"
        try #require(fixture.text("Notes")).write(toFile: old, atomically: true, encoding: .utf8)
        let run = try fixture.run("--json")
        let rows = try #require(
            JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
        #expect(rows.map { $0["change"] as? String } == ["unchanged", "removed"])
        #expect(rows.map { $0["app"] as? String } == ["org.example.Notes", "org.example.Old"])
        #expect(rows.first?["schemes"] as? [String] == ["notes"])
        #expect(fixture.entries == ["quiesce-org.example.Notes.desktop"])
    }

    @Test("--remove takes away the device's own, and asks no daemon; others' stay")
    func removes() throws {
        let fixture = try Fixture(["Notes": ["notes"]])
        try FileManager.default.createDirectory(
            atPath: fixture.folder, withIntermediateDirectories: true)
        let own = "[Desktop Entry]\nType=Application\nName=Mine\nExec=mine\n"
        let mine = fixture.folder + "/quiesce-org.example.Notes.desktop"
        try own.write(toFile: mine, atomically: true, encoding: .utf8)
        let left = try fixture.run()
        #expect(left.output.hasPrefix("left  "))
        #expect(left.errors.contains("isn't of this device"))
        #expect(fixture.text("Notes") == own)
        try FileManager.default.removeItem(atPath: mine)
        #expect(try fixture.run().exitCode == 0)
        let before = fixture.daemon.requests.count
        #expect(try fixture.run("--remove", as: "/elsewhere").exitCode == 0)
        #expect(fixture.entries.count == 1)
        #expect(try fixture.run("--remove").output.hasPrefix("removed  "))
        #expect(fixture.entries.isEmpty)
        #expect(fixture.daemon.requests.count == before)
    }

    @Test(
        "The desktop's own judge finds nothing wrong with an entry",
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: "/usr/bin/desktop-file-validate"),
            "desktop-file-validate isn't installed"))
    func valid() throws {
        let fixture = try Fixture(["Notes": ["notes", "x-notes"]])
        #expect(try fixture.run().exitCode == 0)
        let judge = try ToolRun(
            [fixture.folder + "/quiesce-org.example.Notes.desktop"], home: "/nowhere",
            program: "/usr/bin/desktop-file-validate")
        #expect(judge.exitCode == 0, "\(judge.output) \(judge.errors)")
    }

    @Test("The user's folder is where the specification of desktops has it")
    func folder() {
        let usual = EntryFolder(home: "", ["HOME": "/home/a", "XDG_DATA_HOME": "data"])
        #expect(usual.path == "/home/a/.local/share/applications")
        let chosen = EntryFolder(home: "", ["HOME": "/home/a", "XDG_DATA_HOME": "/data"])
        #expect(chosen.path == "/data/applications")
    }

    @Test("A folder that can't be written is a refusal that names the file")
    func unwritable() throws {
        let fixture = try Fixture(["Notes": ["notes"]])
        try "".write(toFile: fixture.folder, atomically: true, encoding: .utf8)
        let run = try fixture.run()
        #expect(run.exitCode == 1)
        #expect(run.errors.contains("quiesce-org.example.Notes.desktop"))
    }
}
