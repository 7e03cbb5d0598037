import QuiesceClient
import QuiesceTerminal
import QuiesceWire
import TestSupport
import Testing

@testable import quiesce

@Suite struct SuggestionTests {
    @Test(
        "Who mistypes a word is asked about the one that was meant",
        arguments: [
            ("opne", "open"), ("slowcount", "SlowCount"), ("SlowCont", "SlowCount"),
            ("OPEN", "open"),
            ("pss", "ps"), ("transfer", "transfers"), ("x", nil), ("zz", nil),
            ("uninstal", "uninstall"),
        ] as [(String, String?)])
    func nearest(word: String, meant: String?) {
        let words = ["open", "ps", "SlowCount", "transfers", "install", "uninstall"]
        #expect(Suggestion.nearest(to: word, among: words) == meant)
    }

    @Test(
        "A command that doesn't exist is wrong usage, and named with the one that was meant",
        arguments: [
            (["opne"], "there is no command \"opne\"; did you mean `quiesce open`?"),
            (["opne", "SlowCount", "--console"], "\"opne\"; did you mean `quiesce open`?"),
            (["fly"], "there is no command \"fly\"; `quiesce help` lists them all"),
            (["help", "nope"], "there is no command \"nope\"; `quiesce help` lists them all"),
            (["send", "touhc", "1", "2"], "\"send touhc\"; did you mean `quiesce send touch`?"),
            (["send", "nothing"], "\"send nothing\"; `quiesce help send` lists them all"),
            (["transfers", "puase", "12"], "did you mean `quiesce transfers pause`?"),
            ([], "name a command, such as `quiesce up`"),
            (["send"], "`quiesce send` needs a command of its own; `quiesce help send` lists"),
            (["passcode"], "`quiesce passcode` needs a command of its own"),
        ] as [([String], String)])
    func commands(arguments: [String], words: String) throws {
        let run = try ToolRun(arguments, home: "/nowhere")
        #expect(run.exitCode == 64)
        #expect(run.errors.hasPrefix("quiesce: ") && run.errors.contains(words), "\(run.errors)")
        #expect(run.errors.filter { $0 == "\n" }.count == 1 && run.output.isEmpty)
    }

    @Test(
        "An option that doesn't exist is named with the one that was meant, and with no other",
        arguments: [
            (["ps", "--wide"], nil), (["ps", "-x"], nil),
            (["ps", "--jsn"], "--json"),
            (["log", "--folow"], "--follow"),
        ] as [([String], String?)])
    func options(arguments: [String], meant: String?) throws {
        let run = try ToolRun(arguments, home: "/nowhere")
        #expect(run.exitCode == 64 && run.errors.contains("Unknown option '"), "\(run.errors)")
        #expect(run.errors.contains("Did you mean") == (meant != nil), "\(run.errors)")
        if let meant { #expect(run.errors.contains("Did you mean '\(meant)'?")) }
    }

    @Test(
        "Help that exists is shown",
        arguments: [["help"], ["help", "send", "touch"], ["--help"], ["send", "--help"]])
    func help(arguments: [String]) throws {
        let run = try ToolRun(arguments, home: "/nowhere")
        #expect(run.exitCode == 0 && run.output.contains("USAGE:"), "\(run.errors)")
    }

    @Test(
        "An app's mistyped name is asked about; an id that nobody knows is the daemon's to answer")
    func apps() throws {
        let ids = ["org.quiesce.examples.SlowCount", "org.quiesce.examples.Gallery"]
        #expect(
            try AppName.resolve("org.quiesce.examples.slowcount", among: ids).hasSuffix("slowcount")
        )
        #expect(try AppName.resolve("Mail", among: ids) == "Mail")
        #expect(
            throws: Failure.refused(
                "no app of the name \"slowcout\" is installed; did you mean SlowCount?")
        ) { try AppName.resolve("slowcout", among: ids) }
    }
}
