import QuiesceCore
import QuiesceShell
import QuiesceWire

/// Judges Bluetooth by what apps asked and were told, by what the belt said and by where processes
/// stand, without looking at what the core makes of it: each value is told once, in order, to who
/// asked for it, and a suspended app that may be woken is woken for it soon, but not more often
/// than it may (B1).
struct BluetoothWatch {
    /// Longer than any quota makes an app wait for one wake-up.
    private static let patience = Interval.seconds(60)

    private struct Client {
        var launch: Launch
        /// It has asked to be notified, in this launch or an earlier one.
        var asked = false
        /// It was told that it is, and of nothing that ended that.
        var isSure = false
        /// The last value that it was told.
        var last = 0
        /// Values that the belt has sent since, and that the app hasn't been told.
        var owed: [(beat: Int, at: Instant)] = []
        /// When it was woken, lately.
        var wakes: [Instant] = []

        mutating func end() {
            isSure = false
            owed = []
        }
    }

    private var clients: [AppID: Client] = [:]
    /// The last call with news for which no wake-up keeps it awake, by process, until it has
    /// handled that.
    private var unkept: [ProcessKey: UInt64] = [:]

    /// The belt's nth value.
    static func value(_ beat: Int) -> String {
        AttributeValue.base64([UInt8(beat >> 16 & 255), UInt8(beat >> 8 & 255), UInt8(beat & 255)])
    }

    private static func beat(_ value: String) -> Int? {
        AttributeValue.bytes(base64: value).flatMap { bytes in
            bytes.count == 3 ? bytes.reduce(0) { $0 << 8 | Int($1) } : nil
        }
    }

    /// The device has lost what it didn't store.
    mutating func forget() {
        clients = [:]
        unkept = [:]
    }

    mutating func removes(_ app: AppID) {
        clients[app] = nil
        unkept = unkept.filter { $0.key.app != app }
    }

    private mutating func follow(_ event: Event) {
        switch event {
        case .handled(let app, let launch, let seq):
            let key = ProcessKey(app: app, launch: launch)
            if let call = unkept[key], call <= seq { unkept[key] = nil }
        case .exited(let app, let launch, _): unkept[ProcessKey(app: app, launch: launch)] = nil
        case _: break
        }
    }

    /// It is handed news without a wake-up, out of sight. One that may not be woken now has them
    /// when it executes again, also if it may be woken by then.
    mutating func hands(
        _ news: [BluetoothNews], _ call: UInt64, _ key: ProcessKey, _ device: SimulatedDevice
    ) {
        // The answers to its opening of a manager.
        let isOwnDoing = news.allSatisfy {
            if case .opened = $0 { return true }
            if case .restored = $0 { return true }
            return false
        }
        if !isOwnDoing, mayBeWoken(key.app, device) { unkept[key] = call }
    }

    mutating func asks(_ request: BluetoothRequest, _ app: AppID, _ launch: Launch) {
        var client = clients[app] ?? Client(launch: launch)
        if client.launch != launch {
            client.launch = launch
            client.end()
        }
        switch request {
        case .notify(_, _, let isOn):
            if isOn { client.asked = true } else { client.end() }
        case .disconnect, .close: client.end()
        case .open, .scan, .stopScan, .connect, .discover, .read, .write, .readSignal, .publish,
            .unpublish, .advertise, .stopAdvertising, .update, .respond:
            break
        }
        clients[app] = client
    }

    mutating func note(_ event: Event, _ reaction: Reaction, _ device: SimulatedDevice) {
        let now = device.now.instant
        switch event {
        case .bluetooth(.reported(.value(_, _, let value))):
            guard let beat = Self.beat(value) else { break }
            // An app that executes has been told by now.
            for (app, client) in clients where client.isSure && client.last < beat {
                clients[app]?.owed.append((beat, now))
                // Beyond what is kept the oldest go.
                if let count = clients[app]?.owed.count, count > Limits.heldBluetoothNews / 2 {
                    clients[app]?.owed = []
                }
            }
        case .bluetooth(.reported(.disconnected)), .bluetooth(.reported(.present)),
            .bluetooth(.adapter), .setPermission, .answerPrompt, .restarted, .shutDown:
            for app in clients.keys { clients[app]?.end() }
            if case .restarted = event { for app in clients.keys { clients[app]?.wakes = [] } }
        case .exited(let app, let launch, _):
            if clients[app]?.launch == launch { clients[app]?.end() }
        case _: break
        }
        for wake in reaction.accepted where wake.cause.kind == .bluetooth {
            if !mayBeWoken(wake.app, device) {
                device.fail(.bluetoothWakes, "it may not be woken for Bluetooth, and is", wake.app)
            }
            // One that executes isn't woken by it.
            let isWoken = reaction.decisions.contains {
                $0.app == wake.app && $0.kind == .transition
            }
            if isWoken { count(wake.app, now, device) }
        }
        follow(event)
    }

    /// It is woken.
    private mutating func count(_ app: AppID, _ now: Instant, _ device: SimulatedDevice) {
        var wakes = (clients[app]?.wakes ?? []).filter { now - $0 < .seconds(10) }
        wakes.append(now)
        // Ten at once, and one a second.
        if wakes.count > Limits.bluetoothWakes + 11 {
            device.fail(.bluetoothWakes, "it is woken \(wakes.count) times in ten seconds", app)
        }
        clients[app]?.wakes = wakes
    }

    private func mayBeWoken(_ app: AppID, _ device: SimulatedDevice) -> Bool {
        device.device.inspect { machine in
            guard let view = machine.view(app) else { return false }
            return view.manifest.backgroundModes.contains(.bluetoothCentral)
                && machine.profile.backgroundModes.contains(.bluetoothCentral)
                && machine.permissions(of: app)?[.bluetooth] == .authorized
        }
    }

    private func mayRefresh(_ app: AppID, _ device: SimulatedDevice) -> Bool {
        device.device.inspect {
            $0.permissions(of: app)?[.backgroundRefresh] == .authorized
                && $0.conditions.backgroundRefresh
        }
    }

    /// It is handed news again, or an earlier launch may have been.
    mutating func repeats(_ news: [BluetoothNews], _ key: ProcessKey) {
        for case .value(_, handle: 2, let value) in news {
            guard let beat = Self.beat(value), var client = clients[key.app] else { continue }
            client.last = max(beat, client.last)
            client.owed.removeAll { $0.beat <= beat }
            clients[key.app] = client
        }
    }

    /// It is handed news.
    mutating func calls(_ news: [BluetoothNews], _ key: ProcessKey, _ device: SimulatedDevice) {
        guard clients[key.app] != nil else { return }
        for news in news {
            switch news {
            case .value(_, handle: 2, let value):
                guard let beat = Self.beat(value) else { break }
                tells(beat, key.app, device)
            case .notifies(_, handle: 2, let isOn, let failure):
                if isOn, failure == nil, clients[key.app]?.asked == true {
                    clients[key.app]?.isSure = true
                }
            case .disconnected: clients[key.app]?.end()
            case .value, .opened, .restored, .discovered, .connected, .connectFailed, .services,
                .readFailed, .written, .notifies, .signal, .published, .advertising, .asked,
                .subscribed, .ready:
                break
            }
        }
    }

    private mutating func tells(_ beat: Int, _ app: AppID, _ device: SimulatedDevice) {
        guard var client = clients[app] else { return }
        if !client.asked { device.fail(.bluetoothValues, "it never asked for values", app) }
        if beat <= client.last {
            device.fail(.bluetoothValues, "value \(beat) is told after \(client.last)", app)
        }
        if let first = client.owed.first, first.beat < beat {
            device.fail(.bluetoothValues, "value \(beat) is told before \(first.beat)", app)
        }
        client.last = max(beat, client.last)
        client.owed.removeAll { $0.beat <= beat }
        clients[app] = client
    }

    /// After each event.
    mutating func judge(_ device: SimulatedDevice) {
        guard device.hasTakenOver, device.daemonRuns, !device.isCut else { return }
        for key in unkept.keys.sorted(by: { $0.app < $1.app })
        where device.view(key.app)?.state == .suspended && mayBeWoken(key.app, device) {
            unkept[key] = nil
            device.fail(
                .bluetoothWakes, "it is suspended with news that it hasn't handled", key.app)
        }
        for (app, client) in clients.sorted(by: { $0.key < $1.key }) {
            guard let oldest = client.owed.first, device.now.instant - oldest.at > Self.patience,
                let view = device.view(app), view.state == .suspended,
                view.launch == client.launch, mayBeWoken(app, device), mayRefresh(app, device)
            else { continue }
            device.fail(
                .bluetoothWakes, "it is suspended, and not woken for value \(oldest.beat)", app)
        }
    }
}

extension Invariant {
    public static let bluetoothValues = Self(
        "what a peripheral says is told once, in order, to the apps that asked for it")
    public static let bluetoothWakes = Self(
        "a suspended app is woken for its peripheral if it may be, and not too often")
}
