import QuiesceCore

/// The machine's own idle timer, which locks or blanks the screen when nobody touches it.
package struct IdleTimerPort {
    /// It stands still on behalf of this app, the only one; nil: it runs. At first it runs.
    package var hold: (AppManifest?) -> Void

    package init(hold: @escaping (AppManifest?) -> Void = { _ in }) { self.hold = hold }
}

/// The app whose idle timer the machine was told of last.
package struct IdleTimerProxy {
    package var port = IdleTimerPort()
    fileprivate var told: AppID?
}

extension Device {
    /// Whom the core has named after an event keeps the screen on from now on.
    func followIdleTimer() {
        let holder = inspect { $0.idleTimerHolder }
        guard holder != idleTimer.told else { return }
        idleTimer.told = holder
        idleTimer.port.hold(holder.flatMap { machine.view($0)?.manifest })
    }
}
