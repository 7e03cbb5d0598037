import Foundation
import QuiesceWire
import TestSupport
import Testing

@testable import QuiescePortal

@Suite("Rules of the portal's backend") struct RuleTests {
    @Test(
        "An id has letters, digits, dashes and single dots, and names no other file",
        arguments: [
            "", ".", "..", "../app", "a/b", "/etc/app", ".app", "-app", "app.", "a..b", "a b",
            "äpp",
            "a\nb", String(repeating: "a", count: 201),
        ])
    func noID(_ text: String) {
        #expect(PortalID(text) == nil)
    }

    @Test(
        "Ids of Flatpaks, of desktop entries and of snaps are ids",
        arguments: ["org.example.App", "firefox-esr", "local.Mail", "snap.foo_bar", "7zip"])
    func id(_ text: String) {
        #expect(PortalID(text)?.text == text)
    }

    private func row(_ id: String, _ state: String, pid: Int? = 7) -> ProcessRow {
        ProcessRow(
            id: id, state: state, pid: pid, launch: 1, since: "", reason: "", tasks: 0,
            memoryBytes: nil)
    }

    @Test("In front is active, with a window is running, frozen or at work is background")
    func states() {
        var asked: [String] = []
        let states = AppStates(
            [
                row("front", "active"), row("behind", "inactive"), row("shown", "background"),
                row("works", "background"), row("frozen", "suspended"),
                row("ended", "notRunning", pid: nil), row("starting", "background", pid: nil),
            ],
            names: { $0 == "shown" ? ["org.example.Shown", "shown-too"] : [] },
            hasWindow: {
                asked.append($0)
                return $0 == "shown"
            })
        #expect(
            states.states == [
                "front": 2, "behind": 2, "org.example.Shown": 1, "shown-too": 1, "works": 0,
                "frozen": 0,
            ])
        #expect(asked == ["shown", "works"])
        #expect(states.apps["shown-too"] == "shown")
        #expect(states.apps["ended"] == "ended")
        #expect(states.apps["shown"] == nil)
    }

    @Test("A choice counts by its default, else by its first option, else as off")
    func choices() {
        let options = Question.defaults(
            .list([
                .list([
                    .text("a"), .text("A"), .list([.list([.text("x"), .text("X")])]), .text(""),
                ]),
                .list([.text("b"), .text("B"), .list([]), .text("true")]),
                .list([.text("c"), .text("C"), .list([]), .text("")]),
                .list([.text("broken")]), .text("broken"),
            ]))
        #expect(options.map(\.id) == ["a", "b", "c"])
        #expect(options.map(\.value) == ["x", "true", "false"])
    }

    @Test("Copies of desktop entries that are this device's name its apps")
    func entries() throws {
        let scratch = try ScratchDirectory()
        let folder = scratch.file("applications")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (file, text) in [
            ("firefox-esr", "X-Quiesce-App=local.Firefox\nX-Quiesce-Home=/h\n"),
            (
                "org.example.App",
                "X-Quiesce-App=local.App\nX-Quiesce-Home=/h\nX-Flatpak=org.example.Real\n"
            ),
            ("other", "X-Quiesce-App=local.Other\nX-Quiesce-Home=/elsewhere\n"),
            ("own", "Name=Own\n"),
        ] {
            try Data("[Desktop Entry]\n\(text)".utf8)
                .write(to: URL(fileURLWithPath: "\(folder)/\(file).desktop"))
        }
        var names = EntryNames("/h", ["XDG_DATA_HOME": scratch.path])
        #expect(
            names.names() == ["local.Firefox": ["firefox-esr"], "local.App": ["org.example.Real"]])
        try FileManager.default.removeItem(atPath: "\(folder)/firefox-esr.desktop")
        #expect(names.names() == ["local.App": ["org.example.Real"]])
    }
}
