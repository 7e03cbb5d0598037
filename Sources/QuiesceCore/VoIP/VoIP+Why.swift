// The views of apps that wait for calls, for `why` and tools.
extension VoIP {
    func pending(
        of app: AppID, at _: Moment?, _: borrowing Surroundings
    ) -> [Pending] {
        guard let at = place(of: app) else { return [] }
        let client = clients[at]
        var found: [Pending] = []
        if client.isWatched {
            let count = client.sockets.count
            found.append(
                Pending(
                    .voip,
                    "\(count == 1 ? "A socket of it is" : "\(count) sockets of it are") kept, and it is woken when something arrives",
                    .v1))
        } else if client.isOverQuota {
            found.append(
                Pending(
                    .voip, "Its sockets are kept, but have woken it too often", .v1,
                    earliest: .instant(client.watchableAt)))
        }
        if let keepAlive = client.keepAlive {
            found.append(
                Pending(
                    .voip, "Its keep-alive handler is called", .v2,
                    earliest: .instant(keepAlive.window.earliest),
                    latest: .instant(keepAlive.window.latest)))
        }
        if let relaunch = client.relaunch {
            found.append(
                Pending(
                    .voip, "It waits for calls, and is launched again", .v6,
                    earliest: .instant(relaunch.at), latest: .instant(relaunch.at)))
        }
        return found
    }
}

extension SystemMachine {
    /// An app that waits for calls.
    public struct VoIPView: Sendable, Hashable {
        public var app: AppID
        /// Its sockets that are kept.
        public var sockets: [KeptSocket]
        /// Something that arrives wakes it.
        public var isWatched: Bool
        /// Its keep-alive handler's interval; nil: it has none.
        public var keepAlive: Interval?
    }

    /// In the order of their installation.
    public var voipViews: [VoIPView] {
        voip.clients.map {
            VoIPView(
                app: $0.app, sockets: $0.sockets, isWatched: $0.isWatched,
                keepAlive: $0.keepAlive?.interval)
        }
    }
}
