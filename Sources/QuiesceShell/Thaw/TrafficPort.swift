import QuiesceCore

/// Watches the connections of programs that are thawed on traffic (Y6); at first nobody does.
package struct TrafficPort {
    /// Watches these programs from now on, and no others. News come by `Device.traffic(_:of:)`:
    /// of a suspended one that data arrived, once; of a thawed one that its connections rest, once.
    package var watch: ([SystemMachine.TrafficWatch]) -> Void

    package init(watch: @escaping ([SystemMachine.TrafficWatch]) -> Void = { _ in }) {
        self.watch = watch
    }
}

/// The programs whose connections are watched.
package struct TrafficProxy {
    package var port = TrafficPort()
    fileprivate var watched: [SystemMachine.TrafficWatch] = []
}

extension Device {
    package func traffic(_ news: TrafficNews, of key: ProcessKey) {
        take(.thaw(.traffic(key.app, key.launch, news)))
    }

    /// The programs that the core names after an event are watched, once more if they are others.
    func followTraffic() {
        let watches = inspect { $0.trafficWatches }
        guard watches != traffic.watched else { return }
        traffic.watched = watches
        traffic.port.watch(watches)
    }
}
