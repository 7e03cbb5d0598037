import QuiesceCore

/// Watches the connections of programs that are thawed on traffic (Y6); at first nobody does.
package struct TrafficPort {
    /// Watches these programs from now on, and no others. News come by `Device.traffic(_:of:)`:
    /// of a suspended one that data arrived, once; of a thawed one that its connections rest, once.
    package var watch: ([SystemMachine.TrafficWatch]) -> Void
    /// Reads what these take awake from now on, and no others (Y7).
    package var watchAwake: ([SystemMachine.AwakeWatch]) -> Void

    package init(
        watch: @escaping ([SystemMachine.TrafficWatch]) -> Void = { _ in },
        watchAwake: @escaping ([SystemMachine.AwakeWatch]) -> Void = { _ in }
    ) {
        self.watch = watch
        self.watchAwake = watchAwake
    }
}

/// The programs whose connections are watched.
package struct TrafficProxy {
    package var port = TrafficPort()
    fileprivate var watched: [SystemMachine.TrafficWatch] = []
    fileprivate var awake: [SystemMachine.AwakeWatch] = []
}

extension Device {
    package func traffic(_ news: TrafficNews, of key: ProcessKey) {
        take(.thaw(.traffic(key.app, key.launch, news)))
    }

    /// The programs that the core names after an event are watched, once more if they are others.
    func followTraffic() {
        let (watches, awake) = inspect { ($0.trafficWatches, $0.awakeWatches) }
        if watches != traffic.watched {
            traffic.watched = watches
            traffic.port.watch(watches)
        }
        guard awake != traffic.awake else { return }
        traffic.awake = awake
        traffic.port.watchAwake(awake)
    }
}
