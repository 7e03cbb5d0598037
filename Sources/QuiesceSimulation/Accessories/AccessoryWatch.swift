import QuiesceCore
import QuiesceShell
import QuiesceWire

/// Judges accessories by what is plugged in, by what apps were told and given, and by where their
/// processes stand: an app in front knows what is connected (E2, Q1), one that is suspended without
/// the mode knows of nothing (E3), bytes don't wait long for one that is suspended with it (E1), a
/// terminal is one app's, and nobody is launched for one (W6).
struct AccessoryWatch {
    /// The daemon that lives has said what is connected.
    var hasListed = true
    /// Apps that a daemon told more than the next one knows; they hear from that one once they run.
    private var unsure: Set<AppID> = []
    /// Since when an app's process stands, as far as a daemon watches.
    private var frozenSince: [ProcessKey: AwakeInstant] = [:]
    /// Bytes have waited for it too long when that was looked at; a machine that stood still gets a
    /// moment more.
    private var suspectSince: [ProcessKey: AwakeInstant] = [:]
    /// A second between two wake-ups, and time to come to it, or for a freezer that is slow.
    private static let patience = Interval.seconds(5)

    /// The device has lost what it didn't store.
    ///
    /// - Parameter told: the apps that the daemon before told of accessories.
    mutating func forget(told: some Sequence<AppID>) {
        unsure.formUnion(told)
        forget()
    }

    private mutating func forget() {
        frozenSince = [:]
        suspectSince = [:]
    }

    mutating func note(_ event: Event, _ reaction: Reaction, _ device: SimulatedDevice) {
        switch event {
        case .restarted, .timer, .frozen: break
        case .exited(let app, let launch, _):
            frozenSince[ProcessKey(app: app, launch: launch)] = nil
        case _: break
        }
        if case .restarted = event { forget() }
        for wake in reaction.accepted where wake.cause.kind == .accessory {
            let isStarted = reaction.effects.contains {
                if case .spawn(wake.app, _, _) = $0 { true } else { false }
            }
            if isStarted { device.fail(.accessoriesAsTold, "it is launched for one", wake.app) }
        }
    }

    /// An app is given a terminal.
    func judgeOpening(
        of number: UInt64, _ key: ProcessKey, _ known: [AppID: AccessoryPart.Knowledge],
        _ device: SimulatedDevice
    ) {
        guard
            let session = known[key.app]?.sessions.first(where: { $0.number == number })
        else { return }
        for (app, other) in known.sorted(by: { $0.key < $1.key }) where app != key.app {
            let hasIt = other.sessions.contains {
                $0.isOpen && $0.accessory.connection == session.accessory.connection
            }
            if hasIt, device.process(of: app)?.key == ProcessKey(app: app, launch: other.launch) {
                device.fail(.accessoriesAsTold, "\(app.name) has that terminal as well", key.app)
            }
        }
    }

    /// After each event.
    mutating func judge(
        _ plugged: [String: AccessoryPart.Plugged], _ known: [AppID: AccessoryPart.Knowledge],
        _ device: SimulatedDevice
    ) {
        guard hasListed, device.hasTakenOver, device.daemonRuns, !device.isCut else { return }
        for (app, mine) in known.sorted(by: { $0.key < $1.key }) {
            guard let view = device.view(app), view.launch == mine.launch,
                let process = device.process(of: app), process.key.launch == mine.launch
            else { continue }
            let speaks = view.manifest.accessoryProtocols
            let hasMode =
                view.manifest.backgroundModes.contains(.externalAccessory)
                && device.profile.backgroundModes.contains(.externalAccessory)
            if view.state == .active, process.channel?.saidHello == true {
                let there = plugged.values.map(\.plugged.accessory).filter {
                    $0.protocols.contains(where: speaks.contains)
                }.map(\.name).sorted()
                if mine.present.map(\.name).sorted() != there {
                    device.fail(
                        .accessoriesAsTold,
                        "it is in front and was told \(mine.present.map(\.name)), and \(there) are connected",
                        app)
                }
            }
            if process.channel?.saidHello == true { unsure.remove(app) }
            if view.state == .suspended, !hasMode, !mine.present.isEmpty, !unsure.contains(app) {
                device.fail(
                    .accessoriesAsTold, "it is suspended without the mode, and was told of some",
                    app)
            }
            judgeBytes(app, mine, hasMode && view.state == .suspended, plugged, device)
        }
    }

    private mutating func judgeBytes(
        _ app: AppID, _ mine: AccessoryPart.Knowledge, _ mayWait: Bool,
        _ plugged: [String: AccessoryPart.Plugged], _ device: SimulatedDevice
    ) {
        let key = ProcessKey(app: app, launch: mine.launch)
        let now = device.now.awake
        guard mayWait else {
            frozenSince[key] = nil
            suspectSince[key] = nil
            return
        }
        let since = frozenSince[key] ?? now
        frozenSince[key] = since
        let overdue = mine.sessions.first { session in
            guard session.isOpen, let there = plugged[session.accessory.name],
                // The same, and not what was plugged in there since.
                there.waiting > 0, mine.present.contains(session.accessory)
            else { return false }
            return now - max(since, there.waitingSince) > Self.patience
        }
        // Bytes wait for an app that its user lets do nothing in the background (F8).
        guard let overdue,
            device.device.inspect({
                $0.whyNot(app, .accessory(.data(session: 0)), at: device.now)
            })?.obstacles.isEmpty == true
        else {
            suspectSince[key] = nil
            return
        }
        let suspect = suspectSince[key] ?? now
        suspectSince[key] = suspect
        guard now - suspect > .seconds(2) else { return }
        device.fail(
            .accessoriesWake,
            "bytes of \(overdue.accessory.name) wait, and it is suspended", app)
    }
}

extension Invariant {
    public static let accessoriesAsTold = Self(
        "an app in front knows what is connected, one that is suspended without the mode nothing, and a terminal is one app's"
    )
    public static let accessoriesWake = Self(
        "bytes of an accessory do not wait for an app that is suspended with its session open")
}
