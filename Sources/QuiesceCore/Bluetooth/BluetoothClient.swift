/// An app that has managers of Bluetooth.
// derive: json sparse
struct BluetoothClient: Sendable, Hashable {
    var app: AppID
    /// The launch whose managers are open.
    var launch: Launch
    /// The launch hasn't ended yet, as far as was heard.
    var isFollowed = true
    /// In the order in which they were opened.
    var managers: [BluetoothManager] = []
    /// The news that the app is to be told, in order.
    var held: [BluetoothNews] = []
    /// Values were left out since it was last told something: that is said once.
    var hasLost = false
    /// The adapter's state as this launch was told last.
    var told: AdapterState?
    // json: quota=ration
    var quota = BluetoothQuota()
    /// Until when what it is to be told waits, as it was woken often, or has crashed; nil: not for
    /// the time.
    var waitsUntil: Instant?
    /// Why it wasn't woken the last time; nil: it was.
    var refused: Reason?
    /// Questions of centrals, which it hasn't answered.
    var questions: [UInt64] = []

    init(app: AppID, launch: Launch) {
        self.app = app
        self.launch = launch
    }

    /// The lasting fact of the app; nil: nothing of the app lasts.
    var fact: BluetoothFact? {
        let lasting = managers.compactMap(\.lasting)
        return lasting.isEmpty ? nil : BluetoothFact(app: app, managers: lasting)
    }

    func place(of manager: String, _ role: BluetoothRole) -> Int? {
        managers.firstIndex { $0.name == manager && $0.role == role }
    }

    /// One of its managers wants that peripheral and is connected to it.
    func isConnected(to peripheral: String) -> Bool {
        managers.contains { $0.wish(for: peripheral)?.isConnected ?? false }
    }
}

/// A central or peripheral manager of an app.
// derive: json sparse
struct BluetoothManager: Sendable, Hashable {
    var name: String
    var role: BluetoothRole
    /// It outlasts the launch (B3).
    var restores = false
    /// The present launch has opened it.
    var isOpen = true
    /// The manager has the state that an earlier launch left, and the app hasn't been told so.
    var isUntold = false

    // As a central
    var scan: BluetoothScan?
    var wishes: [PeripheralWish] = []

    // As a peripheral
    var services: [PublishedService] = []
    var advertisement: BluetoothAdvertisement?

    init(_ name: String, _ role: BluetoothRole, restores: Bool) {
        self.name = name
        self.role = role
        self.restores = restores
    }

    var isIdle: Bool {
        scan == nil && wishes.isEmpty && services.isEmpty && advertisement == nil
    }

    func wish(for peripheral: String) -> PeripheralWish? {
        wishes.first { $0.identifier == peripheral }
    }

    /// The fact of the manager that outlasts the app's process; nil: there is none.
    var lasting: BluetoothManagerFact? {
        guard restores, !isIdle else { return nil }
        return BluetoothManagerFact(
            name: name, role: role, scan: scan?.services,
            peripherals: wishes.map { KnownPeripheral($0.identifier, name: $0.name) },
            services: services, advertisement: advertisement)
    }

    /// Nothing is left of what it wanted.
    mutating func clear() {
        scan = nil
        wishes = []
        services = []
        advertisement = nil
    }
}

// derive: json
struct BluetoothScan: Sendable, Hashable {
    /// Canonical; none: any.
    var services: [String]
    /// Each advertisement counts, while the app is in front.
    var duplicates: Bool
    /// The peripherals that the app was told of already, the one told longest ago first.
    // json: unless []
    var seen: [String] = []

    /// - Returns: whether it is new.
    mutating func note(_ peripheral: String) -> Bool {
        guard !seen.contains(peripheral) else { return false }
        if seen.count >= Limits.seenPeripherals { seen.removeFirst() }
        seen.append(peripheral)
        return true
    }

    func isFor(_ advertisement: BluetoothAdvertisement) -> Bool {
        services.isEmpty || services.contains { advertisement.services.contains($0) }
    }
}

/// A peripheral that a manager is to be connected to.
// derive: json
struct PeripheralWish: Sendable, Hashable {
    var identifier: String
    var name: String?
    // json: unless false
    var isConnected = false
    /// Handles of the characteristics that it is notified of.
    // json: unless []
    var notifying: [UInt16] = []

    init(_ identifier: String, name: String? = nil) {
        self.identifier = identifier
        self.name = name
    }
}

/// How many wake-ups for Bluetooth an app may still have: a bucket that fills by one in each
/// interval.
// derive: json
struct BluetoothQuota: Sendable, Hashable {
    // json: unless 0
    var taken = 0
    /// When the last one came back; nil: none was taken.
    var since: Instant?

    /// Whether there is one at `now`; it is taken.
    mutating func take(at now: Instant) -> Bool {
        refill(at: now)
        guard taken < Limits.bluetoothWakes else { return false }
        taken += 1
        since = since ?? now
        return true
    }

    private mutating func refill(at now: Instant) {
        while taken > 0, let last = since, now - last >= Limits.bluetoothWakeInterval {
            taken -= 1
            since = taken == 0 ? nil : last + Limits.bluetoothWakeInterval
        }
    }

    /// When there is one again; nil: there is one.
    var due: Instant? {
        taken < Limits.bluetoothWakes ? nil : since.map { $0 + Limits.bluetoothWakeInterval }
    }
}

/// The fact of an app's managers that outlives the app's process and the device's restart (B3).
// derive: json
public struct BluetoothFact: Sendable, Hashable {
    public var app: AppID
    public var managers: [BluetoothManagerFact]
}

// derive: json
public struct BluetoothManagerFact: Sendable, Hashable {
    public var name: String
    public var role: BluetoothRole
    /// nil: it doesn't scan.
    public var scan: [String]?
    // json: unless []
    public var peripherals: [KnownPeripheral]
    // json: unless []
    public var services: [PublishedService]
    public var advertisement: BluetoothAdvertisement?

    /// As it is when nothing of the earlier launch but this is known.
    var manager: BluetoothManager {
        var manager = BluetoothManager(name, role, restores: true)
        manager.isOpen = false
        manager.scan = scan.map { BluetoothScan(services: $0, duplicates: false) }
        manager.wishes = peripherals.prefix(Limits.bluetoothPeripherals).map {
            PeripheralWish($0.identifier, name: $0.name)
        }
        manager.services = Array(services.prefix(Limits.publishedServices))
        manager.advertisement = advertisement
        return manager
    }
}
