import QuiesceCore
import QuiesceShell

/// The use of the machine by apps that fetch, and its judge: each fetch is charged once, to its
/// app, for what its processes used and what came in meanwhile (F7).
final class EnergyPart: SimulatedPart {
    /// A fetch that the living daemon has handed to an app.
    private struct Begun {
        var key: ProcessKey
        var at: AwakeInstant
        var cpu: Interval
    }

    private var begun: [WakeID: Begun] = [:]
    private var accepted: [WakeID: AwakeInstant] = [:]
    /// Those that have their verdict.
    private var over: Set<WakeID> = []
    /// Each app's account, as the living daemon has it.
    private var charged: [AppID: (fetches: Int, microjoules: UInt64)] = [:]

    func connect(_ ports: inout Ports, of device: SimulatedDevice) {
        begun = [:]
        // A verdict that the daemon before gave may be one that this one has never heard of.
        over = []
        ports.conduct.cpuTime = { [unowned self, unowned device] in cpu(of: $0, device) }
        ports.conduct.receipts = { [unowned device] _ in
            let since = device.now.awake
            return { Self.received(since: since, device) }
        }
    }

    private func cpu(of key: ProcessKey, _ device: SimulatedDevice) -> Interval? {
        guard let process = device.live(key) else { return nil }
        device.parts.conduct.useChanges(of: process, device)
        return process.use.cpu
    }

    /// Something comes in all the time, and never nothing: that would be no fetch (F6).
    private static func received(since: AwakeInstant, _ device: SimulatedDevice) -> UInt64 {
        UInt64(clamping: (device.now.awake - since).nanoseconds / 100_000) + 1
    }

    // MARK: The checker

    func note(_ event: Event, _ reaction: Reaction, _ device: SimulatedDevice) {
        if case .energy(.used(let app, _, let wake, let cpu, let received)) = event {
            judge(wake, of: app, cpu: cpu, received: received, device)
        }
        if case .restarted(_, deviceRestarted: true, _) = event {
            // Its clock began anew.
            for wake in accepted.keys { accepted[wake] = .zero }
        }
        for wake in reaction.accepted { accepted[wake.id] = device.now.awake }
        for decision in reaction.decisions {
            guard case .wakeResult(let wake, _, _) = decision.detail else { continue }
            over.insert(wake)
            accepted[wake] = nil
            if case .completeWake(let app, _, _, wake, _) = event, begun[wake] != nil {
                begun[wake] = nil
                device.fail(.energyAsUsed, "fetch \(wake) is charged to nobody", app)
            }
        }
        for effect in reaction.effects {
            if case .uninstall(let app) = effect { charged[app] = nil }
            // One that is handed over again began before; nobody knows when, if that was by
            // another daemon.
            if case .send(let app, let launch, let delivery, redelivered: false) = effect,
                let wake = delivery.call.fetch
            {
                let key = ProcessKey(app: app, launch: launch)
                begun[wake] = Begun(
                    key: key, at: device.now.awake, cpu: self.cpu(of: key, device) ?? .zero)
            }
        }
    }

    private func judge(
        _ wake: WakeID, of app: AppID, cpu: Interval, received: UInt64, _ device: SimulatedDevice
    ) {
        guard let begun = begun.removeValue(forKey: wake), begun.key.app == app else {
            return device.fail(.energyAsUsed, "fetch \(wake) is charged, and didn't begin", app)
        }
        // Nobody counts the time of a process that is gone.
        let used = self.cpu(of: begun.key, device).map { $0 - begun.cpu } ?? .zero
        if used != cpu || received < Self.received(since: begun.at, device) {
            device.fail(
                .energyAsUsed, "fetch \(wake) used \(used.spoken) of CPU, not \(cpu.spoken)", app)
        }
        guard !over.contains(wake) else { return check(app, between: (0, 0), device) }
        let price = device.profile
        let isCellular = device.machine.conditions.network == .cellular
        let byte =
            isCellular
            ? price.energyCellularMicrojoulesPerKilobyte : price.energyWiFiMicrojoulesPerKilobyte
        let sure =
            Self.microjoules(used, price.energyCPUMilliwatts) + received * UInt64(byte) / 1_024
        // Its time runs from when it was accepted, at the earliest, where the app has to connect
        // first; a late timer has the app given back the time that it was late.
        let took = device.now.awake - (accepted[wake] ?? begun.at)
        let bounds = [.zero, took].map { on in
            let radio = on + price.energyRadioTail
            return sure
                + (isCellular ? Self.microjoules(radio, price.energyRadioMilliwatts) : 0)
        }
        charged[app, default: (0, 0)].fetches += 1
        check(app, between: (bounds[0], bounds[1]), device)
    }

    private static func microjoules(_ time: Interval, _ milliwatts: Int) -> UInt64 {
        UInt64(time.nanoseconds / 1_000) * UInt64(milliwatts) / 1_000
    }

    /// The account of an app has grown by one of these.
    private func check(
        _ app: AppID, between bounds: (least: UInt64, most: UInt64), _ device: SimulatedDevice
    ) {
        let account = device.machine.energyAccounts.first { $0.app == app }
        let before = charged[app] ?? (0, 0)
        let (fetches, sum) = (account?.fetches ?? 0, account?.total.microjoules ?? 0)
        if fetches != before.fetches || sum < before.microjoules + bounds.least
            || sum > before.microjoules + bounds.most
        {
            device.fail(
                .energyAsUsed,
                "\(fetches) fetches for \(sum) µJ, and there were \(before.fetches), the last for \(bounds.least) to \(bounds.most) beyond \(before.microjoules)",
                app)
        }
        charged[app] = (fetches, sum)
    }

    // MARK: Daemons

    /// A new one knows as much as it read: others judge that.
    func tookOver(_ device: SimulatedDevice) {
        charged = [:]
        for account in device.machine.energyAccounts {
            charged[account.app] = (account.fetches, account.total.microjoules)
        }
    }
}

extension Invariant {
    public static let energyAsUsed = Self(
        "each fetch is charged once, to its app, for what it used")
}

extension EnergyAccount: DurableFact {
    static let kind = DurableKind.energy
    var fact: Fact { .energy(self) }
    func words(_ names: DurableNames) -> String { app.name }
}
