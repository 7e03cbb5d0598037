import QuiesceCore
import QuiesceShell
import QuiesceWire

/// Judges samples by what apps have asked for and by where their processes stand, without looking at what the core makes
/// of it: nobody hears who didn't ask or is suspended (H2, S13), whoever asked and is in front hears, nobody more often
/// than asked, and a sensor that nobody gets is off.
struct MotionWatch {
    private struct Asked {
        var interval: Interval
        /// The first sample since, and how many there were.
        var first: AwakeInstant?
        var count: Int64 = 0
        /// In front, and without a sample since.
        var waitsSince: AwakeInstant?
    }

    private var asked: [ProcessKey: [MotionSensor: Asked]] = [:]

    mutating func note(_ event: Event, _ device: SimulatedDevice, isNew: Bool) {
        switch event {
        case .motion(.asked(let app, let launch, _, let request)):
            guard isNew else { return }
            let key = ProcessKey(app: app, launch: launch)
            switch request {
            case .start(let sensor, let interval):
                let interval = min(
                    max(interval, Limits.motionIntervals.lowerBound),
                    Limits.motionIntervals.upperBound)
                if asked[key]?[sensor]?.interval == interval { return }
                asked[key, default: [:]][sensor] = Asked(interval: interval)
            case .stop(let sensor): asked[key]?[sensor] = nil
            }
        case .exited(let app, let launch, _): asked[ProcessKey(app: app, launch: launch)] = nil
        case .restarted: asked = asked.filter { device.process(of: $0.key.app)?.key == $0.key }
        case _: break
        }
    }

    /// The daemon gives a sample to an app.
    mutating func gives(_ sample: MotionSample, to key: ProcessKey, _ device: SimulatedDevice) {
        let sensor = sample.reading.sensor
        guard var mine = asked[key]?[sensor] else {
            return device.fail(.samplesAsAsked, "it gets samples that it didn't ask for", key.app)
        }
        if isSuspended(key, device) {
            device.fail(.samplesAsAsked, "it is suspended, and gets samples", key.app)
        }
        let first = mine.first ?? sample.at
        mine.first = first
        // A reading may come a little early, and the next one is no later for it.
        let due = (first - .zero).nanoseconds + mine.count * mine.interval.nanoseconds
        if (sample.at - .zero).nanoseconds + mine.interval.nanoseconds / 4 < due {
            device.fail(.samplesAsAsked, "it gets samples more often than it asked for", key.app)
        }
        mine.count += 1
        mine.waitsSince = nil
        asked[key]?[sensor] = mine
    }

    /// A sensor was read, and whoever is to hear of it has.
    mutating func sensed(_ sensor: MotionSensor, _ interval: Interval, _ device: SimulatedDevice) {
        let now = device.now.awake
        for key in asked.keys.sorted(by: { $0.app < $1.app }) {
            guard let mine = asked[key]?[sensor] else { continue }
            guard isInFront(key, device) else {
                asked[key]?[sensor]?.waitsSince = nil
                continue
            }
            let since = mine.waitsSince ?? now
            asked[key]?[sensor]?.waitsSince = since
            if now - since > mine.interval + mine.interval + interval {
                device.fail(.samplesAsAsked, "it is in front, and gets no samples", key.app)
            }
        }
    }

    /// After each event.
    func judge(_ reads: [MotionSensor: Interval], _ device: SimulatedDevice) {
        guard !asked.isEmpty || !reads.isEmpty, device.hasTakenOver, device.daemonRuns,
            !device.isCut
        else { return }
        for sensor in MotionSensor.allCases {
            let listening = asked.filter { $0.value[sensor] != nil }.map(\.key)
            // One that has ended counts until the daemon has heard of that.
            if reads[sensor] != nil, listening.allSatisfy({ isSuspended($0, device) }) {
                device.fail(.samplesAsAsked, "the \(sensor.rawValue) is on, and nobody listens")
            }
            for key in listening where isInFront(key, device) {
                guard let mine = asked[key]?[sensor] else { continue }
                if reads[sensor].map({ $0 > mine.interval }) ?? true {
                    device.fail(
                        .samplesAsAsked, "it is in front, and the \(sensor.rawValue) is too slow",
                        key.app)
                }
            }
        }
    }

    /// As both the kernel and the core see it: somebody else may have frozen it a moment ago.
    private func isSuspended(_ key: ProcessKey, _ device: SimulatedDevice) -> Bool {
        guard let process = device.process(of: key.app), process.key == key else { return false }
        return process.isFrozen && device.device.machine.view(key.app)?.state == .suspended
    }

    private func isInFront(_ key: ProcessKey, _ device: SimulatedDevice) -> Bool {
        guard let process = device.process(of: key.app), process.key == key, !process.isFrozen,
            process.channel?.saidHello == true
        else { return false }
        let state = device.device.machine.view(key.app)?.state
        return device.device.machine.foreground == key.app
            && (state == .active || state == .inactive)
    }
}

extension Invariant {
    public static let samplesAsAsked = Self(
        "samples of motion go to those who asked and execute, as often as asked")
}
