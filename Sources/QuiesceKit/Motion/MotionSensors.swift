import QuiesceWire

/// The device's sensors, as the app knows them, and which of its managers want their samples. On
/// the main thread.
@MainActor final class MotionSensors: AppRoom {
    private let link: DaemonLink
    /// As the daemon told last.
    private(set) var available: [MotionSensor] = []
    private var updates: [Weak] = []
    private var asked = MotionRequests()

    private struct Weak {
        weak var updates: MotionUpdates?
    }

    init(of link: DaemonLink) { self.link = link }

    func add(_ new: MotionUpdates) { updates.append(Weak(updates: new)) }

    /// Asks for what the most demanding of those that are active wants, if that is something else
    /// now.
    func settle(_ sensor: MotionSensor) {
        let wanted = active(sensor).map(\.wish).min()
        guard wanted != asked[sensor] else { return }
        let request: MotionRequest =
            wanted.map { .start(sensor: sensor, interval: $0) } ?? .stop(sensor: sensor)
        asked.note(request)
        link.change { $0.ask(request) }
    }

    func welcomed(_: MessageToApp.Welcome) {
        // A daemon that has sensors says so next. Those that a tool had played are gone with the
        // daemon before.
        available = []
        link.change { [asked] in $0.askAgain(asked) }
    }

    func take(_ update: MotionUpdate) {
        switch update {
        case .sensors(let sensors): available = sensors
        case .sample(let sample):
            let listening = active(sample.reading.sensor)
            // Its manager was released.
            if listening.isEmpty { return settle(sample.reading.sensor) }
            for updates in listening { updates.take(sample) }
        }
    }

    private func active(_ sensor: MotionSensor) -> [MotionUpdates] {
        updates.removeAll { $0.updates == nil }
        return updates.compactMap(\.updates).filter { $0.sensor == sensor && $0.isActive }
    }
}
