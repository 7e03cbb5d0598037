import ArgumentParser
import Foundation
import QuiesceAnswers
import QuiesceClient
import QuiesceCore
import QuiesceJournal
import QuiesceScenario
import QuiesceSimulation
import QuiesceTerminal
import QuiesceWire

/// The source of the answers to why: the daemon, or a device's record.
enum Witness {
    case daemon(ControlClient)
    case recorded(Answers, installed: [String])

    /// The full id that `name` means.
    func resolve(_ name: String) throws -> String {
        try AppName.resolve(name, among: installed())
    }

    /// The ids of the installed apps.
    func installed() throws -> [String] {
        switch self {
        case .daemon(let client): try client.rows(.apps, as: AppRow.self).map(\.id)
        case .recorded(_, let installed): installed
        }
    }

    func why(_ app: String, not cause: String?) throws -> WhyAnswer {
        switch self {
        case .daemon(let client): try client.row(.why(app: app, not: cause), as: WhyAnswer.self)
        case .recorded(let answers, _): try Self.asked { try answers.why(app, not: cause) }
        }
    }

    func whyDevice() throws -> DeviceWhyAnswer {
        switch self {
        case .daemon(let client): try client.row(.whyDevice, as: DeviceWhyAnswer.self)
        case .recorded(let answers, _): answers.whyDevice()
        }
    }

    func whyTransfer(_ transfer: UInt64) throws -> TransferWhyAnswer {
        switch self {
        case .daemon(let client):
            try client.row(.transfer(.whyTransfer(transfer)), as: TransferWhyAnswer.self)
        case .recorded:
            throw Failure.usage(
                "of a journal or a simulation, apps alone can be asked about; see `quiesce log`")
        }
    }

    func whyAwake() throws -> AwakeAnswer {
        switch self {
        case .daemon(let client): try client.row(.whyAwake, as: AwakeAnswer.self)
        case .recorded(let answers, _): answers.whyAwake()
        }
    }

    func whyKilled(_ app: String?) throws -> [EndingRow] {
        switch self {
        case .daemon(let client): try client.rows(.whyKilled(app: app), as: EndingRow.self)
        case .recorded(let answers, _): try Self.asked { try answers.whyKilled(app) }
        }
    }

    private static func asked<Answer>(_ body: () throws -> Answer) throws -> Answer {
        do {
            return try body()
        } catch let refusal as ControlReply.Refusal {
            throw Failure.refused(oneLine(refusal.message))
        }
    }
}

/// Whom the commands of the `why` family ask.
struct WitnessOptions: ParsableArguments {
    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @Option(
        help: ArgumentHelp(
            "Ask a device's journal instead: its folder, or one segment.",
            valueName: "folder|segment"),
        completion: .file())
    var journal: String?
    @Option(
        help: ArgumentHelp(
            "Ask a simulation instead, at its end: a scenario of `quiesce simulate`.",
            valueName: "scenario"),
        completion: .file(extensions: ["yaml"]))
    var simulation: String?
    @Option(
        help: ArgumentHelp(
            "With --journal: as it was at this time, \(NamedMoment.forms). Default: its end.",
            valueName: "time"))
    var at: String?

    func validate() throws {
        guard journal == nil || simulation == nil else {
            throw ValidationError("give --journal or --simulation, not both.")
        }
        guard let at else { return }
        guard journal != nil else {
            throw ValidationError(
                "--at needs --journal: a running device is asked as it is now, a simulation as it ends."
            )
        }
        guard NamedMoment.date(at) != nil else {
            throw ValidationError(
                "--at takes a time like \(NamedMoment.forms), not \"\(oneLine(at))\".")
        }
    }

    /// - Throws: exit code 69 without a daemon, 1 without a journal.
    func witness() throws -> Witness {
        if let simulation { return try Self.simulated(simulation) }
        guard let journal else { return .daemon(try device.client()) }
        let state = try RecordedState.told(journal, until: time)
        return .recorded(
            Answers(state.machine, at: state.moment, earlier: state.endings),
            installed: state.machine.views.map(\.manifest.id.name))
    }

    private static func simulated(_ path: String) throws -> Witness {
        let scenario = try ScenarioFile.read(path).scenario
        var endings: [Decision] = []
        let outcome = Simulator.run(scenario) { _, _, reaction in
            for decision in reaction.decisions where LaunchEnding(decision) != nil {
                endings.append(decision)
            }
        }
        // The day in peace comes after the end that is asked about.
        endings.removeAll { $0.seq > outcome.machine.lastDecision }
        return .recorded(
            Answers(outcome.machine, at: outcome.end, earlier: endings),
            installed: outcome.machine.views.map(\.manifest.id.name))
    }

    /// The end of the millisecond that is named, as times are printed without what follows it.
    private var time: WallTime? {
        guard let date = at.flatMap({ NamedMoment.date($0) }) else { return nil }
        let milliseconds = Int64((date.timeIntervalSince1970 * 1000).rounded())
        return WallTime(nanoseconds: milliseconds * 1_000_000 + 999_999)
    }

    func sayJSON(_ answer: some Described) { say(answer.jsonText) }
}

extension RecordedState {
    /// A device as its journal has it; what is damaged is told.
    ///
    /// - Throws: exit code 1 without a journal.
    static func told(
        _ journal: String, until time: WallTime? = nil, keepingDecisions: Bool = false
    ) throws -> RecordedState {
        do {
            let state = try read(journal, until: time, keepingDecisions: keepingDecisions)
            for line in state.damage { tell("quiesce: damaged: \(oneLine(line))\n") }
            return state
        } catch {
            throw Failure.refused(oneLine(error.message))
        }
    }
}

/// Where a listing comes from that a stopped device has, too.
struct JournalOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "List what a device's journal has instead: its folder, or one segment.",
            valueName: "folder|segment"),
        completion: .file())
    var journal: String?
}
