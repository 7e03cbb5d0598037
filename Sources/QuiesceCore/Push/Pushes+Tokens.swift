// Tokens, and the gateway that gives them (R1).
extension Pushes {
    mutating func handle(
        _ event: PushServiceEvent,
        in around: inout Surroundings
    ) {
        if let speaker = event.speaker, !around.takeRequest(speaker) { return }
        switch event {
        case .asked(let app, let launch, _, .register): register(app, launch, in: &around)
        case .asked(let app, _, _, .unregister):
            note(.push, .pushUnregistered, .r1, app, in: &around)
            retire(app, in: &around)
        case .account(let account): setAccount(account, in: &around)
        case .connected:
            isConnected = true
            for registration in registrations { askFor(registration, in: &around) }
        case .disconnected: isConnected = false
        case .issued(let app, let token):
            guard var registration = self[app], !registration.isRetired, account != nil
            else { return }
            registration.token = token
            note(.push, .pushTokenIssued, .r1, app, in: &around)
            keep(registration, in: &around)
            tellOfToken(app, .registered(token: token), in: &around)
        case .refused(let app, let why):
            guard self[app]?.isRetired == false else { return }
            note(.refuse, .pushTokenRefused, .r1, detail: .name(why), app, in: &around)
            tellOfToken(app, .notRegistered(why: why), in: &around)
        case .retired(let app):
            if self[app]?.isRetired == true { forget(app, in: &around) }
        case .notStored(let ids, let reason):
            // It is the device's all the same: the shell keeps trying.
            for id in ids {
                guard let app = self[id]?.push.app else { continue }
                note(.refuse, reason, .r1, detail: .push(.about(id)), app, in: &around)
            }
        }
    }

    // MARK: Apps

    private mutating func register(
        _ app: AppID, _ launch: Launch,
        in around: inout Surroundings
    ) {
        note(.push, .pushRegistered, .r1, app, in: &around)
        var registration = self[app] ?? PushRegistrationFact(app: app, isRetired: false)
        if registration.isRetired {
            // The gateway gives another, once it has heard that the old one is no more.
            registration.token = nil
            registration.isRetired = false
        }
        if registration != self[app] { keep(registration, in: &around) }
        guard account != nil else {
            return tellOfToken(
                app,
                .notRegistered(
                    why:
                        "this device has joined no push gateway; join one with `quiesce gateway join`"
                ), in: &around)
        }
        if let token = registration.token {
            return tellOfToken(app, .registered(token: token), in: &around)
        }
        askFor(registration, in: &around)
    }

    /// Its token is no more, as soon as the gateway knows.
    mutating func retire(_ app: AppID, in around: inout Surroundings) {
        untold.removeAll { $0.app == app }
        guard var registration = self[app], !registration.isRetired else { return }
        guard account != nil else { return forget(app, in: &around) }
        registration.token = nil
        registration.isRetired = true
        keep(registration, in: &around)
        askFor(registration, in: &around)
        let others = registrations.filter { $0.isRetired && $0.app != app }
        if others.count >= Limits.retiredTokens, let first = others.first {
            forget(first.app, in: &around)
        }
    }

    /// Tells the gateway what it doesn't know of an app; when it is away, as soon as it isn't.
    private mutating func askFor(
        _ registration: PushRegistrationFact, in around: inout Surroundings
    ) {
        guard isConnected else { return }
        if registration.isRetired {
            around.out.promise(.retireToken(registration.app))
        } else if registration.token == nil {
            around.out.promise(.requestToken(registration.app))
        }
    }

    private mutating func keep(_ registration: PushRegistrationFact, in around: inout Surroundings)
    {
        setRegistration(registration)
        around.out.record(.put(.pushRegistration(registration)))
    }

    private mutating func forget(_ app: AppID, in around: inout Surroundings) {
        removeRegistration(app)
        around.out.record(.delete(key: Fact.key(pushesOf: app)))
    }

    // MARK: Telling apps

    /// To its live launch, as soon as that hears.
    private mutating func tellOfToken(
        _ app: AppID, _ call: PushCall, in around: inout Surroundings
    ) {
        untold.removeAll { $0.app == app }
        guard around.isAlive(app), let launch = around.launch(of: app) else { return }
        untold.append(.init(app: app, launch: launch, call: call))
    }

    mutating func tellTokens(in around: inout Surroundings) {
        let waiting = untold
        untold.removeAll()
        for entry in waiting {
            guard around.isAlive(entry.app, entry.launch) else { continue }
            guard around.hears(entry.app) else {
                untold.append(entry)
                continue
            }
            around.deliver(.push(entry.call), to: entry.app)
        }
    }

    // MARK: The gateway

    /// Tokens and sequences are of one account.
    private mutating func setAccount(_ account: String?, in around: inout Surroundings) {
        guard account != self.account else { return }
        _ = around.out.decide(
            .input, account == nil ? .gatewayLeft : .gatewayJoined, .r1,
            detail: account.map { .name($0) })
        self.account = account
        sequence = 0
        isConnected = false
        record(in: &around)
        for var registration in registrations {
            if registration.isRetired {
                forget(registration.app, in: &around)
            } else if registration.token != nil {
                registration.token = nil
                keep(registration, in: &around)
            }
        }
    }

    // MARK: What others ask

    /// registerForRemoteNotifications was called, and not taken back.
    func isRegistered(_ app: AppID) -> Bool { self[app]?.isRetired == false }
}

extension SystemMachine {
    /// The outcomes of the latest pushes, oldest first.
    public var pushReceipts: [PushReceipt] { pushes.receipts.map(\.value) }

    /// What became of it, if it is among the latest.
    package func pushReceipt(of id: PushID) -> PushReceipt? {
        pushes.receipts.last { $0.value.id == id }?.value
    }

    /// The greatest sequence of a gateway's that is the device's, 0 for none. `account`: by which that gateway
    /// knows the device.
    public func pushSequence(of account: String) -> UInt64 {
        pushes.account == account ? pushes.sequence : 0
    }

    /// nil: it hasn't registered, or has no token yet.
    public func pushToken(of app: AppID) -> String? { pushes[app]?.token }

    /// registerForRemoteNotifications was called, and not taken back.
    public func isRegisteredForPushes(_ app: AppID) -> Bool { pushes.isRegistered(app) }
}
