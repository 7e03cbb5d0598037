import QuiesceCore
import QuiesceKit
import QuiesceSimulation

// How the device's time passes.
extension VirtualDevice {
    /// Exchanges between app and device within one moment. When there are more, the app goes in
    /// circles.
    private static let exchangesAtOneMoment = 10_000

    /// Lets time pass on the device, with all that falls due meanwhile, each thing at its time. It
    /// takes no time to speak of where nothing happens.
    ///
    /// Between two such calls the device's time stands still: that is when a test waits for
    /// something real, a file or a thread of its own.
    ///
    /// - Parameter duration: at least 0.
    /// - Throws: ``VirtualDeviceError``
    public func advance(by duration: Duration) async throws {
        guard let world else { throw VirtualDeviceError.noApp }
        let interval = Interval(nanoseconds: max(0, duration.nanoseconds))
        let target = world.now.instant + interval
        try await settle()
        while let next = nextHappening, next <= target {
            world.advance(by: next - world.now.instant)
            try check()
            if judge?.problem != nil { return }
            if let app = runningApp {
                app.time.move(to: world.now)
                _ = app.time.runOneDue()
                app.sendOutbox()
                judge?.look(at: app.time)
            }
            if MainQueue.activity != settledActivity { try await settle() }
        }
        world.advance(by: target - world.now.instant)
        launches.last?.time.move(to: world.now)
        try check()
    }

    /// Has the app do all that it can do without time passing.
    func settle() async throws {
        guard let world else { return }
        for _ in 0..<Self.exchangesAtOneMoment {
            guard await MainQueue.drain() else { break }
            let before = MainQueue.activity
            launches.last?.sendOutbox()
            world.advance(by: .zero)
            try check()
            if MainQueue.activity == before {
                settledActivity = before
                return
            }
        }
        throw VirtualDeviceError.neverRests
    }

    /// The test or a life in it is over: nothing of the app goes on, as far as can be seen to.
    func stop() async {
        for launch in launches {
            launch.ended()
            launch.time.end()
        }
        _ = await MainQueue.drain()
        AppTime.source = MachineTime()
        AppFault.simulatedEnd = nil
        VirtualKeys.stop()
        container.remove()
        UIDevice.environmentTimeZone = timeZoneBefore
        world = nil
    }

    /// The app's process, if it can run.
    private var runningApp: KitApp? {
        launches.last.flatMap { $0.isRunning ? $0 : nil }
    }

    private var nextHappening: Instant? {
        let times = [world?.nextHappening, runningApp?.time.next]
        return times.compactMap { $0 }.min()
    }

    /// Fails when a judge has found a mistake of the device's; takes news of its push gateway.
    private func check() throws {
        if let finding = world?.finding {
            throw VirtualDeviceError.brokenInvariant("\(finding)")
        }
        for news in gateway.takeNews() {
            world?.happens(.pushService(news))
            MainQueue.noteActivity()
        }
    }
}
