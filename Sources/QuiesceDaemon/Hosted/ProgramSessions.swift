import Glibc
import QuiesceCore
import QuiesceWire

/// The sessions in which hosted programs run (`quiesce run`), each from its installation to the
/// next: on the disk before that is acknowledged.
final class ProgramSessions {
    static let keyPrefix = "session/"
    private let storage: DeviceStorage
    private let isRoot: Bool
    private var sessions: [AppID: ProgramSession] = [:]

    init(_ storage: DeviceStorage, isRoot: Bool) {
        self.storage = storage
        self.isRoot = isRoot
        for (key, value) in storage.rows(prefix: Self.keyPrefix) {
            guard let app = AppID(String(key.dropFirst(Self.keyPrefix.count))) else { continue }
            sessions[app] = try? ProgramSession.read(Array(value))
            // Another process may have its number, and time is counted anew.
            if storage.deviceRestarted { sessions[app]?.adopted = nil }
        }
    }

    subscript(app: AppID) -> ProgramSession? { sessions[app] }

    /// The sessions' variables, in the order of their apps.
    var environments: [[String: String]] { sessions.keys.sorted().compactMap(environment(of:)) }

    /// The variables of a program's session; nil: it runs in none.
    func environment(of app: AppID) -> [String: String]? {
        sessions[app]?.environment.reduce(into: [:]) { variables, line in
            let parts = line.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
        }
    }

    /// One line for `quiesce status`; nil: all apps are kept apart.
    var note: String? {
        let apps = sessions.keys.map(\.name).sorted()
        guard !apps.isEmpty else { return nil }
        return "in the user's session, and in no sandbox: \(apps.joined(separator: ", "))"
    }

    /// Why a user's programs don't run in a session here; nil: they do.
    func refusal(of user: uid_t) -> String? {
        if isRoot { return ProgramSession.refusalOfRoot }
        return user == geteuid() ? nil : ProgramSession.refusalOfOthers
    }

    /// - Parameters:
    ///   - session: of a hosted program; others have none.
    ///   - then: called once it is on the disk; at once where there is nothing to change.
    func set(_ session: ProgramSession?, of manifest: AppManifest, then: @escaping () -> Void) {
        set(manifest.isHosted ? session : nil, of: manifest.id, then: then)
    }

    /// From now on it runs as every app.
    @discardableResult
    func take(of app: AppID) -> ProgramSession? {
        defer { set(nil, of: app) {} }
        return sessions[app]
    }

    private func set(_ session: ProgramSession?, of app: AppID, then: @escaping () -> Void) {
        guard sessions[app] != session else { return then() }
        // A process is one app's alone: another may have been installed for it, and never opened.
        if let adopted = session?.adopted {
            for (other, var past) in sessions where other != app && past.adopted == adopted {
                past.adopted = nil
                put(past, of: other)
            }
        }
        put(session, of: app)
        storage.whenDurable(then)
    }

    private func put(_ session: ProgramSession?, of app: AppID) {
        sessions[app] = session
        if let session {
            storage.put(Self.keyPrefix + app.name, .init(session.json))
        } else {
            storage.delete(Self.keyPrefix + app.name)
        }
    }
}
