import Foundation
import Glibc
import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceLinux
@testable import QuiesceProfiles

@Suite("A profile file")
struct ProfileFileTests {
    @Test("Every kind of value is read")
    func values() throws {
        let file = try ProfileFile(
            path: "p.toml",
            text: """
                # A tablet.
                base = "ios8"
                taskSeconds = 600
                share = 0.5
                multitasking = true
                modes = ["audio", "location"]
                none = []
                least = -9223372036854775808
                """)
        #expect(
            file.values == [
                "base": .string("ios8"), "taskSeconds": .integer(600), "share": .number(0.5),
                "multitasking": .bool(true), "modes": .strings(["audio", "location"]),
                "none": .strings([]), "least": .integer(.min),
            ])
    }

    @Test(
        "A value of another kind, and what isn't TOML, is refused with its line",
        .behaviour("reliability D9"),
        arguments: [
            ("a = 1\nb = 1979-05-27\n", "p.toml:2: b"), ("\n[table]\nx = 1\n", "p.toml:2: table"),
            ("a = [1, 2]\n", "p.toml:1: a"), ("a = [\"x\", 2]", "p.toml:1: a"),
            ("a = 1\na = 2\n", "p.toml:2"), ("a = 1\n\nb = \n", "p.toml:3"),
            ("a = 99999999999999999999", "p.toml:1"), ("\u{1}", "p.toml:1"),
        ])
    func refused(text: String, place: String) {
        let error = #expect(throws: ConfigurationError.self) {
            try ProfileFile(path: "p.toml", text: text)
        }
        #expect(error?.message.hasPrefix(place) == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("\n") == false, "\(error?.message ?? "")")
    }

    @Test("A file that can't be a profile is refused by name", .behaviour("reliability D9"))
    func files() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("p.toml")
        func refuses(_ what: String, _ place: SourceLocation = #_sourceLocation) {
            let error = #expect(throws: ConfigurationError.self, sourceLocation: place) {
                try ProfileFile.load(path)
            }
            #expect(error?.message.contains(path) == true, sourceLocation: place)
            #expect(error?.message.contains(what) == true, sourceLocation: place)
        }
        refuses("No such file")
        #expect(mkfifo(path, 0o600) == 0)
        refuses("isn't a file")
        try FileManager.default.removeItem(atPath: path)
        try Data(repeating: 0x20, count: 70_000).write(to: URL(fileURLWithPath: path))
        refuses("is over 65536 bytes")
        try Data([0xff, 0xfe]).write(to: URL(fileURLWithPath: path))
        refuses("isn't UTF-8")
        try Data("a = 1".utf8).write(to: URL(fileURLWithPath: path))
        #expect(try ProfileFile.load(path).values == ["a": .integer(1)])
    }

    @Test("A profile is chosen by name, or made of a named one and what a file changes of it")
    func profile() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("tablet.toml")
        try Data("name = \"tablet\"\nbase = \"ios4\"\nlaunchLimitSeconds = 0.5\n".utf8)
            .write(to: URL(fileURLWithPath: path))
        var expected = PolicyProfile.ios4
        expected.name = "tablet"
        expected.launchLimit = .milliseconds(500)
        #expect(try ProfileFile.profile(path) == expected)
        #expect(try ProfileFile.profile("ios7") == .ios7)
    }

    @Test(
        "A profile that can't be is refused with its line and what would be right",
        .behaviour("reliability D9"),
        arguments: [
            ("# x\nlaunchLimit = 1\n", ":2: launchLimit must be one of base, "),
            ("fetchLimitSeconds = \"long\"\n", ":1: fetchLimitSeconds must be a number of seconds"),
            (
                "name = \"x\"\nbase = \"ios3\"\n",
                ":2: base must be one of ios4, ios7, ios8, ios26, ios27"
            ),
        ])
    func impossible(text: String, problem: String) throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("p.toml")
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        let error = #expect(throws: ConfigurationError.self) { try ProfileFile.profile(path) }
        #expect(error?.message.hasPrefix(path + problem) == true, "\(error?.message ?? "")")
    }

    @Test("A misspelt name is answered with the names that there are")
    func misspelt() {
        let error = #expect(throws: ConfigurationError.self) { try ProfileFile.profile("ios9") }
        #expect(
            error?.message
                == "no profile ios9: choose one of ios4, ios7, ios8, ios26, ios27, or name a TOML file"
        )
    }
}
