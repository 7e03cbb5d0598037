import QuiesceAnswers
import QuiesceCore
import QuiesceWire

// One line that says how apps answered a request.
extension ControlHandler {
    /// Asks the device for something, and answers with what came of it.
    ///
    /// - Parameters:
    ///   - app: begins a refusal.
    ///   - action: what is asked, such as "home".
    ///   - nobody: what came of it where no app had anything to do with it, asked for afterwards.
    ///   - ask: gets who is to be told of its end, at once or later.
    func perform(
        _ action: String, about app: String? = nil, for client: ControlServer.Client,
        nobody: @escaping () -> String, _ ask: (@escaping (Answer) -> Void) -> Void
    ) {
        let refused = answer(client, about: app)
        // An answer may come before the decisions are known, or long after.
        var known: (answer: Answer?, decisions: [Decision]?) = (nil, nil)
        func tell() {
            guard let answer = known.answer, let decisions = known.decisions else { return }
            switch answer {
            case .refused: refused(answer)
            case .done:
                client.send(.done(message: line(action, decisions, nobody: nobody())))
            }
        }
        known.decisions = device.decisions {
            ask { answer in
                known.answer = answer
                tell()
            }
        }
        tell()
    }

    /// As `perform`, for an event.
    func perform(
        _ action: String, about app: String? = nil, for client: ControlServer.Client,
        nobody: String, _ event: (Ticket) -> Event
    ) {
        perform(
            action, about: app, for: client, nobody: { nobody },
            { reply in device.ask(event, reply: reply) })
    }

    /// As `perform`, for an event of an app's.
    func perform(
        _ action: String, _ app: String, for client: ControlServer.Client,
        nobody: (SystemMachine.AppView?) -> String, _ event: (AppID, Ticket) -> Event
    ) {
        guard let id = appID(app, client) else { return }
        let nobody = nobody(device.machine.view(id))
        perform(action, about: app, for: client, nobody: nobody) { event(id, $0) }
    }

    /// Something that is never refused.
    func perform(
        _ action: String, for client: ControlServer.Client, nobody: String, _ body: () -> Void
    ) {
        let decisions = device.decisions(while: body)
        client.send(.done(message: line(action, decisions, nobody: nobody)))
    }

    // MARK: Where no app had anything to do with it

    static func opening(_ app: SystemMachine.AppView?) -> String {
        let name = app?.manifest.name ?? "it"
        return app?.isEnding == true
            ? "\(name) starts once its last process has ended" : "\(name) is in front already"
    }

    func quitting(_ app: String) -> String {
        let view = AppID(app).flatMap { device.machine.view($0) }
        let name = view?.manifest.name ?? app
        return view?.isAlive == true
            ? "quit: \(name) is ended" : "quit: \(name) did not run, and has left the switcher"
    }

    /// An app that doesn't execute hears of a change later.
    static func later(_ app: SystemMachine.AppView?) -> String {
        let name = app?.manifest.name ?? "it"
        return app?.isAlive == true
            ? "\(name) is told when it runs again" : "\(name) finds it when it is launched"
    }

    static func waking(_ app: SystemMachine.AppView?) -> String {
        "\(app?.manifest.name ?? "it") has it to handle once it can"
    }

    func whetherLocked(_ otherwise: String) -> String {
        device.machine.isLockedOrLocking ? "it was locked already" : otherwise
    }

    /// - Parameter ask: gets who is to be told of its end.
    func unlock(_ client: ControlServer.Client, _ ask: (@escaping (Answer) -> Void) -> Void) {
        let wasLocked = device.machine.isLockedOrLocking
        perform(
            "unlock", for: client,
            nobody: { [device] in
                guard wasLocked else { return "it was not locked" }
                let front = device.machine.foreground.flatMap { device.machine.view($0) }
                return front.map { "\($0.manifest.name) is in front" } ?? "no app is in front"
            }, ask)
    }

    /// Changes what the device is like.
    func change(_ change: DeviceChange, _ action: String, _ client: ControlServer.Client) {
        let before = device.machine.conditions
        perform(
            action, for: client, nobody: { [self] in whomItReaches(since: before) },
            { [device] reply in device.ask({ .changed(change, $0) }, reply: reply) })
    }

    /// Whom a change of the device reaches that reached nobody so far.
    func whomItReaches(since before: DeviceConditions) -> String {
        let machine = device.machine
        if machine.conditions == before { return "nothing is different" }
        let waits = machine.views.contains { $0.state == .suspended }
        return waits
            ? "no app that executes is told; suspended ones are when they wake"
            : "no app runs that could be told"
    }

    private func line(_ action: String, _ decisions: [Decision], nobody: String) -> String {
        Outcome.line(action, decisions, nobody: nobody) { [device] app in
            device.machine.view(app)?.manifest.name ?? app.name
        }
    }
}
