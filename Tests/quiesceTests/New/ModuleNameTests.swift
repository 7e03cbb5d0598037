import QuiesceClient
import QuiesceCore
import QuiesceTerminal
import Testing

@testable import quiesce

@Suite("Names of new apps") struct ModuleNameTests {
    @Test("A Swift identifier is a name", arguments: ["MyApp", "a", "Reader2", "my_app", "_x"])
    func good(name: String) throws {
        #expect(try ModuleName(name).text == name)
    }

    @Test(
        "Another is refused, with what is wrong with it and one that would do",
        arguments: [
            ("", "it is empty; MyApp would do"),
            (
                "my-app",
                "only the letters A to Z, digits and _ may be in it; MyApp would do"
            ),
            ("My App", "MyApp would do"), ("Überblick", "Berblick would do"),
            ("2048", "begins with no digit; App2048 would do"),
            ("class", "a word of the language Swift; MyClass would do"),
            ("UIKit", "a module of that name is there already; MyUIKit would do"),
            ("main", "MyMain would do"), ("QuiesceKit", "MyQuiesceKit would do"),
            ("../up", "Up would do"),
            ("a\nb", "AB would do"), ("___", "MyApp would do"),
            (String(repeating: "x", count: 31), "it is longer than 30 characters"),
        ])
    func bad(name: String, words: String) throws {
        let failure = try #require(throws: Failure.self) { try ModuleName(name) }
        #expect(failure.exitCode == 64)
        #expect(failure.message.contains(words), "\(failure.message)")
        // The proposal is taken.
        #expect(throws: Never.self) { try ModuleName(ModuleName.nearest(to: name)) }
    }

    @Test(
        "An app's id is made of its name",
        arguments: [
            ("MyApp", "org.example.MyApp"), ("my_app", "org.example.my-app"),
            ("_x", "org.example.x"),
        ])
    func ids(name: String, id: String) throws {
        #expect(try ModuleName(name).exampleID.name == id)
    }

    @Test(
        "A shell takes a word as it was",
        arguments: [
            ("MyApp", "MyApp"), ("a b", "'a b'"), ("it's", "'it'\\''s'"), ("", "''"),
        ])
    func words(text: String, word: String) { #expect("\(ShellWord(text))" == word) }
}
