import ArgumentParser
import FetchEvaluation
import Foundation
import QuiesceTerminal

@main
struct EvaluateFetch: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate-fetch",
        abstract: "Measures how well background fetches are timed, on what owners of devices did.",
        discussion: """
            Replays the opens through the scheduler that devices run, which is told of \
            nothing before its time, and prints how many found fresh content and how many fetches that \
            took, beside simpler plans and the best that could have been done by who knows the future. \
            docs/fetch.md defines the measure and the other plans.

            Both files are CSV with a header and times of the wall: user,app,open_local,close_local and \
            user,start_local,end_local. With --json, one object.

              evaluate-fetch opens.csv --screen screen.csv
              evaluate-fetch opens.csv --screen screen.csv --budget 4 --window 15 --per-person

            Exit codes: 1 a file can't be read, or is not such a trace; 64 wrong usage.
            """)

    @Argument(
        help: ArgumentHelp("The opens of apps.", valueName: "opens.csv"),
        completion: .file(extensions: ["csv"]))
    var opens: String
    @Option(
        help: ArgumentHelp("When the devices were in use.", valueName: "screen.csv"),
        completion: .file(extensions: ["csv"]))
    var screen: String?
    @Option(
        help: ArgumentHelp(
            "Fetches of one app a day; several with commas, or again. Default: 1,2,4,8.",
            valueName: "n"))
    var budget: [NumberList] = []
    @Option(
        help: ArgumentHelp(
            "Minutes for which content is fresh; several as above. Default: 15,60.",
            valueName: "min"))
    var window: [NumberList] = []
    @Option(
        help: ArgumentHelp("Seconds that a fetch must precede an open by.", valueName: "sec"))
    var lead: Int64 = 60
    @Flag(help: "For each owner, too.")
    var perPerson = false
    @Flag(help: "Write JSON, for programs.")
    var json = false

    static func main() {
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch let failure as Failure {
            tell("\(programName): \(failure.message)\n")
            Foundation.exit(failure.exitCode)
        } catch {
            exit(withError: error)
        }
    }

    func validate() throws {
        for number in budgets where !FetchSetting.budgets.contains(number) {
            throw ValidationError(
                "--budget \(number): give 1 to \(FetchSetting.budgets.upperBound)")
        }
        for number in windows where !FetchSetting.windowMinutes.contains(number) {
            throw ValidationError(
                "--window \(number): give 1 to \(FetchSetting.windowMinutes.upperBound) minutes")
        }
        for number in windows where lead < 0 || lead >= Int64(number) * 60 {
            throw ValidationError(
                "--lead \(lead): give 0 or more seconds, and fewer than a window of \(number) min has"
            )
        }
    }

    func run() throws {
        let trace: Trace
        do throws(TraceError) {
            trace = try Trace.read(opens: opens, screen: screen)
        } catch {
            throw Failure.refused(oneLine(error.message))
        }
        for owner in trace.owners where screen != nil && owner.screen.isEmpty {
            let note = "note: \(screen ?? "") has nothing of \(owner.name)"
            tell("\(programName): \(oneLine(note))\n")
        }
        let evaluation = evaluate(trace)
        guard let first = evaluation.outcomes.first, first.tally(.scheduler).opens > 0 else {
            throw Failure.refused(
                "\(oneLine(opens)): no open can be scored; an owner's opens count from the 8th day of "
                    + "the records on")
        }
        if json {
            say(try EvaluationText.json(evaluation, lead: lead, perPerson: perPerson))
        } else {
            for line in EvaluationText.lines(evaluation, lead: lead, perPerson: perPerson) {
                say(line)
            }
        }
    }

    private func evaluate(_ trace: Trace) -> Evaluation {
        let settings = windows.flatMap { window in
            budgets.map { FetchSetting(budget: $0, windowMinutes: window, lead: lead) }
        }
        let progress = CountedProgress("evaluating")
        defer { progress.end() }
        return Evaluation(trace, settings) { progress.note($0, of: $1) }
    }

    private var budgets: [Int] { NumberList.joined(budget) ?? [1, 2, 4, 8] }
    private var windows: [Int] { NumberList.joined(window) ?? [15, 60] }
}

/// "4" or "1,2,4".
struct NumberList: ExpressibleByArgument {
    let numbers: [Int]

    init?(argument: String) {
        var numbers: [Int] = []
        for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
            guard let number = Int(part) else { return nil }
            numbers.append(number)
        }
        self.numbers = numbers
    }

    /// Each number of all lists once, in the order given; nil if there are none.
    static func joined(_ lists: [NumberList]) -> [Int]? {
        var seen: Set<Int> = []
        let all = lists.flatMap(\.numbers).filter { seen.insert($0).inserted }
        return all.isEmpty ? nil : all
    }
}
