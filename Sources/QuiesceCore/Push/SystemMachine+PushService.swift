// Tokens, and the gateway that gives them (R1).
extension SystemMachine {
    mutating func handle(
        _ event: PushServiceEvent, _ now: Moment, _ out: inout Recorder
    ) {
        if let speaker = event.speaker, !takeRequest(speaker, now, &out) { return }
        switch event {
        case .register(let app, let launch, _): register(app, launch, &out)
        case .unregister(let app, _, _):
            notePush(.push, .pushUnregistered, .r1, app, &out)
            retire(app, &out)
        case .account(let account): setAccount(account, &out)
        case .connected:
            pushes.isConnected = true
            for registration in pushes.registrations { askFor(registration, &out) }
        case .disconnected: pushes.isConnected = false
        case .issued(let app, let token):
            guard var registration = pushes[app], !registration.isRetired, pushes.account != nil
            else { return }
            registration.token = token
            notePush(.push, .pushTokenIssued, .r1, app, &out)
            keep(registration, &out)
            tell(app, .registered(token: token))
        case .refused(let app, let why):
            guard pushes[app]?.isRetired == false else { return }
            notePush(.refuse, .pushTokenRefused, .r1, detail: .name(why), app, &out)
            tell(app, .notRegistered(why: why))
        case .retired(let app):
            if pushes[app]?.isRetired == true { forget(app, &out) }
        case .notStored(let ids, let reason):
            // It is the device's all the same: the shell keeps trying.
            for id in ids {
                guard let app = pushes[id]?.push.app else { continue }
                notePush(.refuse, reason, .r1, detail: .push(id), app, &out)
            }
        }
    }

    // MARK: Apps

    private mutating func register(_ app: AppID, _ launch: Launch, _ out: inout Recorder) {
        notePush(.push, .pushRegistered, .r1, app, &out)
        var registration = pushes[app] ?? PushRegistrationFact(app: app, isRetired: false)
        if registration.isRetired {
            // The gateway gives another, once it has heard that the old one is no more.
            registration.token = nil
            registration.isRetired = false
        }
        if registration != pushes[app] { keep(registration, &out) }
        guard pushes.account != nil else {
            return tell(
                app,
                .notRegistered(
                    why:
                        "this device has joined no push gateway; join one with `quiesce gateway join`"
                ))
        }
        if let token = registration.token { return tell(app, .registered(token: token)) }
        askFor(registration, &out)
    }

    /// Its token is no more, as soon as the gateway knows.
    mutating func retire(_ app: AppID, _ out: inout Recorder) {
        pushes.untold.removeAll { $0.app == app }
        guard var registration = pushes[app], !registration.isRetired else { return }
        guard pushes.account != nil else { return forget(app, &out) }
        registration.token = nil
        registration.isRetired = true
        keep(registration, &out)
        askFor(registration, &out)
        let others = pushes.registrations.filter { $0.isRetired && $0.app != app }
        if others.count >= Limits.retiredTokens, let first = others.first {
            forget(first.app, &out)
        }
    }

    /// Tells the gateway what it doesn't know of an app; when it is away, as soon as it isn't.
    private func askFor(_ registration: PushRegistrationFact, _ out: inout Recorder) {
        guard pushes.isConnected else { return }
        if registration.isRetired {
            out.push(.retireToken(registration.app))
        } else if registration.token == nil {
            out.push(.requestToken(registration.app))
        }
    }

    private mutating func keep(_ registration: PushRegistrationFact, _ out: inout Recorder) {
        pushes.setRegistration(registration)
        out.effects.append(.record(.put(.pushRegistration(registration))))
    }

    private mutating func forget(_ app: AppID, _ out: inout Recorder) {
        pushes.removeRegistration(app)
        out.effects.append(.record(.delete(key: Fact.key(pushesOf: app))))
    }

    // MARK: Telling apps

    /// To its live launch, as soon as that hears.
    private mutating func tell(_ app: AppID, _ call: PushCall) {
        pushes.untold.removeAll { $0.app == app }
        guard let slot = slot(app), apps[slot].isAlive else { return }
        pushes.untold.append(.init(app: app, launch: apps[slot].launch, call: call))
    }

    mutating func tellTokens(_ now: Moment, _ out: inout Recorder) {
        let untold = pushes.untold
        pushes.untold.removeAll()
        for entry in untold {
            guard let slot = slot(entry.app), apps[slot].isAlive, apps[slot].launch == entry.launch
            else { continue }
            guard apps[slot].hears else {
                pushes.untold.append(entry)
                continue
            }
            update(slot, now, &out) { $0.deliver(.push(entry.call), $1, &$2) }
        }
    }

    // MARK: The gateway

    /// Tokens and sequences are of one account.
    private mutating func setAccount(_ account: String?, _ out: inout Recorder) {
        guard account != pushes.account else { return }
        _ = out.decide(
            .input, account == nil ? .gatewayLeft : .gatewayJoined, .r1,
            detail: account.map { .name($0) })
        pushes.account = account
        pushes.sequence = 0
        pushes.isConnected = false
        recordPushes(&out)
        for var registration in pushes.registrations {
            if registration.isRetired {
                forget(registration.app, &out)
            } else if registration.token != nil {
                registration.token = nil
                keep(registration, &out)
            }
        }
    }

    // MARK: What tools and the shell see

    /// What became of the latest pushes, oldest first.
    public var pushReceipts: [PushReceipt] { pushes.receipts }

    /// The greatest sequence of a gateway's that is the device's, 0 for none. `account`: by which that gateway
    /// knows the device.
    public func pushSequence(of account: String) -> UInt64 {
        pushes.account == account ? pushes.sequence : 0
    }

    /// nil: it hasn't registered, or has no token yet.
    public func pushToken(of app: AppID) -> String? { pushes[app]?.token }

    /// registerForRemoteNotifications was called, and not taken back.
    public func isRegisteredForPushes(_ app: AppID) -> Bool { pushes[app]?.isRetired == false }
}
