import QuiesceCore

/// Looks at programs for work that nobody declared (Y4); at first nobody does.
package struct BusyPort {
    /// Looks at these programs from now on, again and again, and at no others. The result comes by
    /// `Device.looked(at:found:)`: the first always, a later one if it is another.
    package var watch: ([ProcessKey]) -> Void

    package init(watch: @escaping ([ProcessKey]) -> Void = { _ in }) { self.watch = watch }
}

/// The programs that are looked at.
package struct BusyProxy {
    package var port = BusyPort()
    fileprivate var watched: [ProcessKey] = []
}

extension Device {
    /// Somebody looks at programs, whoever is named by the port.
    package func looksForWork() {
        if !inspect({ $0.looksForWork }) { take(.busy(.followed)) }
    }

    package func looked(at key: ProcessKey, found works: [BusyWork]) {
        take(.busy(.looked(key.app, key.launch, works)))
    }

    /// Somebody calls a program on the message bus.
    package func called(_ key: ProcessKey) { take(.busy(.called(key.app, key.launch))) }

    /// The programs that the core names after an event are looked at, once more if they are others.
    func followBusy() {
        let keys = inspect { $0.programsToLookAt }.map {
            ProcessKey(app: $0.app, launch: $0.launch)
        }
        guard keys != busy.watched else { return }
        busy.watched = keys
        busy.port.watch(keys)
    }
}
