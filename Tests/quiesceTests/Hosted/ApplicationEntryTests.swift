import Foundation
import TestSupport
import Testing

@testable import quiesce

/// Entries of programs in the menus of a desktop, which become apps.
@Suite struct ApplicationEntryTests {
    private static let text = """
        # A comment with Exec=nothing
        [Desktop Entry]
        Type=Application
        Name=Web \\s Browser
        Name[de]=Browser
        Icon=browser
        Exec=/opt/a\\sb/browser --title "Hello \\\\"you\\\\"" --rate 5%% %u
        DBusActivatable=true
        MimeType=text/html;
        [Desktop Action new-window]
        Name=New window
        Exec = browser --new
        """

    private func entry(_ text: String = text) -> ApplicationEntry {
        ApplicationEntry(file: "/usr/share/applications/browser.desktop", text: text)
    }

    @Test("A command is read as a desktop reads it, without the codes for files")
    func command() {
        let entry = entry()
        #expect(entry.name == "Web   Browser")
        #expect(entry.icon == "browser")
        #expect(
            entry.command == ["/opt/a", "b/browser", "--title", "Hello \"you\"", "--rate", "5%"])
        let words = ApplicationEntry.words("a  \"\" \"b c\"d %F %% x%y")
        #expect(words == ["a", "", "b cd", "%", "x%y"])
    }

    @Test("The copy starts the app by each of its commands, and by nothing else")
    func copy() throws {
        let copy = entry().copy(
            for: "local.Browser", home: "/home/a b",
            command: ["/usr/bin/quiesce", "run", "--name", "A \"B\" $C", "--"])
        let lines = copy.split(separator: "\n")
        let written = #"Exec="/usr/bin/quiesce" "run" "--name" "A \\"B\\" \\$C" "--""#
        #expect(
            lines.filter { $0.hasPrefix("Exec") } == [
                #"\#(written) /opt/a\sb/browser --title "Hello \\"you\\"" --rate 5%% %u"#[...],
                "\(written) browser --new"[...],
            ])
        #expect(!copy.contains("DBusActivatable"))
        #expect(lines.contains("Name[de]=Browser"))
        #expect(ApplicationEntry.app(ofText: copy) == "local.Browser")
        #expect(DesktopEntry.home(ofText: copy) == "/home/a b")
        #expect(ApplicationEntry.app(ofText: Self.text) == nil)
        // As a desktop would read it again.
        let again = ApplicationEntry(file: "/browser.desktop", text: copy)
        let start = ["/usr/bin/quiesce", "run", "--name", "A \"B\" $C", "--"]
        #expect(again.command.prefix(5) == start[...])
    }

    @Test("A file that is no program's, or one for a terminal, is refused with what to do")
    func refused() throws {
        let scratch = try ScratchDirectory()
        for (text, words) in [
            ("[Desktop Entry]\nType=Link\nName=A\nURL=a\n", "is no entry of a program"),
            ("[Desktop Entry]\nType=Application\nName=A\n", "is no entry of a program"),
            (
                "[Desktop Entry]\nType=Application\nName=Top\nExec=top\nTerminal=true\n",
                "Top runs in a terminal"
            ),
        ] {
            let file = scratch.file("a.desktop")
            try Data(text.utf8).write(to: URL(fileURLWithPath: file))
            let run = try ToolRun(["install", file], home: scratch.file("home"))
            #expect(run.exitCode == 1 && run.errors.contains(words), "\(run.errors)")
        }
        let run = try ToolRun(["install", "nowhere.desktop"], home: scratch.file("home"))
        #expect(run.exitCode == 1 && run.errors.contains("there is no nowhere.desktop in"))
    }

    @Test("The menus show an entry where it belongs, and where its program is there")
    func shown() {
        func isShown(_ lines: String, on desktops: String...) -> Bool {
            entry("[Desktop Entry]\n\(lines)\n").isShown(on: desktops)
        }
        #expect(isShown("TryExec=sh") && isShown("TryExec=/bin/sh"))
        #expect(!isShown("TryExec=no-such-program") && !isShown("TryExec=/no/such"))
        #expect(!isShown("NoDisplay=true") && !isShown("Hidden=true"))
        #expect(isShown("OnlyShowIn=KDE;GNOME;", on: "ubuntu", "GNOME"))
        #expect(!isShown("OnlyShowIn=KDE;", on: "sway") && isShown("OnlyShowIn=KDE;"))
        #expect(!isShown("NotShowIn=KDE;", on: "KDE") && isShown("NotShowIn=KDE;", on: "sway"))
        #expect(isShown("OnlyShowIn=KDE;\nNotShowIn=sway;", on: "KDE", "sway"))
        #expect(entry().busName == "browser")
        #expect(entry("[Desktop Entry]\nCategories=Game;P2P;\n").categories == ["Game", "P2P"])
    }

    @Test("The user's own entry is never changed, and a copy is taken away with its app alone")
    func folders() throws {
        let scratch = try ScratchDirectory()
        let folders = ApplicationFolders(["XDG_DATA_HOME": scratch.path])
        let copies = HostedCopies(home: "/home", folders: folders)
        let path = try folders.place(for: entry())
        #expect(path == scratch.file("applications/browser.desktop"))
        #expect(try copies.write(Self.text, to: path))
        #expect(throws: (any Error).self) { try folders.place(for: entry()) }
        let copy = entry().copy(for: "local.Browser", home: "/home", command: ["quiesce"])
        #expect(try copies.write(copy, to: path))
        #expect(try !copies.write(copy, to: path))
        #expect(try folders.place(for: entry()) == path)
        #expect(copies.remove { $0.app == "local.Other" }.isEmpty)
        let other = HostedCopies(home: "/elsewhere", folders: folders)
        #expect(other.remove { _ in true }.isEmpty)
        #expect(copies.remove { $0.app == "local.Browser" }.map(\.path) == [path])
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("A program's icon is the largest that its entry's theme has")
    func icons() throws {
        let scratch = try ScratchDirectory()
        let files = FileManager.default
        for folder in ["applications", "icons/hicolor/48x48/apps", "icons/hicolor/128x128/apps"] {
            try files.createDirectory(
                atPath: scratch.file(folder), withIntermediateDirectories: true)
        }
        let program = scratch.file("program")
        try Data().write(to: URL(fileURLWithPath: program))
        try files.createSymbolicLink(
            atPath: scratch.file("link"), withDestinationPath: program)
        try Data("[Desktop Entry]\nType=Application\nName=P\nIcon=p\nExec=\(program) %u\n".utf8)
            .write(to: URL(fileURLWithPath: scratch.file("applications/p.desktop")))
        for size in [48, 128] {
            try Data().write(
                to: URL(
                    fileURLWithPath: scratch.file("icons/hicolor/\(size)x\(size)/apps/p.png")))
        }
        let folders = ApplicationFolders(["XDG_DATA_DIRS": scratch.path])
        let icon = scratch.file("icons/hicolor/128x128/apps/p.png")
        #expect(folders.icon(ofProgram: scratch.file("link")) == icon)
        #expect(folders.icon(ofProgram: "/bin/true") == nil)
        #expect(folders.icon("../p") == nil)
    }
}
