// Tokens, and the gateway that gives them (R1).
extension Pushes {
    mutating func handle(
        _ event: PushServiceEvent,
        in around: inout Surroundings
    ) {
        if let speaker = event.speaker, !around.takeRequest(speaker) { return }
        switch event {
        case .asked(let app, _, _, .register): register(.remote(app), in: &around)
        case .asked(let app, _, _, .registerVoIP): register(.voip(app), in: &around)
        case .asked(let app, _, _, .unregister):
            note(.push, .pushUnregistered, .r1, app, in: &around)
            retire(.remote(app), in: &around)
        case .asked(let app, _, _, .unregisterVoIP):
            note(.push, .voipPushesEnded, .r1, app, in: &around)
            retire(.voip(app), in: &around)
        case .account(let account): setAccount(account, in: &around)
        case .connected:
            isConnected = true
            for registration in registrations { askFor(registration, in: &around) }
        case .disconnected: isConnected = false
        case .issued(let address, let token):
            guard var registration = self[address], !registration.isRetired, account != nil
            else { return }
            registration.token = token
            note(.push, .pushTokenIssued, .r1, address.app, in: &around)
            keep(registration, in: &around)
            tellOfToken(address.app, .registered(address.type, token: token), in: &around)
        case .refused(let address, let why):
            guard self[address]?.isRetired == false else { return }
            refuseToken(to: address, why, in: &around)
        case .retired(let address):
            if self[address]?.isRetired == true { forget(address, in: &around) }
        case .notStored(let ids, let reason):
            // It is the device's all the same: the shell keeps trying.
            for id in ids {
                guard let app = self[id]?.push.app else { continue }
                note(.refuse, reason, .r1, detail: .push(.about(id)), app, in: &around)
            }
        }
    }

    // MARK: Apps

    private mutating func register(_ address: PushAddress, in around: inout Surroundings) {
        let app = address.app
        if address.type == .voip, let refusal = refusalOfCalls(to: app, around) {
            note(.refuse, refusal.reason, .o4, detail: refusal.detail, app, in: &around)
            // Another version of the app may have declared the mode.
            retire(address, in: &around)
            return tellOfToken(
                app, .voipNotRegistered(why: refusal.explained(at: around.now)), in: &around)
        }
        note(
            .push, address.type == .voip ? .voipPushesAsked : .pushRegistered, .r1, app,
            in: &around)
        var registration =
            self[address] ?? PushRegistrationFact(address: address, isRetired: false)
        if registration.isRetired {
            // The gateway gives another, once it has heard that the old one is no more.
            registration.token = nil
            registration.isRetired = false
        }
        guard address.isUnambiguous else {
            return refuseToken(
                to: address,
                "its id ends with \(PushAddress.voipSuffix), as topics of voip pushes do",
                in: &around)
        }
        if registration != self[address] { keep(registration, in: &around) }
        guard account != nil else {
            return tellOfToken(
                app,
                .notRegistered(
                    address.type,
                    why:
                        "this device has joined no push gateway; join one with `quiesce gateway join`"
                ), in: &around)
        }
        if let token = registration.token {
            return tellOfToken(app, .registered(address.type, token: token), in: &around)
        }
        askFor(registration, in: &around)
    }

    private mutating func refuseToken(
        to address: PushAddress, _ why: String, in around: inout Surroundings
    ) {
        note(.refuse, .pushTokenRefused, .r1, detail: .name(why), address.app, in: &around)
        tellOfToken(address.app, .notRegistered(address.type, why: why), in: &around)
    }

    /// Its token is no more, as soon as the gateway knows.
    mutating func retire(_ address: PushAddress, in around: inout Surroundings) {
        untold.removeAll { $0.app == address.app && $0.call.type == address.type }
        guard var registration = self[address], !registration.isRetired else { return }
        guard account != nil else { return forget(address, in: &around) }
        registration.token = nil
        registration.isRetired = true
        keep(registration, in: &around)
        askFor(registration, in: &around)
        let others = registrations.filter { $0.isRetired && $0.address != address }
        if others.count >= Limits.retiredTokens, let first = others.first {
            forget(first.address, in: &around)
        }
    }

    /// Tells the gateway what it doesn't know of an app; when it is away, as soon as it isn't.
    private mutating func askFor(
        _ registration: PushRegistrationFact, in around: inout Surroundings
    ) {
        guard isConnected else { return }
        if registration.isRetired {
            around.out.promise(.retireToken(registration.address))
        } else if registration.token == nil {
            around.out.promise(.requestToken(registration.address))
        }
    }

    private mutating func keep(_ registration: PushRegistrationFact, in around: inout Surroundings)
    {
        setRegistration(registration)
        around.out.record(.put(.pushRegistration(registration)))
    }

    private mutating func forget(_ address: PushAddress, in around: inout Surroundings) {
        removeRegistration(address)
        around.out.record(.delete(key: Fact.key(pushesTo: address)))
    }

    // MARK: Telling apps

    /// To its live launch, as soon as that hears.
    private mutating func tellOfToken(
        _ app: AppID, _ call: PushCall, in around: inout Surroundings
    ) {
        untold.removeAll { $0.app == app && $0.call.type == call.type }
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
                forget(registration.address, in: &around)
            } else if registration.token != nil {
                registration.token = nil
                keep(registration, in: &around)
                if registration.address.type == .voip {
                    tellOfToken(registration.app, .voipInvalidated, in: &around)
                }
            }
        }
    }

    // MARK: What others ask

    /// The app asked for pushes of the type, and has not taken that back.
    func isRegistered(_ address: PushAddress) -> Bool { self[address]?.isRetired == false }
}

extension SystemMachine {
    /// The outcomes of the latest pushes, oldest first.
    public var pushReceipts: [PushReceipt] { pushes.receipts.map(\.value) }

    /// The receipt of the push, if the push is among the latest.
    package func pushReceipt(of id: PushID) -> PushReceipt? {
        pushes.receipts.last { $0.value.id == id }?.value
    }

    /// The greatest sequence of a gateway's that is the device's, 0 for none. `account`: by which
    /// that gateway knows the device.
    public func pushSequence(of account: String) -> UInt64 {
        pushes.account == account ? pushes.sequence : 0
    }

    /// nil: it hasn't registered, or has no token yet.
    public func pushToken(of app: AppID, _ type: PushType = .remote) -> String? {
        pushes[PushAddress(app, type)]?.token
    }

    /// registerForRemoteNotifications was called, and not taken back.
    public func isRegisteredForPushes(_ app: AppID) -> Bool { pushes.isRegistered(.remote(app)) }
}
