@testable import QuiesceCore

extension TestDevice {
    /// The app asks something about the sockets of its calls.
    func ask(_ app: AppID, voip request: VoIPRequest) {
        guard let process = processes[app] else { return }
        perform(process) { .voip(.asked(app, process.launch, request: $0, request)) }
        run()
    }

    /// It is opened, waits by these sockets, and is left.
    func waitForCalls(_ app: AppID, by descriptors: Int32...) {
        open(app)
        beginTask(app, 90)
        home()
        for descriptor in descriptors { ask(app, voip: .keep(KeptSocket(descriptor, .tcp))) }
        endTask(app, 90)
        run()
    }

    /// Something waits in a socket; told only where it is watched, as the shell does.
    func arrive(_ app: AppID, _ descriptor: Int32 = 5, isOver: Bool = false) {
        guard let process = processes[app] else { return }
        send(
            .voip(.traffic(app, process.launch, descriptor: descriptor, isOver: isOver)))
        run()
    }

    /// Whether the shell waits for something at the app's sockets.
    func isWatched(_ app: AppID) -> Bool { voipView(app)?.isWatched ?? false }

    /// The news that the app was woken for, over all its launches.
    func voipNews(_ app: AppID) -> [VoIPNews] {
        (heard[app] ?? []).compactMap { if case .voip(let call) = $0 { call.news } else { nil } }
    }

    /// Steps of the shell for its sockets, in order.
    func voipSteps(_ app: AppID) -> [VoIPEffect] {
        effects.compactMap {
            guard case .voip(let step) = $0, step.process.app == app else { return nil }
            return step
        }
    }

    func voipView(_ app: AppID) -> SystemMachine.VoIPView? {
        machine.voipViews.first { $0.app == app }
    }

    /// The reasons that were recorded, of one app.
    func reasons(_ app: AppID) -> [Reason] {
        decisions.filter { $0.app == app }.map(\.reason)
    }
}
