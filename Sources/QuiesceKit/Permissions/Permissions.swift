/// The permissions that the user gives the app, and those that the app has asked for (U4). For the
/// services that need a permission; each has an interface of its own for app authors.
@MainActor package final class Permissions {
    /// As in `quiesce permissions`.
    package enum Name: String, Sendable {
        case notifications, location, microphone, bluetooth, backgroundRefresh
    }

    package enum State: String, Sendable {
        case notDetermined, denied, authorized, authorizedWhenInUse
    }

    private let link: DaemonLink
    private var waiting: [Name: [(State) -> Void]] = [:]
    private var observers: [Name: [(State) -> Void]] = [:]

    init(_ link: DaemonLink) { self.link = link }

    /// As the app was last told.
    package func state(of name: Name) -> State {
        let known = link.read { $0.permissions[name.rawValue] }
        return known.flatMap(State.init(rawValue:))
            ?? (name == .backgroundRefresh ? .authorized : .notDetermined)
    }

    /// Asks the user, unless they have answered before.
    ///
    /// - Parameter answer: Called on the main thread, never before this returns.
    package func request(_ name: Name, answer: @escaping (State) -> Void) {
        waiting[name, default: []].append(answer)
        link.change { $0.requestPermission(name.rawValue) }
    }

    /// Calls `body` on the main thread whenever the user has changed their mind.
    package func observe(_ name: Name, _ body: @escaping (State) -> Void) {
        observers[name, default: []].append(body)
    }

    /// The daemon says so, as answer or change.
    func told(_ name: String, _ state: String) {
        let old = Name(rawValue: name).map { self.state(of: $0) }
        link.change { $0.permissions[name] = state }
        guard let name = Name(rawValue: name), let state = State(rawValue: state) else { return }
        if state != .notDetermined {
            for answer in waiting.removeValue(forKey: name) ?? [] { answer(state) }
        }
        guard state != old else { return }
        for body in observers[name] ?? [] { body(state) }
    }
}
