import QuiesceCore
import QuiesceSimulation
import Yams

extension EventRoom {
    static let transfers = EventRoom(actions: [
        "network", "server", "transferAgent", "transfer",
    ]) { reader, field, apps in
        switch field.key {
        case "network": reader.network(field)
        case "server": reader.server(field)
        case "transferAgent": reader.transferAgent(field)
        case _: reader.transfer(field, apps)
        }
    }
}

// The network, servers, the transfer agent, and what apps do with their background sessions.
extension Reader {
    /// `network: cellular`, or `{perSecond: 2MB}`, or `{cutAfter: 5MB}` for the next connection
    fileprivate func network(_ field: Fields.Entry) -> DeclaredEvent.What? {
        guard case .mapping = field.value else {
            return choice(field, DeviceConditions.Network.self).map { .step(.network(.link($0))) }
        }
        guard let fields = map(field.value, of: "network", keys: ["perSecond", "cutAfter"]) else {
            return nil
        }
        guard fields.entries.count == 1, let change = fields.entries.first else {
            report(
                fields.mark, "network is wifi, cellular, none, {perSecond: 2MB} or {cutAfter: 5MB}")
            return nil
        }
        return bytes(change).map {
            .step(.network(change.key == "perSecond" ? .rate($0) : .cut(afterBytes: $0)))
        }
    }

    /// `server: {host: a.example, answers: busy}`
    fileprivate func server(_ field: Fields.Entry) -> DeclaredEvent.What? {
        let keys = ["answers", "validator", "ranges", "newVersion"]
        guard let fields = map(field.value, of: "server", keys: ["host"] + keys),
            let host = host(fields, field)
        else { return nil }
        let changes = fields.entries.filter { $0.key != "host" }
        guard changes.count == 1, let change = changes.first else {
            report(fields.mark, "server takes one change: \(oneOf(keys))")
            return nil
        }
        let new: ServerChange? =
            switch change.key {
            case "answers": choice(change, ServerMood.self).map { .mood($0) }
            case "validator": choice(change, ServerValidator.self).map { .validator($0) }
            case "ranges": flag(change).map { .ranges($0) }
            case _: bytes(change).map { .newVersion(bytes: max(1, $0)) }
            }
        return new.map { .step(.server(host: host, $0)) }
    }

    private func host(_ fields: Fields?, _ field: Fields.Entry) -> Int? {
        guard let host = fields?["host"] else {
            report(field.value.mark, "\(field.key) needs \"host\": \(oneOf(Self.hosts))")
            return nil
        }
        guard let name = text(host) else { return nil }
        if let place = Self.hosts.firstIndex(of: name) { return place }
        report(host.value.mark, "no server is called \"\(name.prefix(60))\"; \(oneOf(Self.hosts))")
        return nil
    }

    private static let hosts = Scenario.hosts

    /// `transferAgent: kill` or `{crashes: 3}`
    fileprivate func transferAgent(_ field: Fields.Entry) -> DeclaredEvent.What? {
        enum Fault: String, CaseIterable { case kill }
        guard case .mapping = field.value else {
            return choice(field, Fault.self).map { _ in .step(.agent(.kill)) }
        }
        guard let fields = map(field.value, of: "transferAgent", keys: ["crashes"]),
            let crashes = fields["crashes"]
        else { return nil }
        return number(crashes, in: 1...100).map { .step(.agent(.crashLoop(times: $0))) }
    }

    /// `transfer: {app: Mail, begin: 1, host: a.example, session: 0}`
    fileprivate func transfer(_ field: Fields.Entry, _ apps: [DeclaredApp]) -> DeclaredEvent.What? {
        let actions = [
            "begin", "create", "goOn", "upload", "resume", "suspend", "cancel", "postpone", "open",
            "close", "changeUploads",
        ]
        guard
            let (app, fields) = target(
                field, actions + ["host", "session", "task", "keepingBytes"], apps)
        else { return nil }
        let said = fields?.entries.filter { actions.contains($0.key) } ?? []
        guard let fields, said.count == 1, let what = said.first else {
            report(
                field.value.mark, "a transfer needs one thing that the app does: \(oneOf(actions))")
            return nil
        }
        return action(what, fields, field).map { .step(.transfer(app: app, $0)) }
    }

    private func action(
        _ what: Fields.Entry, _ fields: Fields, _ field: Fields.Entry
    ) -> AppTransferAction? {
        guard let session = fields["session"].map({ number($0, in: 0...2) }) ?? 0,
            let task = fields["task"].map({ number($0, in: 0...1_000) }) ?? 0,
            let keeping = fields["keepingBytes"].map(flag) ?? false
        else { return nil }
        func file(_ make: (Int, Int) -> AppTransferAction) -> AppTransferAction? {
            guard let file = number(what, in: 0...1_000), let host = host(fields, field) else {
                return nil
            }
            return make(host, file)
        }
        switch what.key {
        case "begin": return file { .begin(session: session, host: $0, file: $1) }
        case "create": return file { .create(session: session, host: $0, file: $1) }
        case "goOn": return file { .goOn(session: session, host: $0, file: $1) }
        case "upload":
            guard let bytes = bytes(what), let host = host(fields, field) else { return nil }
            return .upload(session: session, host: host, bytes: Int(clamping: bytes))
        case "resume": return number(what, in: 0...1_000).map { .resume(task: $0) }
        case "suspend": return number(what, in: 0...1_000).map { .suspend(task: $0) }
        case "cancel":
            return number(what, in: 0...1_000).map { .cancel(task: $0, keepingBytes: keeping) }
        case "postpone": return duration(what).map { .postpone(task: task, milliseconds: $0) }
        case "open": return number(what, in: 0...2).map { .open(session: $0) }
        case "close":
            return number(what, in: 0...2).map { .close(session: $0, cancelling: false) }
        case _: return .changeUploads
        }
    }
}
