import QuiesceCore
import QuiesceWire

// Motion: what apps ask for is an event, and the core knows who is fed; samples go from the sensors
// to them, past it.
extension Device {
    /// Whom the core has named after an event gets samples from now on.
    func feedMotion(after event: Event) {
        motion.follow(inspect { $0.motionFeeds })
        if case .exited(let app, let launch, _) = event { motion.forget(app, launch) }
    }

    /// A sensor was read. One that was switched off meanwhile has nobody who listens.
    package func sensed(_ sample: MotionSample) { _ = give(sample) }

    /// A tool plays a reading, as if a sensor had just been read.
    ///
    /// - Returns: who has asked for that sensor, and which of them were given it.
    package func play(_ reading: MotionReading) -> [(app: SystemMachine.MotionView, heard: Bool)] {
        if motion.play(reading.sensor) {
            for app in machine.views where app.isAlive {
                tellSensors(to: ProcessKey(app: app.manifest.id, launch: app.launch))
            }
        }
        let given = give(MotionSample(reading, at: world.now().awake))
        return machine.motionViews.filter { $0.wish.sensor == reading.sensor }.map {
            ($0, given.contains(ProcessKey(app: $0.app, launch: $0.launch)))
        }
    }

    /// Which sensors there are. An app that hears of none has none.
    func tellSensors(to key: ProcessKey) {
        let sensors = motion.sensors
        if !sensors.isEmpty { world.apps.send(key, .motion(.sensors(sensors))) }
    }

    private func give(_ sample: MotionSample) -> [ProcessKey] {
        let apps = motion.take(sample)
        for key in apps { world.apps.send(key, .motion(.sample(sample))) }
        return apps
    }
}
