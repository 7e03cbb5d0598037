/// The demands on the adapter: everything that apps want and may have, and no more.
public struct BluetoothDemand: Sendable, Hashable {
    /// nil: it isn't to scan.
    public var scan: Scan?
    /// Peripherals that it is to be connected to, in the order in which they were asked for.
    public var connections: [String] = []
    public var notifying: [Subscription] = []
    public var services: [Service] = []
    public var advertisements: [Advertisement] = []

    public struct Scan: Sendable, Hashable {
        /// Canonical; none: any.
        public var services: [String]
        public var duplicates: Bool
        /// Regions of beacons are watched as well (G4).
        public var beacons: Bool

        package init(services: [String], duplicates: Bool, beacons: Bool) {
            self.services = services
            self.duplicates = duplicates
            self.beacons = beacons
        }
    }

    public struct Subscription: Sendable, Hashable {
        public var peripheral: String
        public var handle: UInt16

        package init(peripheral: String, handle: UInt16) {
            self.peripheral = peripheral
            self.handle = handle
        }
    }

    public struct Service: Sendable, Hashable {
        public var app: AppID
        public var manager: String
        public var service: PublishedService

        package init(app: AppID, manager: String, service: PublishedService) {
            self.app = app
            self.manager = manager
            self.service = service
        }
    }

    public struct Advertisement: Sendable, Hashable {
        public var app: AppID
        public var manager: String
        public var advertisement: BluetoothAdvertisement

        package init(app: AppID, manager: String, advertisement: BluetoothAdvertisement) {
            self.app = app
            self.manager = manager
            self.advertisement = advertisement
        }
    }

    package init() {}
}

extension Bluetooth {
    /// Somebody wants it to be served.
    func isWanted(_ around: borrowing Surroundings) -> Bool {
        clients.contains { client in
            client.managers.contains { isServed($0, client, around) }
        }
    }

    /// The manager's wishes are asked of the adapter: its app lives, or may be launched for them.
    func isServed(
        _ manager: BluetoothManager, _ client: BluetoothClient, _ around: borrowing Surroundings
    ) -> Bool {
        isAllowed(client.app, around) && (manager.isOpen || !manager.isIdle)
    }

    /// nil: it doesn't scan now. Out of sight it needs the mode, and to name services (B1).
    func scan(
        of manager: BluetoothManager, _ client: BluetoothClient, _ around: borrowing Surroundings
    ) -> BluetoothScan? {
        guard var scan = manager.scan, isServed(manager, client, around) else { return nil }
        guard !(around.isAlive(client.app, client.launch) && around.isInFront(client.app)) else {
            return scan
        }
        guard isInBackground(client.app, .central, around), !scan.services.isEmpty else {
            return nil
        }
        scan.duplicates = false
        return scan
    }

    /// nil: nobody wants it, and it is off.
    func demand(beacons: Bool, _ around: borrowing Surroundings) -> BluetoothDemand? {
        guard isWanted(around) || beacons else { return nil }
        var demand = BluetoothDemand()
        if beacons { demand.scan = .init(services: [], duplicates: false, beacons: true) }
        var scans = false
        for client in clients {
            for manager in client.managers where isServed(manager, client, around) {
                if let scan = scan(of: manager, client, around) {
                    let all = demand.scan
                    demand.scan = .init(
                        services: scans
                            ? (all?.services ?? []).joined(scan.services) : scan.services,
                        duplicates: (all?.duplicates ?? false) || scan.duplicates, beacons: beacons)
                    scans = true
                }
                demand.add(manager, of: client.app)
            }
        }
        return demand
    }
}

extension BluetoothDemand {
    fileprivate mutating func add(_ manager: BluetoothManager, of app: AppID) {
        for wish in manager.wishes {
            if !connections.contains(wish.identifier) { connections.append(wish.identifier) }
            for handle in wish.notifying {
                let subscription = Subscription(peripheral: wish.identifier, handle: handle)
                if !notifying.contains(subscription) { notifying.append(subscription) }
            }
        }
        for service in manager.services {
            services.append(Service(app: app, manager: manager.name, service: service))
        }
        if let advertisement = manager.advertisement {
            advertisements.append(
                Advertisement(app: app, manager: manager.name, advertisement: advertisement))
        }
    }
}

extension [String] {
    /// The list of services that satisfies both lists, where an empty list means any.
    fileprivate func joined(_ other: [String]) -> [String] {
        isEmpty || other.isEmpty ? [] : self + other.filter { !contains($0) }
    }
}

extension Location {
    /// Somebody monitors a region of beacons.
    fileprivate var wantsBeacons: Bool {
        clients.contains { $0.regions.contains { !$0.isCircle } }
    }
}

extension SystemMachine {
    /// The demand on the adapter now; nil: there is none, and the adapter is off.
    public var bluetoothDemand: BluetoothDemand? {
        let beacons = location.wantsBeacons
        guard beacons || !bluetooth.isIdle else { return nil }
        return bluetooth.demand(beacons: beacons, around)
    }

    /// As the adapter said last.
    public var bluetoothAdapter: AdapterState { bluetooth.adapter }
}
