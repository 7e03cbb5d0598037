import Foundation
import Glibc
import QuiesceAnswers
import QuiesceBundle
import QuiesceCore
import QuiesceShell
import QuiesceWire
import QuiesceZones

/// Carries out what tools ask for. Belongs to the loop's thread.
final class ControlHandler {
    /// The daemon around the device, as far as the handler needs it.
    struct Daemon {
        var status: () -> DeviceStatus
        /// The players of simulated hardware, by the first word of their `quiesce send`: they take
        /// words that are no event of the device's.
        var players: [String: Player]
        /// Measures the memory of apps, off the loop.
        var measure: ([ProcessKey], @escaping ([ProcessKey: Int]) -> Void) -> Void
        var container: (AppID) -> String
        /// Copies and checks the bundle in this directory, off the loop.
        var stage:
            (CInt, @escaping (Result<(AppManifest, StagedBundle), BundleError>) -> Void) ->
                Void
        var outputPath: (AppID, Launch) -> String
        /// The launches of which output is kept, oldest first.
        var outputLaunches: (AppID) -> [Launch]
        var sessions: ProgramSessions
        var adoption: Adoption
        var settings: SettingsKeeper
        var transfers: TransferListing
        var notifications: NotificationListing
        var pushes: (service: PushService, listing: PushListing)
        /// Rows of `savings`, of one app or of all, in the last so much time or all of it.
        var savings: (AppID?, Interval?, @escaping ([SavingsRow]) -> Void) -> Void
        /// The device may be in another time zone.
        var timeZoneChanged: () -> Void
        /// Ends every app, then stops the daemon, or starts it again as after boot.
        var shutDown: (_ restart: Bool, @escaping (Answer) -> Void) -> Void
        /// Ends this daemon for another in its place; nil, or why it can't.
        var restart: () -> String?
    }

    typealias Player = (ControlHandler) -> ([String], ControlServer.Client) -> Void

    let device: Device
    private let screen: Screen
    let protection: DataProtection
    let daemon: Daemon

    init(device: Device, screen: Screen, protection: DataProtection, daemon: Daemon) {
        self.device = device
        self.screen = screen
        self.protection = protection
        self.daemon = daemon
    }

    func handle(_ request: ControlRequest, _ descriptor: CInt?, _ client: ControlServer.Client) {
        switch request {
        case .install(let session): install(descriptor, in: session, client)
        case .uninstall(let app):
            ask(app, client, saying: "uninstalled \(app)") { .uninstall($0, $1) }
        case .apps:
            list(
                device.machine.views.map {
                    AppRow(
                        $0.manifest, container: daemon.container($0.manifest.id),
                        badge: device.machine.badge(of: $0.manifest.id))
                }, client)
        case .open(let app, let arguments): open(app, arguments, client)
        case .home: perform("home", for: client, nobody: "no app was in front") { .home($0) }
        case .quit(let app): ask(app, client, saying: quitting(app)) { .quit($0, $1) }
        case .switcher: switcher(client)
        case .lock:
            protection.pad.clear()
            perform("lock", for: client, nobody: whetherLocked("no app was in front")) {
                .lock($0)
            }
        case .unlock: unlock(client) { reply in device.ask({ .unlock($0) }, reply: reply) }
        case .reboot: daemon.shutDown(true, answer(client))
        case .down: shutDown(client)
        case .restart: restart(client)
        case .ps: listProcesses(device.machine.views, client)
        case .log(let app, let follow, let limit): log(app, follow: follow, limit: limit, client)
        case .why(let app, let not):
            explain(client) { answers throws(ControlReply.Refusal) in
                [try answers.why(app, not: not)]
            }
        case .whyDevice: explain(client) { [$0.whyDevice()] }
        case .whyAwake: explain(client) { [$0.whyAwake()] }
        case .whyKilled(let app):
            explain(client) { answers throws(ControlReply.Refusal) in try answers.whyKilled(app) }
        case .status:
            client.send(item: daemon.status())
            client.send(.end)
        case .output(let app, let launch): output(app, launch, client)
        case .sendEvent(let words): event(words, client)
        case .screen(let app, let svg): show(app, svg: svg, client)
        case .sendSleep:
            let wasAsleep = device.machine.isAsleep
            protection.pad.clear()
            perform(
                "sleep", for: client,
                nobody: wasAsleep ? "it was asleep already" : "no app was in front"
            ) { .sleep($0) }
        case .sendWake:
            let wasAsleep = device.machine.isAsleep
            perform(
                "wake", for: client,
                nobody: wasAsleep ? "no app has to be told" : "it was awake already"
            ) { .wake($0) }
        case .fetch(let request): handle(request, client)
        case .push(let request): handle(request, client)
        case .notification(let request): handle(request, client)
        case .transfer(let request): handle(request, client)
        case .permission(let request): handle(request, client)
        case .passcode(let request): handle(request, client)
        case .setting(let request): handle(request, client)
        case .memory(let request): handle(request, client)
        case .location(let request): handle(request, client)
        case .link(let request): handle(request, client)
        case .energy: listEnergy(client)
        case .thaw(let request): handle(request, client)
        case .savings(let app, let seconds): listSavings(app, lastSeconds: seconds, client)
        case .continuedTasks(let request): handle(request, client)
        }
    }

    private func shutDown(_ client: ControlServer.Client) {
        let count = device.machine.views.count(where: \.isAlive)
        let refused = answer(client)
        daemon.shutDown(false) { answer in
            guard case .done = answer else { return refused(answer) }
            let ended =
                switch count {
                case 0: "no app was running"
                case 1: "1 app was ended"
                case let count: "\(count) apps were ended"
                }
            client.send(.done(message: ended))
        }
    }

    private func restart(_ client: ControlServer.Client) {
        if let problem = daemon.restart() { return client.refuse("noProgram", problem) }
        client.send(.done(message: nil))
    }

    // MARK: Answers

    func answer(
        _ client: ControlServer.Client, about app: String? = nil, saying message: String? = nil
    ) -> (Answer) -> Void {
        { [device] answer in
            switch answer {
            case .done: client.send(.done(message: message))
            case .refused(let refusal):
                let why = refusal.explained(at: device.ports.now())
                client.refuse(
                    refusal.reason.rawValue, app.map { "\($0): \(why)" } ?? why,
                    rule: refusal.rule?.rawValue)
            }
        }
    }

    /// - Parameter message: what the client hears once it is done.
    func ask(
        _ app: String, _ client: ControlServer.Client, saying message: String,
        _ event: (AppID, Ticket) -> Event
    ) {
        guard let id = appID(app, client) else { return }
        device.ask(
            { event(id, $0) }, reply: answer(client, about: app, saying: message))
    }

    func appID(_ name: String, _ client: ControlServer.Client) -> AppID? {
        if let id = AppID(name) { return id }
        client.refuse(
            Reason.unknownApp.rawValue,
            "\"\(name.printable)\" is not an app id; an id looks like org.example.App, see `quiesce apps`"
        )
        return nil
    }

    /// The id of an installed app.
    func installed(_ name: String, _ client: ControlServer.Client) -> SystemMachine.AppView? {
        guard let id = appID(name, client) else { return nil }
        if let view = device.machine.view(id) { return view }
        client.refuse(
            Reason.unknownApp.rawValue,
            "\(name): " + Refusal(.unknownApp).explained(at: device.ports.now()))
        return nil
    }

    /// The id of an app that the log tells of and that isn't installed any more, by its id or the
    /// end of it.
    private func remembered(_ name: String) -> AppID? {
        let apps = Set(device.log.all.lazy.filter { $0.kind != .refuse }.compactMap(\.app))
            .filter { device.machine.view($0) == nil }
        if let id = AppID(name), apps.contains(id) { return id }
        let meant = apps.filter { $0.name.hasSuffix("." + name) }
        return meant.count == 1 ? meant.first : nil
    }

    func list(_ rows: [some Described], _ client: ControlServer.Client) {
        for row in rows { client.send(item: row) }
        client.send(.end)
    }

    private func listProcesses(
        _ apps: [SystemMachine.AppView], _ client: ControlServer.Client,
        adding: @escaping (inout ProcessRow) -> Void = { _ in }
    ) {
        daemon.measure(apps.filter(\.isAlive).map(\.key)) { [self] bytes in
            // As they are now; measuring takes a while.
            let apps = apps.compactMap { device.machine.view($0.manifest.id) }
            list(
                apps.map { app in
                    var row = ProcessRow(app, memoryBytes: bytes[app.key])
                    adding(&row)
                    return row
                }, client)
        }
    }

    // MARK: Requests

    private func install(
        _ descriptor: CInt?, in session: ProgramSession?, _ client: ControlServer.Client
    ) {
        guard let descriptor else {
            return client.refuse(
                Reason.invalidBundle.rawValue,
                "install needs the opened bundle directory as a descriptor")
        }
        if session != nil, let why = daemon.sessions.refusal(of: client.uid) {
            return client.refuse(Reason.invalidBundle.rawValue, why)
        }
        if let adopted = session?.adopted, let why = daemon.adoption.refusal(of: adopted) {
            return client.refuse(
                Reason.invalidBundle.rawValue, "process \(adopted.pid) stays as it is: \(why)")
        }
        daemon.stage(descriptor) { [self] staged in
            switch staged {
            case .failure(let error):
                let reason: Reason = error.reason == .noSpace ? .noSpace : .invalidBundle
                client.refuse(reason.rawValue, error.message)
            case .success((let manifest, let bundle)):
                let unknown = manifest.unknownBackgroundModes
                // An update ends the app that runs, and with it the program of another adoption.
                if session?.adopted != nil, device.machine.view(manifest.id)?.isAlive == true {
                    device.ports.bundles.discard(bundle)
                    return client.refuse(
                        Reason.invalidBundle.rawValue,
                        "\(manifest.id) runs already; give the program another name with --name")
                }
                let before = device.machine.view(manifest.id)?.manifest.version
                // Before the new bundle is there: it may be another's.
                let taken = session == nil ? daemon.sessions.take(of: manifest.id) : nil
                device.ask({ .install(manifest, bundle, $0) }) { answer in
                    switch answer {
                    case .done:
                        let warning =
                            unknown.isEmpty
                            ? ""
                            : "; unknown background modes are ignored: \(unknown.joined(separator: ", ")) (O4)"
                        let action =
                            before.map { "updated \(manifest.id) from \($0) to" }
                            ?? "installed \(manifest.id)"
                        self.daemon.sessions.set(session, of: manifest) {
                            client.send(.done(message: "\(action) \(manifest.version)\(warning)"))
                        }
                    case .refused:
                        if let taken { self.daemon.sessions.set(taken, of: manifest) {} }
                        self.answer(client, about: manifest.id.name)(answer)
                    }
                }
            }
        }
    }

    private func open(_ app: String, _ arguments: [String], _ client: ControlServer.Client) {
        let bytes = arguments.reduce(0) { $0 + $1.utf8.count + 1 }
        guard bytes <= Limits.launchArgumentBytes else {
            return client.refuse(
                Reason.argumentsTooLong.rawValue,
                "\(app): its arguments have \(bytes) bytes, \(Limits.launchArgumentBytes) are allowed"
            )
        }
        guard !arguments.contains(where: { $0.utf8.contains(0) }) else {
            return client.refuse(
                Reason.argumentsTooLong.rawValue, "\(app): an argument can't contain a NUL byte")
        }
        perform("open", app, for: client, nobody: Self.opening) {
            .open($0, arguments: arguments, $1)
        }
    }

    private func switcher(_ client: ControlServer.Client) {
        let recents = device.machine.recents
        screen.snapshots(of: recents) { [self] snapshots in
            listProcesses(recents.compactMap { device.machine.view($0) }, client) { row in
                guard let app = AppID(row.id), let snapshot = snapshots[app] else { return }
                row.snapshot = snapshot.path
                row.snapshotTaken = snapshot.taken.iso8601
            }
        }
    }

    private func show(_ app: String?, svg: Bool, _ client: ControlServer.Client) {
        var view: SystemMachine.AppView?
        if let app {
            view = installed(app, client)
            if view == nil { return }
        }
        ScreenAnswer(device: device, screen: screen).send(view, svg: svg, to: client)
    }

    /// - Returns: false when they are no input of the user's.
    private func input(_ words: [String], _ client: ControlServer.Client) -> Bool {
        guard UserInput.form(of: words.first ?? "") != nil else { return false }
        do throws(DeviceChange.Malformed) {
            let input = try UserInput(words: words)
            let front = device.machine.foreground.flatMap { device.machine.view($0)?.key }
            let size = front.flatMap { screen.size(of: $0) }
            perform(
                words.joined(separator: " "), for: client,
                nobody: "it waits until the app has handled what came before"
            ) { .input(input, screen: size, $0) }
        } catch {
            client.refuse(ProtocolErrorCode.malformed.rawValue, error.description)
        }
        return true
    }

    private func event(_ words: [String], _ client: ControlServer.Client) {
        let action = words.joined(separator: " ")
        if words == ["memory-warning"] {
            return perform(action, for: client, nobody: "no app runs that could be warned") {
                .memoryWarning($0)
            }
        }
        if let player = words.first.flatMap({ daemon.players[$0] }) {
            return player(self)(words, client)
        }
        if input(words, client) { return }
        if let interruption = Interruption(words: words) {
            return perform(action, for: client, nobody: "no app has to be told") {
                .interrupt(interruption, $0)
            }
        }
        do throws(DeviceChange.Malformed) {
            let change = try DeviceChange(words: words)
            if case .timeZone(let zone) = change,
                ZoneName(zone).flatMap(ZoneDatabase().zone) == nil
            {
                throw DeviceChange.Malformed(
                    description: "no time zone is named \"\(zone)\"; see /usr/share/zoneinfo")
            }
            self.change(change, action, client)
            if change.isOfTimeZone { daemon.timeZoneChanged() }
        } catch {
            client.refuse(ProtocolErrorCode.malformed.rawValue, error.description)
        }
    }

    private func log(_ app: String?, follow: Bool, limit: Int?, _ client: ControlServer.Client) {
        var only: AppID?
        if let app {
            only = remembered(app) ?? installed(app, client)?.manifest.id
            if only == nil { return }
        }
        func isWanted(_ decision: Decision) -> Bool { only == nil || decision.app == only }
        let kept = device.log.all.filter(isWanted)
        for decision in kept.suffix(limit.map { max(0, $0) } ?? kept.count) {
            client.send(item: LogRow(decision))
        }
        guard follow else { return client.send(.end) }
        let log = device.log
        let follower = log.follow { if isWanted($0) { client.send(item: LogRow($0)) } }
        client.onClose = { log.unfollow(follower) }
    }

    private func explain<Row: Described>(
        _ client: ControlServer.Client, _ rows: (Answers) throws(ControlReply.Refusal) -> [Row]
    ) {
        do {
            list(try rows(Answers(device.machine, at: device.ports.now())), client)
        } catch {
            client.send(.refused(error))
        }
    }

    private func output(_ app: String, _ launch: UInt64?, _ client: ControlServer.Client) {
        if let gone = remembered(app) {
            return client.refuse(
                "noOutput",
                "\(gone): it was uninstalled, and its output was deleted with it; see `quiesce log --app \(gone)`"
            )
        }
        guard let view = installed(app, client) else { return }
        let id = view.manifest.id
        let launch = launch.map { Launch(number: $0) } ?? view.launch
        let path = daemon.outputPath(id, launch)
        guard access(path, F_OK) == 0 else {
            let kept = daemon.outputLaunches(id)
            let numbers = kept.map { "\($0.number)" }.joined(separator: ", ")
            return client.refuse(
                "noOutput",
                kept.isEmpty
                    ? "\(id): there is no output yet, because it has not been launched; launch it with `quiesce open \(id)`"
                    : "\(id): there is no output of launch \(launch), only of \(kept.count == 1 ? "launch" : "launches") \(numbers)"
            )
        }
        client.send(item: OutputLocation(launch: launch.number, path: path))
        client.send(.end)
    }
}

extension SystemMachine.AppView {
    var key: ProcessKey { ProcessKey(app: manifest.id, launch: launch) }
}
