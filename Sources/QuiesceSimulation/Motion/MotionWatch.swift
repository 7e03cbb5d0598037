import QuiesceCore
import QuiesceShell
import QuiesceWire

/// Judges samples by what apps have asked for and by where their processes stand, without looking
/// at what the core makes of it: nobody hears who didn't ask or is suspended (H2, S13), whoever
/// asked and is in front hears, nobody more often than asked, and a sensor that nobody gets is off.
/// A daemon that knows less than the one before is told again.
struct MotionWatch {
    private struct Asked {
        var interval: Interval
        /// No sample before; nil: the first may come at once.
        var due: AwakeInstant?
        var last: AwakeInstant?
        /// In front, and not given what was read since.
        var waitsSince: AwakeInstant?
    }

    /// News that daemons were told, kept so that it is known which of it the living daemon can
    /// know.
    private enum News {
        /// nil: no more samples.
        case asked(ProcessKey, MotionSensor, Interval?)
        case ended(ProcessKey)
    }

    /// Asked of the daemon that lives, or of one that it knows everything of.
    private var asked: [ProcessKey: [MotionSensor: Asked]] = [:]
    private var history: [(seq: UInt64, news: News)] = []

    // MARK: Events

    mutating func note(_ event: Event, _ device: SimulatedDevice, isNew: Bool) {
        switch event {
        case .motion(.asked(let app, let launch, _, let request)):
            guard isNew else { return }
            let key = ProcessKey(app: app, launch: launch)
            learn(.asked(key, request.sensor, request.interval.map(Self.possible)), device)
        case .exited(let app, let launch, _):
            let key = ProcessKey(app: app, launch: launch)
            if asked[key] != nil { learn(.ended(key), device) }
        case .restarted: asked = asked.filter { device.process(of: $0.key.app)?.key == $0.key }
        case _: break
        }
    }

    private mutating func learn(_ news: News, _ device: SimulatedDevice) {
        history.append((device.lastSeq, news))
        apply(news)
    }

    private mutating func apply(_ news: News) {
        switch news {
        case .asked(let key, let sensor, let interval?):
            if asked[key]?[sensor]?.interval == interval { return }
            asked[key, default: [:]][sensor] = Asked(interval: interval)
        case .asked(let key, let sensor, nil): asked[key]?[sensor] = nil
        case .ended(let key): asked[key] = nil
        }
    }

    /// The nearest that sensors can.
    private static func possible(_ interval: Interval) -> Interval {
        min(
            max(interval, Limits.motionIntervals.lowerBound), Limits.motionIntervals.upperBound)
    }

    // MARK: Daemons

    /// A new one gives samples at once, and then at the pace that was asked for.
    mutating func daemonStarts() {
        for (key, sensors) in asked {
            asked[key] = sensors.mapValues { Asked(interval: $0.interval) }
        }
    }

    /// A new one knows less than the last did.
    ///
    /// - Parameter last: the last event that the journal gave; nil: none, and requests of sensors
    ///   are no facts.
    mutating func goOn(journalUpTo last: UInt64?) {
        asked = [:]
        history.removeAll { entry in last.map { entry.seq > $0 } ?? true }
        for entry in history { apply(entry.news) }
    }

    /// An app wants this, and all that it ever asked is acknowledged.
    func judge(_ wanted: MotionRequests, of key: ProcessKey, _ device: SimulatedDevice) {
        for sensor in MotionSensor.allCases
        where wanted[sensor].map(Self.possible) != asked[key]?[sensor]?.interval {
            device.fail(
                .samplesAsAsked, "the daemon doesn't know what it wants of the \(sensor.rawValue)",
                key.app)
        }
    }

    // MARK: Samples

    /// The daemon gives a sample to an app.
    mutating func gives(_ sample: MotionSample, to key: ProcessKey, _ device: SimulatedDevice) {
        let sensor = sample.reading.sensor
        guard var mine = asked[key]?[sensor] else {
            return device.fail(.samplesAsAsked, "it gets samples that it didn't ask for", key.app)
        }
        if isSuspended(key, device) {
            device.fail(.samplesAsAsked, "it is suspended, and gets samples", key.app)
        }
        let due = mine.due ?? sample.at
        // A reading may come a little early, and the next one is no later for it.
        if sample.at + Interval(nanoseconds: mine.interval.nanoseconds / 4) < due {
            device.fail(.samplesAsAsked, "it gets samples more often than it asked for", key.app)
        }
        // One that comes late doesn't make up for those that didn't come.
        mine.due = (sample.at < due + mine.interval ? due : sample.at) + mine.interval
        mine.last = sample.at
        asked[key]?[sensor] = mine
    }

    /// A sensor was read, and whoever is to hear of it has, by a daemon that lives on.
    mutating func sensed(_ sensor: MotionSensor, _ device: SimulatedDevice) {
        let now = device.now.awake
        for key in asked.keys.sorted(by: { $0.app < $1.app }) {
            guard let mine = asked[key]?[sensor] else { continue }
            guard isInFront(key, device), mine.last != now else {
                asked[key]?[sensor]?.waitsSince = nil
                continue
            }
            let since = mine.waitsSince ?? now
            asked[key]?[sensor]?.waitsSince = since
            // The sample before came earlier, and by now the next one is due.
            if now - since > mine.interval {
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
        return process.isFrozen && device.view(key.app)?.state == .suspended
    }

    private func isInFront(_ key: ProcessKey, _ device: SimulatedDevice) -> Bool {
        guard let process = device.process(of: key.app), process.key == key, !process.isFrozen,
            process.channel?.saidHello == true
        else { return false }
        let state = device.view(key.app)?.state
        return device.device.machine.foreground == key.app
            && (state == .active || state == .inactive)
    }
}

extension Invariant {
    public static let samplesAsAsked = Self(
        "samples of motion go to those who asked and execute, as often as asked")
}
