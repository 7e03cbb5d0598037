import ArgumentParser
import Foundation
import Glibc
import QuiesceCore
import QuiesceJournal
import QuiesceLinux
import QuiesceProfiles
import QuiesceTerminal
import QuiesceWire

struct ReplayJournal: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract:
            "Replays a device's journal, and proves that every decision comes out the same.",
        discussion: """
            Needs no daemon. With --profile, it shows what those rules would have made of the same \
            events instead: how often what was decided, and where the two first part. The hash stands \
            for every decision and effect, and is the same on every machine. With --json, one object.

            Exit code 1: a decision came out differently, or a part of the journal can't be read.

              quiesce replay ~/.local/state/quiesce/journal
              quiesce replay --profile ios7 journal/00000012.jsonl
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @Argument(
        help: ArgumentHelp(
            "A journal's folder, or one segment of it.", discussion: "Default: the device's.",
            valueName: "folder|segment"),
        completion: .file())
    var journal: String?
    @Option(
        help: ArgumentHelp(
            "Rules to compare with: ios4, ios7, ios8, ios26, ios27, or a file.",
            valueName: "name|file"),
        completion: .file(extensions: ["toml"]))
    var profile: String?
    @Flag(help: "Show the pushes' payloads, if the device was started with --journal-payloads.")
    var payloads = false

    func run() throws {
        let replay = try play()
        if output.json {
            say(ReplayText.json(replay, payloads: payloads))
        } else {
            for line in ReplayText.lines(replay, payloads: payloads) { say(oneLine(line)) }
        }
        if profile == nil, !replay.isSame { throw ExitCode(1) }
    }

    private func play() throws -> Replay {
        let path = journal ?? device.paths.journal
        do {
            let profile = try profile.map(ProfileFile.profile)
            let isTerminal = isatty(STDERR_FILENO) == 1
            defer { if isTerminal { tell("\r\u{1b}[K") } }
            return try Replay.run(path, profile: profile) { done, all in
                if isTerminal { tell("\rreplaying segment \(done + 1) of \(all)…") }
            }
        } catch let error as ConfigurationError {
            throw Failure.configuration(oneLine(error.message))
        } catch let error as JournalError {
            throw Failure.refused(oneLine(error.message))
        }
    }

}
