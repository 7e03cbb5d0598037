import QuiesceCore
import QuiesceShell
import QuiesceWire

/// Judges links by what apps have declared, by who was installed first and by what is written to
/// their sockets: each goes to its app, once, with its launch or before it is told that it becomes
/// active. It takes the core's word for where apps stand, and for whether the device is locked.
struct LinkWatch {
    /// An app is opened with it, and hasn't been handed it.
    private struct Opening {
        let link: AppLink
        /// The launch that was there, or the last.
        let since: Launch
        /// The launch that is handed it; nil: the next.
        var launch: Launch?
        /// It hears first that it comes to the front (`foreground`), or that it becomes active.
        var comesBefore: (foreground: Bool, active: Bool)
        /// Nothing has come between: the next launch must be handed it.
        var isSure = true
    }

    /// An app asked for one.
    private struct Request {
        let opens: Bool
        /// It goes to another app, which takes its place.
        let leaves: Bool
        /// The number of the call that answers it.
        var answer: UInt64?
    }

    /// The event that is being handled opens something.
    private struct Attempt {
        /// nil: nobody is opened.
        var target: AppID?
        var ticket: Ticket?
        /// The target's last process was on its way to its end.
        var awaitsEnd = false
        /// The link that the target was opened with before.
        var before: [Opening]?
    }

    private var openings: [AppID: [Opening]] = [:]
    private var requests: [ProcessKey: [UInt64: Request]] = [:]
    /// Links that processes were handed, by the number of the call.
    private var handed: [ProcessKey: [UInt64: AppLink]] = [:]
    private var attempt: Attempt?
    private var isStopping = false
    /// The apps that are installed, the first one first, and the event of the last change.
    private var installed: [AppID] = []
    private var installedAt: UInt64 = 0
    /// A daemon that knows less than the one before may go on from before any of it: so it isn't
    /// judged for these, and others may be handed what apps were opened with since it has booted.
    private var unsure: Set<ProcessKey> = []
    private var isUnsure = false
    private var opened: [AppID: Set<AppLink>] = [:]

    // MARK: Installed apps

    /// As the device decides it: bundles go later.
    private mutating func installs(by reaction: Reaction, _ device: SimulatedDevice) {
        for effect in reaction.effects {
            switch effect {
            case .activate(_, let app) where !installed.contains(app): installed.append(app)
            case .uninstall(let app): installed.removeAll { $0 == app }
            case _: continue
            }
            installedAt = device.lastSeq
        }
    }

    /// - Parameter known: the last event that the new daemon knows.
    mutating func goOn(
        from machine: SystemMachine, upTo known: UInt64, _ device: SimulatedDevice
    ) {
        let apps = machine.views.map(\.manifest.id)
        if installedAt > known || Set(apps) != Set(installed) { installed = apps }
        isUnsure = true
        openings = [:]
        requests = [:]
        handed = [:]
        unsure.formUnion(device.processes.compactMap { $0?.key })
    }

    /// Every process has ended, and nothing of this lasts; but that the device has restarted may be
    /// lost, too.
    mutating func restarts() {
        openings = [:]
        requests = [:]
        handed = [:]
        unsure = []
    }

    mutating func boots() {
        restarts()
        isUnsure = false
        opened = [:]
    }

    // MARK: Events

    mutating func comes(_ event: Event, _ device: SimulatedDevice) {
        // The one before wasn't handled, as it couldn't be recorded.
        if let attempt, let target = attempt.target { openings[target] = attempt.before }
        attempt = nil
        switch event {
        case .link(.open(let link, let app, let ticket)):
            let target = target(of: link, app, device)
            let mayOpen = device.device.inspect { !$0.isLockedOrLocking } && !isStopping
            attempt = Attempt(target: mayOpen ? target?.app : nil, ticket: ticket)
            if mayOpen, let target { begin(target.link, target.app, device) }
        case .link(.asked(let app, let launch, let request, .open(let url, let byDomain))):
            let view = device.view(app)
            guard view?.isAlive == true, view?.launch == launch,
                device.device.inspect({ $0.lastRequest(of: app).map { request > $0 } ?? false })
            else { return }
            let target = target(of: url, askedBy: app, byDomain: byDomain, device)
            let opens =
                target != nil && device.device.inspect { $0.foreground == app }
                && device.device.inspect { !$0.isLockedOrLocking }
            requests[ProcessKey(app: app, launch: launch), default: [:]][request] = Request(
                opens: opens, leaves: opens && target?.app != app)
            guard opens, let target else { return }
            attempt = Attempt(target: target.app)
            begin(target.link, target.app, device)
        case _: break
        }
    }

    private mutating func begin(_ link: AppLink, _ app: AppID, _ device: SimulatedDevice) {
        guard let view = device.view(app) else { return }
        let isThere = view.isAlive && !view.isEnding
        let isHeard = isThere && device.process(of: app)?.channel?.saidHello == true
        attempt?.awaitsEnd = view.isEnding
        attempt?.before = openings[app]
        opened[app, default: []].insert(link)
        // It waits for one process's end: what it is opened with last is what counts.
        if view.isEnding { openings[app]?.removeAll { $0.launch == nil } }
        openings[app, default: []].append(
            Opening(
                link: link, since: view.launch, launch: isThere ? view.launch : nil,
                comesBefore: (
                    foreground: isHeard && view.state != .active,
                    active: (isHeard || !isThere) && view.state != .active
                )))
    }

    mutating func note(_ event: Event, _ reaction: Reaction, _ device: SimulatedDevice) {
        installs(by: reaction, device)
        if case .shutDown = event { isStopping = true }
        if case .restarted = event { isStopping = false }
        if let attempt { judge(attempt, reaction, device) }
        if !openings.isEmpty { follow(event, reaction, device) }
        attempt = nil
        for key in requests.keys where !isAlive(key, device) { requests[key] = nil }
        checkAnswers(device)
        for key in handed.keys where !isAlive(key, device) { handed[key] = nil }
    }

    private func judge(_ attempt: Attempt, _ reaction: Reaction, _ device: SimulatedDevice) {
        if let ticket = attempt.ticket {
            let isDone = reaction.effects.contains { $0 == .answer(ticket, .done) }
            if isDone != (attempt.target != nil) {
                device.fail(
                    .linksAreAnswered,
                    isDone
                        ? "what nobody may open is opened" : "what it has declared isn't opened",
                    attempt.target)
            }
        }
        guard let target = attempt.target, let view = device.view(target) else { return }
        if device.machine.foreground != target, !attempt.awaitsEnd, !view.isEnding {
            device.fail(.linksArrive, "it is opened with a link, and isn't in front", target)
        }
    }

    /// Which launches are to be handed what is left.
    private mutating func follow(
        _ event: Event, _ reaction: Reaction, _ device: SimulatedDevice
    ) {
        for app in openings.keys.sorted() {
            guard let view = device.view(app) else {
                openings[app] = nil
                continue
            }
            let key = ProcessKey(app: app, launch: view.launch)
            let isInFront = device.machine.foreground == app
            let turn: (AppID) -> Event.Turn? = { [attempt] app in
                guard let target = attempt?.target else { return event.turn(app, reaction) }
                return target == app ? nil : .away
            }
            openings[app] = openings[app]?.compactMap { opening in
                var opening = opening
                if let launch = opening.launch {
                    return view.isAlive && launch == view.launch ? opening : nil
                }
                if view.isAlive, view.launch == opening.since {
                    guard let turn = turn(app) else { return opening }
                    opening.isSure = false
                    return turn == .away ? nil : opening
                }
                guard view.isAlive else { return nil }
                opening.launch = view.launch
                opening.isSure = opening.isSure && isInFront
                return opening
            }
            if openings[app]?.isEmpty == true { openings[app] = nil }
            // It is connected, so it hears whatever there is.
            guard !view.isEnding, isHeard(key, device),
                let left = openings[app]?.first(where: { $0.isSure && $0.launch == view.launch })
            else { continue }
            device.fail(.linksArrive, "it isn't handed \(left.link.words)", app)
        }
    }

    private func isAlive(_ key: ProcessKey, _ device: SimulatedDevice) -> Bool {
        device.device.inspect { $0.view(key.app).map { $0.isAlive && $0.launch == key.launch } }
            ?? false
    }

    private func isHeard(_ key: ProcessKey, _ device: SimulatedDevice) -> Bool {
        guard !device.isCut, device.hasTakenOver, !unsure.contains(key),
            let process = device.process(of: key.app), process.key == key,
            process.channel?.saidHello == true
        else { return false }
        return process.app.isObedient
    }

    // MARK: What apps hear

    mutating func sends(
        _ delivery: MessageToApp.Delivery, to key: ProcessKey, _ device: SimulatedDevice
    ) {
        guard !unsure.contains(key) else { return }
        switch delivery.call {
        case .finishLaunching(let launch):
            if let link = launch.link { hands(link, delivery.seq, to: key, device) }
        case .link(.opened(let link)): hands(link, delivery.seq, to: key, device)
        case .link(.answered(let request, let opened)):
            answers(request, opened, delivery.seq, to: key, device)
        case .willEnterForeground where !delivery.redelivered:
            if waits(key, where: { $0.comesBefore.foreground }) {
                device.fail(
                    .linksArrive, "it comes to the front before it is handed its link", key.app)
            }
        case .didBecomeActive where !delivery.redelivered:
            if waits(key, where: { $0.comesBefore.active }) {
                device.fail(
                    .linksArrive, "it becomes active before it is handed its link", key.app)
            }
        case .willResignActive where !delivery.redelivered:
            let isLeft = requests[key]?.values.contains { $0.leaves && $0.answer == nil }
            if isLeft == true {
                device.fail(
                    .linksAreAnswered, "it is left before it hears that another is opened",
                    key.app)
            }
        case _: break
        }
    }

    private func waits(_ key: ProcessKey, where isMeant: (Opening) -> Bool) -> Bool {
        openings[key.app]?.contains { $0.isSure && $0.launch == key.launch && isMeant($0) } == true
    }

    private mutating func hands(
        _ link: AppLink, _ seq: UInt64, to key: ProcessKey, _ device: SimulatedDevice
    ) {
        if let before = handed[key]?[seq] {
            if before != link {
                device.fail(.linksArrive, "it is handed another link again", key.app)
            }
            return
        }
        handed[key, default: [:]][seq] = link
        let waiting = openings[key.app]?.firstIndex {
            $0.launch.map { $0 == key.launch } ?? ($0.since < key.launch)
        }
        if let waiting, openings[key.app]?[waiting].link == link {
            openings[key.app]?.remove(at: waiting)
            return
        }
        if isUnsure, opened[key.app]?.contains(link) == true { return }
        device.fail(
            .linksArrive, "it is handed \(link.words), and wasn't opened with that, or was before",
            key.app)
    }

    private mutating func answers(
        _ request: UInt64, _ opened: Bool, _ seq: UInt64, to key: ProcessKey,
        _ device: SimulatedDevice
    ) {
        guard let asked = requests[key]?[request] else {
            return device.fail(
                .linksAreAnswered, "it is answered request \(request), which it didn't ask",
                key.app)
        }
        if let before = asked.answer, before != seq {
            device.fail(.linksAreAnswered, "request \(request) is answered twice", key.app)
        }
        if opened != asked.opens {
            device.fail(
                .linksAreAnswered,
                "it hears that request \(request) is \(opened ? "opened" : "refused")", key.app)
        }
        requests[key]?[request]?.answer = seq
    }

    /// The asking app is connected, and hears at once; or as soon as it is connected again.
    func checkAnswers(_ device: SimulatedDevice) {
        for (key, asked) in requests.sorted(by: { $0.key.app < $1.key.app })
        where isHeard(key, device) {
            for (request, one) in asked.sorted(by: { $0.key < $1.key }) where one.answer == nil {
                device.fail(
                    .linksAreAnswered, "nobody answers request \(request), which it asked", key.app)
            }
        }
    }

    // MARK: Whose a link is

    /// - Returns: nil: no app may be opened with it.
    private func target(
        of link: AppLink, _ app: AppID?, _ device: SimulatedDevice
    ) -> (link: AppLink, app: AppID)? {
        if case .url(let url, _) = link { return target(of: url, named: app, device) }
        guard let app, installed.contains(app), let declared = device.manifest(of: app) else {
            return nil
        }
        switch link {
        case .url: return nil
        case .shortcut(let type):
            return (1...Limits.linkBytes).contains(type.utf8.count) ? (link, app) : nil
        case .activity(let activity):
            let bytes = activity.type.utf8.count + (activity.userInfo ?? "").utf8.count
            guard activity.webpageURL == nil, bytes <= Limits.linkBytes else { return nil }
            return declared.activityTypes.contains(activity.type) ? (link, app) : nil
        }
    }

    /// A page goes by its domain, to another than who asks, and else by its scheme, as any URL.
    private func target(
        of url: String, named app: AppID? = nil, askedBy asking: AppID? = nil,
        byDomain: Bool = false, _ device: SimulatedDevice
    ) -> (link: AppLink, app: AppID)? {
        guard url.utf8.count <= Limits.linkBytes, !url.contains(where: \.isWhitespace) else {
            return nil
        }
        let parts = url.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let scheme = parts[0].lowercased()
        let apps = installed.filter { app == nil || $0 == app }
        if let host = Self.host(scheme, parts[1]) {
            let isPage: (AppID) -> Bool = { app in
                device.manifest(of: app)?.linkDomains.contains { domain in
                    let below = domain.split(separator: "*").first.map(String.init) ?? domain
                    return below == domain ? host == domain : host.hasSuffix(below)
                } == true
            }
            if let first = apps.first(where: { $0 != asking && isPage($0) }) {
                let page = AppActivity(
                    type: AppActivity.browsing, webpageURL: url, source: asking?.name)
                return (.activity(page), first)
            }
        }
        guard !byDomain,
            let first = apps.first(where: {
                device.manifest(of: $0)?.urlSchemes.contains(scheme) == true
            })
        else { return nil }
        return (.url(url, source: asking?.name), first)
    }

    /// - Returns: nil: a URL with a user's name or a port is of no domain.
    private static func host(_ scheme: String, _ rest: Substring) -> String? {
        guard scheme == "http" || scheme == "https", rest.hasPrefix("//") else { return nil }
        let host = rest.dropFirst(2).prefix { !"/?#".contains($0) }.lowercased()
        return host.contains { "@:".contains($0) } ? nil : host
    }
}

extension SimulatedDevice {
    fileprivate func manifest(of app: AppID) -> AppManifest? { indices[app].map { apps[$0] } }
}

extension Event {
    /// Where the user turned to with it, or may have, while an app was on its way to the front.
    fileprivate enum Turn { case away, perhaps }

    /// - Returns: nil: to nothing.
    fileprivate func turn(_ app: AppID, _ reaction: Reaction) -> Turn? {
        switch self {
        case .home: .away
        case .quit(app, _): .away
        case .open(_, _, let ticket):
            reaction.effects.contains(.answer(ticket, .done)) ? .away : nil
        case .timer, .link: nil
        case _: origin.launch == nil ? .perhaps : nil
        }
    }
}
