@testable import QuiesceCore

// The actions of the user, of apps and of tools.
extension TestDevice {
    /// Sends an event that wants an answer, lets the apps react, and returns the answer, if any.
    @discardableResult
    func ask(_ event: (Ticket) -> Event) -> Answer? {
        let ticket = newTicket()
        send(event(ticket))
        run()
        return answers[ticket]
    }

    @discardableResult
    func install(_ manifest: AppManifest) -> Answer? {
        ask { .install(manifest, StagedBundle($0.value), $0) }
    }
    @discardableResult
    func open(_ app: AppID, arguments: [String] = []) -> Answer? {
        ask { .open(app, arguments: arguments, $0) }
    }
    @discardableResult
    func home() -> Answer? { ask { .home($0) } }
    @discardableResult
    func lock(_ locks: Bool = true) -> Answer? { ask { locks ? .lock($0) : .unlock($0) } }
    @discardableResult
    func quit(_ app: AppID) -> Answer? { ask { .quit(app, $0) } }
    @discardableResult
    func fetch(_ app: AppID) -> Answer? { ask { .fetch(app, $0) } }
    @discardableResult
    func push(_ app: AppID, contentAvailable: Bool = true) -> Answer? {
        ask { .push(app, contentAvailable: contentAvailable, PayloadHandle($0.value), $0) }
    }

    @discardableResult
    func change(_ change: DeviceChange) -> Answer? { ask { .changed(change, $0) } }

    /// The shell says what time zone it is, and somebody may have set the clock.
    func tellClock(_ offsets: UTCOffsets = .utc, setBy step: Interval = .zero) {
        now.wall = now.wall + step
        send(.clockChanged(offsets))
        run()
    }

    func ask(_ app: AppID, for permission: Permission) {
        guard let process = processes[app] else { return }
        perform(process) { .requestPermission(app, process.launch, request: $0, permission) }
    }

    @discardableResult
    func permit(_ app: AppID, _ permission: Permission, _ state: PermissionState) -> Answer? {
        ask { .setPermission(app, permission, state, $0) }
    }

    @discardableResult
    func interrupt(_ interruption: Interruption) -> Answer? { ask { .interrupt(interruption, $0) } }

    /// The process ends by itself.
    func die(_ app: AppID, _ status: ExitStatus) {
        guard let process = processes[app] else { return }
        act(process, .exit(status))
        run()
    }
}
