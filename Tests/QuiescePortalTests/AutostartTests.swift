import Foundation
import Glibc
import QuiesceTerminal
import TestSupport
import Testing

@testable import QuiescePortal

@Suite("Autostart") struct AutostartTests {
    private let scratch: ScratchDirectory
    private let autostart: Autostart
    private let app: PortalID

    init() throws {
        scratch = try ScratchDirectory()
        autostart = Autostart(["XDG_CONFIG_HOME": scratch.path])
        app = try #require(PortalID("org.example.App"))
    }

    private var path: String { scratch.file("autostart/org.example.App.desktop") }
    private func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    @Test("An entry has the command, quoted as the specification has it, and goes again")
    func quoting() throws {
        try autostart.enable(
            app, ["flatpak", "run", "--command=app", "50% of $HOME", "a\"b\\c`", "", "x\ny"],
            byBus: false)
        let exec =
            #"Exec=flatpak run --command=app "50%% of \\$HOME" "a\\"b\\\\c\\`" "" "x\ny""#
        #expect(
            try text() == """
                [Desktop Entry]
                Type=Application
                Name=org.example.App
                \(exec)
                X-Flatpak=org.example.App

                """)
        try autostart.enable(app, ["other"], byBus: true)
        #expect(try text().contains("Exec=other\nDBusActivatable=true\n"))
        #expect(try scratch.names() == ["autostart"])
        try autostart.disable(app)
        #expect(access(path, F_OK) != 0)
        try autostart.disable(app)
    }

    @Test("By the bus no command is needed; without either, and with an impossible one, nothing is")
    func commands() throws {
        try autostart.enable(app, [], byBus: true)
        #expect(try !text().contains("Exec"))
        try autostart.disable(app)
        for command in [
            [], [""], ["A=b"], Array(repeating: "a", count: 257),
            ["a", String(repeating: "b", count: 1 << 17)],
        ] {
            #expect(throws: Failure.self) { try autostart.enable(app, command, byBus: false) }
            #expect(access(path, F_OK) != 0)
        }
    }

    @Test("The user's own entry, or a link in its place, stays")
    func own() throws {
        try autostart.enable(app, ["app"], byBus: false)
        try Data("[Desktop Entry]\nExec=mine\n".utf8).write(to: URL(fileURLWithPath: path))
        #expect(throws: Failure.self) { try autostart.enable(app, ["app"], byBus: false) }
        #expect(throws: Failure.self) { try autostart.disable(app) }
        #expect(try text() == "[Desktop Entry]\nExec=mine\n")
        try FileManager.default.removeItem(atPath: path)
        try Data("X-Flatpak=org.example.App\n".utf8)
            .write(to: URL(fileURLWithPath: scratch.file("elsewhere")))
        #expect(symlink(scratch.file("elsewhere"), path) == 0)
        #expect(throws: Failure.self) { try autostart.disable(app) }
        #expect(throws: Failure.self) { try autostart.enable(app, ["app"], byBus: false) }
    }
}
