import QuiesceCore
import QuiesceWire

/// The way of samples from the sensors to apps, past the core: whom that has named gets those of
/// the sensors that it asked for, at its own pace. It decides nothing, and a new daemon's starts
/// empty.
package struct MotionRouter {
    /// The machine's sensors.
    package var port = MotionPort()
    private var feeds: [MotionFeed] = []
    /// Changes whom it feeds: how a test plants a bug.
    package var misfeed: (([MotionFeed]) -> [MotionFeed])?
    /// The pace of each app's launch that was fed, as long as the launch lives: a suspension
    /// doesn't have it hear more often.
    private var paces: [AppID: (launch: Launch, of: [MotionSensor: MotionPace])] = [:]
    /// Sensors that tools play.
    private var played: Set<MotionSensor> = []

    package init() {}

    /// The device's sensors: the machine's, and those that tools play.
    package var sensors: [MotionSensor] {
        let real = port.sensors()
        return MotionSensor.allCases.filter { real.contains($0) || played.contains($0) }
    }

    /// These are fed from now on. Sensors that nobody gets any more are switched off.
    package mutating func follow(_ feeds: [MotionFeed]) {
        let feeds = misfeed?(feeds) ?? feeds
        guard feeds != self.feeds else { return }
        for feed in feeds {
            let before = paces[feed.app].flatMap { $0.launch == feed.launch ? $0.of : nil } ?? [:]
            var now: [MotionSensor: MotionPace] = [:]
            for wish in feed.wishes {
                let pace = before[wish.sensor]
                // It goes on at its pace when it asks for another sensor.
                now[wish.sensor] =
                    pace?.interval == wish.interval ? pace : MotionPace(wish.interval)
            }
            paces[feed.app] = (feed.launch, now)
        }
        for sensor in MotionSensor.allCases {
            let interval = feeds.interval(of: sensor)
            if interval != self.feeds.interval(of: sensor) { port.read(sensor, interval) }
        }
        self.feeds = feeds
    }

    /// The apps' launches that have a pace.
    package var paced: Set<AppID> { Set(paces.keys) }

    /// Forgets a launch whose process has ended.
    package mutating func forget(_ app: AppID, _ launch: Launch) {
        if paces[app]?.launch == launch { paces[app] = nil }
    }

    /// A sample has come.
    ///
    /// - Returns: the apps that it is for.
    package mutating func take(_ sample: MotionSample) -> [ProcessKey] {
        var found: [ProcessKey] = []
        for feed in feeds
        where paces[feed.app]?.of[sample.reading.sensor]?.admits(sample.at) == true {
            found.append(ProcessKey(app: feed.app, launch: feed.launch))
        }
        return found
    }

    /// A tool plays a sensor: the device has it from then on.
    ///
    /// - Returns: whether that is news.
    package mutating func play(_ sensor: MotionSensor) -> Bool {
        let isNews = !sensors.contains(sensor)
        played.insert(sensor)
        return isNews
    }
}
