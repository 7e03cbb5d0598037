import QuiesceCore

/// The device's conditions and the settings as each app knows them, and the changes that each app
/// is yet to be told of, worked out a second time: from the changes alone, kind by kind, without
/// the core's counts and revisions (Q1, Q4, Q5).
///
/// The oracle takes three things from the core, as another check judges them or nobody does: when
/// midnight and a clock that was set are noticed, whether the device is locked with a passcode, and
/// the values of a real source once no tool overrides it. `CoverOracle` says whether a call goes
/// on; only the app in front is told of that (S9).
struct ToldOracle {
    private(set) var conditions = DeviceConditions()
    /// By the apps' places.
    private var known: [KnownDevice?]

    init(apps: Int) { known = Array(repeating: nil, count: apps) }

    /// Returns the changes that an app that executes still doesn't know of.
    func missing(_ place: Int, _ launch: Launch, inFront: Bool) -> [SystemEvent] {
        guard let known = known[place], known.launch == launch else { return [] }
        return known.untold(conditions).filter { inFront || $0 != .statusBarFrame }
    }

    /// A new daemon knows less than the last one did: what it believes is what holds.
    mutating func goOn(from machine: SystemMachine, apps: [AppManifest]) {
        conditions = machine.conditions
        for (place, app) in apps.enumerated() {
            known[place] = machine.told(app.id).map(KnownDevice.init)
        }
    }

    /// A launch knows the device as it is when it begins.
    mutating func spawned(_ place: Int, _ launch: Launch) {
        guard known[place]?.launch != launch else { return }
        known[place] = KnownDevice(launch: launch, conditions: conditions)
    }

    /// Launches of an app installed anew count from 1 again.
    mutating func removed(_ place: Int) { known[place] = nil }

    /// Something is sent to an app.
    ///
    /// - Returns: what is wrong with it; nil: nothing.
    mutating func hears(_ delivery: Delivery, _ place: Int, _ launch: Launch) -> String? {
        guard case .systemEvents(let told, let now) = delivery.call,
            known[place]?.launch == launch
        else { return nil }
        return known[place]?.hears(told, now, seq: delivery.seq)
    }

    // MARK: What happened, and what the core decided

    /// Notes an event, and the changes that apps were told of after it, in order: at midnight they
    /// hear of that before anything else happens.
    ///
    /// - Parameters:
    ///   - isProtected: the device is locked, with a passcode (P3).
    ///   - core: the conditions after it, as the core has them.
    ///   - place: of an app; nil: it is none of the device's.
    /// - Returns: the app and the problem of a wrong decision; nil: no decision was wrong.
    mutating func note(
        _ event: Event, _ reaction: Reaction, isInCall: Bool, isProtected: Bool,
        core: () -> DeviceConditions, place: (AppID) -> Int?
    ) -> (app: AppID, problem: String)? {
        var isPending = true
        var said: Said?
        for decision in reaction.decisions {
            switch (decision.kind, decision.reason) {
            case (.input, .calendarDayChanged):
                if let problem = finish(&said) { return problem }
                change { $0.timeChanges += 1 }
            case (.input, let reason):
                if let problem = finish(&said) { return problem }
                if isPending { happened(event, reaction, isInCall, isProtected, core, place) }
                isPending = false
                if reason == .clockSet { change { $0.timeChanges += 1 } }
            case (.merge, _), (.deliver, _):
                guard let app = decision.app, let place = place(app),
                    known[place]?.launch == decision.launch
                else { continue }
                // The merges come first, then what is told.
                if said?.place != place, let problem = finish(&said) { return problem }
                switch decision.detail {
                case .merged(let kind, let changes, let told)?:
                    said = said ?? Said(app: app, place: place)
                    said?.merges[kind] = .init(changes: changes, told: told)
                case .systemEvents(let kinds)?:
                    said = said ?? Said(app: app, place: place)
                    said?.told = kinds
                    if let problem = finish(&said) { return problem }
                case _: break
                }
            case _: break
            }
        }
        if let problem = finish(&said) { return problem }
        if isPending { happened(event, reaction, isInCall, isProtected, core, place) }
        return nil
    }

    /// The changes that one app was told of at one moment.
    private struct Said {
        var app: AppID
        var place: Int
        var merges: [SystemEvent: KnownDevice.Merge] = [:]
        var told: [SystemEvent] = []
    }

    private mutating func finish(_ said: inout Said?) -> (app: AppID, problem: String)? {
        guard let done = said else { return nil }
        said = nil
        return known[done.place]?.told(done.told, done.merges, conditions).map { (done.app, $0) }
    }

    // MARK: Changes

    private mutating func happened(
        _ event: Event, _ reaction: Reaction, _ isInCall: Bool, _ isProtected: Bool,
        _ core: () -> DeviceConditions, _ place: (AppID) -> Int?
    ) {
        guard
            event.tellsOfDevice || isInCall != conditions.isInCall
                || isProtected == conditions.isProtectedDataAvailable
        else { return }
        let wasRefused = reaction.effects.contains {
            if case .answer(_, .refused) = $0 { true } else { false }
        }
        change {
            $0.isInCall = isInCall
            $0.isProtectedDataAvailable = !isProtected
            guard !wasRefused else { return }
            switch event {
            case .changed(let change, _): $0.override(change, core: core())
            case .sensed(let change):
                if let source = change.realSource, !$0.overridden.contains(source) {
                    $0.apply(change, core: core())
                }
            case _: break
            }
        }
        if case .settingsChanged(let app, let from, let to, _) = event, !wasRefused,
            let place = place(app)
        {
            known[place]?.settingsChanged(from: from, to: to)
        }
    }

    private mutating func change(_ body: (inout DeviceConditions) -> Void) {
        let before = conditions
        body(&conditions)
        guard before != conditions else { return }
        let kinds = SystemEvent.differing(before, conditions)
        for place in known.indices { known[place]?.changed(kinds) }
    }
}

extension Event {
    /// It says what the device, or an app's settings, are.
    fileprivate var tellsOfDevice: Bool {
        switch self {
        case .changed, .sensed, .settingsChanged: true
        case _: false
        }
    }
}

extension DeviceChange {
    /// The machine's own source that says the same.
    fileprivate var realSource: RealSource? {
        switch self {
        case .battery: .battery
        case .timeZone: .timeZone
        case .locale: .locale
        case .network: .network
        case .lowPowerMode: .lowPower
        case .thermalState: .thermal
        case .orientation, .proximity, .ubiquityIdentity, .accessory, .screen, .screenMode,
            .backgroundRefresh, .automatic:
            nil
        }
    }
}

extension DeviceConditions {
    /// As a tool wants it.
    fileprivate mutating func override(_ change: DeviceChange, core: DeviceConditions) {
        if let source = change.realSource {
            overridden = (overridden.filter { $0 != source } + [source])
                .sorted { $0.rawValue < $1.rawValue }
        }
        apply(change, core: core)
    }

    fileprivate mutating func apply(_ change: DeviceChange, core: DeviceConditions) {
        switch change {
        case .orientation(let orientation): self.orientation = orientation
        case .battery(let percent, let state):
            batteryPercent = percent
            batteryState = state
        case .proximity(let near): isNear = near
        case .locale(let locale): self.locale = locale
        case .timeZone(let zone): timeZone = zone
        case .ubiquityIdentity(let identity): ubiquityIdentity = identity
        case .accessory(let name, connected: true):
            if !accessories.contains(name) { accessories = (accessories + [name]).sorted() }
        case .accessory(let name, connected: false): accessories.removeAll { $0 == name }
        case .screen(let mode): externalScreen = mode
        case .screenMode(let mode): externalScreen = mode
        case .backgroundRefresh(let isOn): backgroundRefresh = isOn
        case .network(let network): self.network = network
        case .lowPowerMode(let isOn): lowPowerMode = isOn
        case .thermalState(let state): thermalState = state
        case .automatic(let source):
            overridden.removeAll { $0 == source }
            switch source {
            case .battery:
                batteryPercent = core.batteryPercent
                batteryState = core.batteryState
            case .locale: locale = nil
            case .timeZone: timeZone = core.timeZone
            case .network: network = core.network
            case .lowPower: lowPowerMode = core.lowPowerMode
            case .thermal: thermalState = core.thermalState
            }
        }
    }
}
