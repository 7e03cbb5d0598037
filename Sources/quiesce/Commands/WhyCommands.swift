import ArgumentParser
import QuiesceAnswers
import QuiesceCore
import QuiesceTerminal
import QuiesceWire

struct Why: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Says why an app is in its state, what it waits for, and how it came to that.",
        discussion: """
            First one sentence; then what is not settled, each with its reason and when it changes; \
            how it came to that; what was refused of late; and how the last launches ended. The rule \
            in parentheses is a behaviour's number in docs/behaviours.md.

            With the number of a transfer, as `quiesce transfers` shows it: what was decided about it.

            Without an app, the same of the device itself: what is in front, what it waits for, and \
            what it refused that concerns no installed app.

            With --not: everything that stands in the way of a wake-up, with what would change it, \
            and the earliest moment where time alone does.

            With --journal, the same of a device that is not running, or of another machine's; with \
            --simulation, of the end of a scenario. With \
            --json, one object: app, state, since, launch, sentence, reason, rule, obstacles, \
            pending, chain, refusals, endings.

              quiesce why
              quiesce why SlowCount
              quiesce why 12
              quiesce why SlowCount --not fetch
              quiesce why Mail --simulation Examples/Scenarios/commuter.yaml
              quiesce why SlowCount --journal ~/.local/state/quiesce/journal
            """)

    private static let names = WakeKind.names + [WakeKind.notificationName]

    @OptionGroup var options: WitnessOptions
    @Argument(
        help:
            "The app's id, or its end: SlowCount for org.quiesce.examples.SlowCount; or a transfer's number. Default: the device.",
        completion: .apps)
    var id: String?
    @Option(
        name: .customLong("not"),
        help: ArgumentHelp(
            "The wake-up that did not come: \(names.joined(separator: ", ")).", valueName: "cause"),
        completion: .list(names))
    var absent: String?

    func validate() throws {
        if id == nil, absent != nil {
            throw ValidationError("--not goes with an app: quiesce why ID --not fetch.")
        }
    }

    func run() throws {
        if let absent, absent != WakeKind.notificationName {
            do {
                try Answers.cause(absent)
            } catch {
                throw Failure.usage(oneLine(error.message))
            }
        }
        let witness = try options.witness()
        guard let id else { return try show(witness.whyDevice()) }
        // No app's id is a number.
        if absent != nil, UInt64(id) != nil {
            throw Failure.usage(
                "--not goes with an app, and \(id) is a transfer; `quiesce why \(id)` says what was decided about it"
            )
        }
        if let transfer = UInt64(id) { return try show(witness.whyTransfer(transfer)) }
        let answer = try witness.why(witness.resolve(id), not: absent)
        // A question about an id doesn't make it an app.
        guard !answer.isOfNobody else {
            throw Failure.refused(
                "\(answer.app): no app of that id is installed; see `quiesce apps`")
        }
        if options.output.json { return options.sayJSON(answer) }
        WhyText.lines(answer).forEach(say)
    }

    private func show(_ answer: TransferWhyAnswer) throws {
        if options.output.json { return options.sayJSON(answer) }
        if let row = answer.transfer { say(TransferText.line(row)) }
        for row in answer.chain { say(LogText.line(row)) }
    }

    private func show(_ answer: DeviceWhyAnswer) throws {
        if options.output.json { return options.sayJSON(answer) }
        WhyText.lines(answer).forEach(say)
    }
}

extension WhyAnswer {
    /// All that is known of it is that something was asked of it that was refused, as no such app
    /// was there.
    fileprivate var isOfNobody: Bool {
        endings.isEmpty && launch == 0 && since == nil && !chain.isEmpty
            && chain.allSatisfy { $0.kind == "refuse" && $0.reason == Reason.unknownApp.rawValue }
    }
}

struct WhyAwake: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "why-awake",
        abstract: "Says what keeps the device from sleeping, and which apps execute, and why.",
        discussion: """
            Each app with what lets it run and until when at most; and who keeps location on, and has \
            for how long. With --json, one object: asleep, keptAwake, sentence, pending, apps, more, \
            location.

              quiesce why-awake
            """)

    @OptionGroup var options: WitnessOptions

    func run() throws {
        let answer = try options.witness().whyAwake()
        if options.output.json { return options.sayJSON(answer) }
        WhyText.lines(answer).forEach(say)
    }
}

struct WhyKilled: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "why-killed",
        abstract: "Says why launches ended, by which rule, and what to change.",
        discussion: """
            The newest last. The device remembers the newest few of each app; a journal has all of \
            its time. With --json, one array of objects: seq, time, app, launch, kind (kill or end), \
            reason, rule, detail, sentence, change.

              quiesce why-killed
              quiesce why-killed Misbehaving --json
            """)

    @OptionGroup var options: WitnessOptions
    @Argument(help: "Only this app's launches: its id, or the end of it.")
    var id: String?

    func run() throws {
        let witness = try options.witness()
        let app = try id.map(witness.resolve)
        let rows = try witness.whyKilled(app)
        // It may be known for having been asked for alone.
        if let app, rows.isEmpty, try !witness.installed().contains(app) {
            throw Failure.refused(
                "\(oneLine(app)): no app of that id is installed; see `quiesce apps`")
        }
        if options.output.json {
            return say(JSONOutput.array(rows.map(\.jsonText)))
        }
        WhyText.lines(rows, app: app).forEach(say)
    }
}
