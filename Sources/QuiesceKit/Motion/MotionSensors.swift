import QuiesceWire

/// The device's sensors, as the app knows them, and which of its managers want their samples. On the main thread.
@MainActor final class MotionSensors: AppRoom {
    private let link: DaemonLink
    /// As the daemon told last.
    private(set) var available: [MotionSensor] = []
    private var updates: [Weak] = []
    /// What the daemon was asked for.
    private var asked: [MotionSensor: Interval] = [:]

    private struct Weak {
        weak var updates: MotionUpdates?
    }

    init(of link: DaemonLink) { self.link = link }

    func add(_ new: MotionUpdates) { updates.append(Weak(updates: new)) }

    /// Asks for what the most demanding of those that are active wants, if that is something else now.
    func settle(_ sensor: MotionSensor) {
        let wanted = active(sensor).map(\.wish).min()
        guard wanted != asked[sensor] else { return }
        asked[sensor] = wanted
        ask(sensor, wanted)
    }

    private func ask(_ sensor: MotionSensor, _ interval: Interval?) {
        link.change {
            $0.demand(
                interval.map { .start(sensor: sensor, interval: $0) } ?? .stop(sensor: sensor))
        }
    }

    /// A daemon that has lost its journal doesn't know what this launch has asked for.
    func welcomed(_: MessageToApp.Welcome) {
        for sensor in MotionSensor.allCases {
            if let interval = asked[sensor] { ask(sensor, interval) }
        }
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
