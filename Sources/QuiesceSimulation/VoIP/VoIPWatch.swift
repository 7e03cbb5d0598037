import QuiesceCore
import QuiesceShell

/// Judges connections by what servers have said and by what processes have read, without looking at
/// what the core makes of it: what arrives at a kept socket of a suspended app is read soon (V1), a
/// keep-alive handler is called in time (V2), and nobody is woken for traffic that nobody reported.
struct VoIPWatch {
    /// A handler that has said when it wants to be called.
    private struct Handler {
        var launch: Launch
        var seconds: Double
        var since: Instant
        /// Its latest call.
        var call: WakeID?
        /// Since when it has been due and could be called; nil: it need not, or can't be.
        var overdueSince: AwakeInstant?
    }

    private var handlers: [AppID: Handler] = [:]
    /// Nothing is late that began to wait before.
    private var quietSince = AwakeInstant.zero
    private var quietSinceInstant = Instant.zero
    /// Apps whose process has set a handler, which may be cleared since.
    private var askers: [AppID: Launch] = [:]
    /// Apps whose handlers a daemon that lost its journal may know, or not, until the apps say them
    /// again.
    private var unsure: Set<AppID> = []
    /// Traffic wake-ups of an app for which it said that there was nothing new: it is woken less
    /// often then.
    private var inVain: Set<AppID> = []

    /// The longest that an app waits: for the wake-up that its quota gives it next, and for its
    /// work then.
    private static let patience = Limits.voipWakePause + Limits.voipTime + .seconds(5)

    mutating func disturb(_ device: SimulatedDevice) {
        quietSince = device.now.awake
        quietSinceInstant = device.now.instant
    }

    mutating func forget(_ device: SimulatedDevice) {
        unsure.formUnion(askers.keys)
        handlers = [:]
        inVain = []
        disturb(device)
    }

    mutating func note(
        _ event: Event, _ reaction: Reaction, _ device: SimulatedDevice, isNew: Bool
    ) {
        switch event {
        case .voip(.asked(let app, let launch, _, .keepAlive(let seconds))) where isNew:
            askers[app] = launch
            let least = device.device.machine.profile.keepAliveLeast
            // One that is too short changes nothing of what a daemon knows.
            if let seconds, !(seconds * 1e9 >= Double(least.nanoseconds)) { break }
            unsure.remove(app)
            handlers[app] = seconds.map {
                Handler(launch: launch, seconds: $0, since: device.now.instant)
            }
        case .exited(let app, let launch, _):
            if handlers[app]?.launch == launch { handlers[app] = nil }
            if askers[app] == launch {
                askers[app] = nil
                unsure.remove(app)
            }
        case .uninstall(let app, _):
            handlers[app] = nil
            askers[app] = nil
        case .completeWake(let app, _, _, let wake, let result):
            // It may have waited while the machine slept.
            if handlers[app]?.call == wake { handlers[app]?.since = device.now.instant }
            if result == .newData { inVain.remove(app) } else { inVain.insert(app) }
        case .setPermission, .restarted, .install, .wake, .shutDown, .unlock, .passcode:
            disturb(device)
        case _: break
        }
        let isReported =
            switch event {
            case .voip(.traffic), .voip(.lost), .restarted: true
            case _: false
            }
        for wake in reaction.accepted {
            guard case .voip(let news) = wake.cause else { continue }
            switch news {
            case .keepAlive:
                if handlers[wake.app] == nil, !unsure.contains(wake.app) {
                    device.fail(.trafficWakes, "it has no keep-alive handler", wake.app)
                }
                handlers[wake.app]?.since = device.now.instant
                handlers[wake.app]?.call = wake.id
            case .traffic:
                if !isReported { device.fail(.trafficWakes, "nothing arrived", wake.app) }
            case .connect: break
            }
        }
    }

    /// After each event.
    mutating func judge(
        _ connections: [ProcessKey: [Int32: VoIPPart.Connection]], _ device: SimulatedDevice
    ) {
        guard device.hasTakenOver, device.daemonRuns, !device.isCut, !connections.isEmpty else {
            return
        }
        let now = device.now
        for (key, sockets) in connections {
            guard let process = device.process(of: key.app), process.key == key,
                process.isFrozen, process.app.isObedient
            else { continue }
            for (descriptor, socket) in sockets {
                guard let since = socket.unreadSince else { continue }
                let waited = now.awake - max(since, quietSince)
                if waited > Self.patience, mayBeWoken(key, device) {
                    device.fail(
                        .trafficWakes, "socket \(descriptor) has waited for \(waited)", key.app)
                }
            }
        }
        for (app, handler) in handlers {
            let key = ProcessKey(app: app, launch: handler.launch)
            guard let process = device.process(of: app), process.key == key,
                process.app.isObedient
            else { continue }
            let due =
                max(handler.since, quietSinceInstant)
                + Interval(nanoseconds: Int64(handler.seconds * 1e9))
            guard now.instant > due, mayBeWoken(key, device) else {
                handlers[app]?.overdueSince = nil
                continue
            }
            // Nobody is called while the machine sleeps.
            let overdueSince = handler.overdueSince ?? now.awake
            handlers[app]?.overdueSince = overdueSince
            if now.awake - overdueSince > device.device.machine.profile.keepAliveLimit {
                device.fail(
                    .keepAliveInTime, "it is late by \((now.awake - overdueSince).spoken)", app)
            }
        }
    }

    /// Nothing that the user or its manifest says keeps it from being woken.
    private func mayBeWoken(_ key: ProcessKey, _ device: SimulatedDevice) -> Bool {
        let machine = device.device.machine
        guard let view = machine.view(key.app), view.launch == key.launch, !view.isEnding,
            machine.profile.backgroundModes.contains(.voip),
            view.manifest.backgroundModes.contains(.voip), !inVain.contains(key.app)
        else { return false }
        return machine.whyNot(key.app, .voip(.connect), at: device.now)?.obstacles.isEmpty == true
    }
}

extension Invariant {
    public static let trafficWakes = Self(
        "what arrives at a kept socket is read soon, and nobody is woken for nothing")
    public static let keepAliveInTime = Self(
        "a keep-alive handler is called at least once in each of its intervals")
}
