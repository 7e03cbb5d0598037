import Foundation
import TestSupport
import Testing

@testable import quiesce

/// The user's choices for `quiesce desktop`.
@Suite struct DesktopChoicesTests {
    private func entry(_ id: String, _ exec: String, _ categories: String = "") -> ApplicationEntry
    {
        ApplicationEntry(
            file: "/usr/share/applications/\(id)",
            text:
                "[Desktop Entry]\nType=Application\nName=N\nExec=\(exec)\nCategories=\(categories)\n"
        )
    }

    @Test("They are kept from one command to the next")
    func kept() throws {
        let scratch = try ScratchDirectory()
        let environment = ["XDG_CONFIG_HOME": scratch.path]
        var choices = try DesktopChoices(environment)
        #expect(choices.device == nil)
        choices.turn(on: " /home/a\nb")
        choices.except(["a.desktop", "b.desktop"])
        let vpn = entry("vpn.desktop", "mullvad-vpn")
        choices.include([entry("b.desktop", "b"), vpn])
        try choices.save()
        let again = try DesktopChoices(environment)
        #expect(again.device == " /home/a\nb")
        #expect(again.excepted == ["a.desktop"])
        // Another needs no line to be an app.
        #expect(again.included == ["vpn.desktop"])
        #expect(again.reason(of: entry("a.desktop", "a")) == "you said so")
        #expect(again.reason(of: vpn) == nil)
        #expect(try scratch.names() == ["quiesce"])
    }

    @Test("A line that is none is refused, by its number, and stays")
    func unreadable() throws {
        let scratch = try ScratchDirectory()
        try FileManager.default.createDirectory(
            atPath: scratch.file("quiesce"), withIntermediateDirectories: true)
        let file = scratch.file("quiesce/desktop")
        try Data("# Mine\n\non\n".utf8).write(to: URL(fileURLWithPath: file))
        let run = try ToolRun(
            ["desktop"], home: scratch.file("home"),
            environment: ["XDG_CONFIG_HOME": scratch.path])
        #expect(run.exitCode == 78)
        #expect(run.errors.hasPrefix("quiesce: line 3 of \(file) is none of `on HOME`"))
        #expect(ApplicationFolders.text(file) == "# Mine\n\non\n")
    }

    @Test("Programs that others count on are left alone, each with its reason")
    func exceptions() throws {
        let choices = try DesktopChoices(["XDG_CONFIG_HOME": "/nowhere"])
        for (entry, words) in [
            (entry("org.keepassxc.KeePassXC.desktop", "anything"), "passwords and keys"),
            (entry("a.desktop", "/opt/Nextcloud %u"), "several machines"),
            (entry("a.desktop", "env GDK_BACKEND=x11 virtualbox"), "its machines"),
            (entry("a.desktop", "a", "Qt;P2P;"), "other machines"),
            (entry("a.desktop", "a", "Settings;"), "sets the machine"),
            (entry("a.desktop", "/usr/bin/flatpak run org.example.A"), "cgroup"),
            (entry("quiesce-org.example.Notes.desktop", "/opt/quiesce open-url"), "Quiesce's own"),
        ] {
            #expect(choices.reason(of: entry)?.contains(words) == true, "\(entry)")
        }
        for entry in [
            entry("org.gnome.Mines.desktop", "gnome-mines", "GNOME;Game;"),
            entry("foot.desktop", "foot", "System;TerminalEmulator;"),
            entry("org.gnome.Nautilus.desktop", "nautilus --new-window %U", "GNOME;Core;"),
        ] {
            #expect(choices.reason(of: entry) == nil, "\(entry)")
        }
    }
}
