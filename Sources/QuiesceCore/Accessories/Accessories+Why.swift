// The views of accessories for `why`, tools and the shell.
extension Accessories {
    /// Whom an app has a session with, and what that does for it.
    ///
    /// - Parameter now: nil: it is asked later.
    func pending(
        of app: AppID, at now: Moment?, _ around: borrowing Surroundings
    ) -> [Pending] {
        sessions.filter { $0.app == app }.map { session in
            let name =
                connected.first { $0.connection == session.connection }?.accessory.name
                ?? "an accessory"
            let isSuspended = around.state(of: app) == .suspended
            let mayWakeAt = place(of: app).map { clients[$0].mayWakeAt } ?? .zero
            if isSuspended, let now, mayWakeAt > now.awake {
                return Pending(
                    .accessory,
                    "It has a session with \(name), which has woken it so often that it is woken again only later",
                    .e1, earliest: .awake(mayWakeAt))
            }
            return Pending(
                .accessory,
                isSuspended
                    ? "It has a session with \(name), and is woken when that says something"
                    : "It has a session with \(name)",
                .e1)
        }
    }
}

/// A terminal of an accessory, and what is wanted of it.
public struct AccessoryWire: Sendable, Hashable {
    public var connection: UInt64
    public var identity: String
    public var path: String
    /// A tool has connected it.
    public var isSimulated: Bool
    /// An app has a session there.
    public var isOpen: Bool
    /// The session's app is suspended, and is to be woken when there is something to read.
    public var isWatched: Bool
}

extension SystemMachine {
    /// Something is connected.
    public var hasAccessories: Bool { !accessories.connected.isEmpty }

    /// The terminals of accessories, and how they are wanted now, in the order in which the
    /// accessories were connected.
    public func accessoryWires(at now: Moment) -> [AccessoryWire] {
        accessories.connected.compactMap { connected in
            guard let path = connected.plugged.path else { return nil }
            let session = accessories.sessions.first { $0.connection == connected.connection }
            return AccessoryWire(
                connection: connected.connection, identity: connected.plugged.identity, path: path,
                isSimulated: connected.plugged.isSimulated, isOpen: session != nil,
                isWatched: session.map { isWatched($0, at: now) } ?? false)
        }
    }

    private func isWatched(_ session: AccessorySession, at now: Moment) -> Bool {
        guard around.state(of: session.app) == .suspended,
            accessories.goesOnOutOfSight(session.app, around),
            let at = accessories.place(of: session.app)
        else { return false }
        return accessories.clients[at].mayWakeAt <= now.awake
    }

    /// The accessories that an app's process was told to be connected; nil: the process was told of
    /// nothing.
    public func accessoriesTold(to app: AppID, _ launch: Launch) -> [Accessory]? {
        accessories.clients.first { $0.app == app && $0.launch == launch }?.told
    }

    /// It has named protocols.
    public func speaksToAccessories(_ app: AppID) -> Bool {
        around.manifest(of: app)?.accessoryProtocols.isEmpty == false
    }

    /// The session is open, and belongs to this launch of the app.
    public func hasAccessorySession(_ session: UInt64, _ app: AppID, _ launch: Launch) -> Bool {
        accessories.sessions.contains {
            $0.session == session && $0.app == app && $0.launch == launch
        }
    }

    /// Something that is connected.
    public struct AccessoryView: Sendable, Hashable {
        public var plugged: PluggedAccessory
        /// The app that has a session with the accessory, and the protocol that they speak; nil: no
        /// app has.
        public var session: (app: AppID, speaking: String)? {
            app.map { ($0, speaking) }
        }
        fileprivate var app: AppID?
        fileprivate var speaking = ""
    }

    /// The connected accessories, in the order in which they were connected.
    public var accessoryViews: [AccessoryView] {
        accessories.connected.map { connected in
            var view = AccessoryView(plugged: connected.plugged)
            if let session = accessories.sessions.first(where: {
                $0.connection == connected.connection
            }) {
                view.app = session.app
                view.speaking = session.speaking
            }
            return view
        }
    }
}
