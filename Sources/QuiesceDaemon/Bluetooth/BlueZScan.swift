import QuiesceBus
import QuiesceCore

/// Whom is looked for, and who was heard.
struct BlueZScan {
    /// As bluetoothd was told; nil: it doesn't scan for us.
    var asked: Filter?
    /// Paths of those that were told since the scan began.
    var told: Set<String> = []
    /// The scan that apps want; nil: nobody scans.
    var wanted: BluetoothDemand.Scan?
    /// When a beacon was told last, in microseconds of CLOCK_MONOTONIC.
    private var beacons: [Beacon: UInt64] = [:]
    /// Asks for the scan again that failed.
    var retry: OneShotTimer?
    /// A beacon is near (G4).
    var heard: (Beacon) -> Void = { _ in }

    struct Filter: Hashable {
        var services: [String]
        var duplicates: Bool
    }

    mutating func forget() {
        asked = nil
        retry = nil
        told = []
        wanted = nil
        beacons = [:]
    }

    mutating func forget(_ path: String) { told.remove(path) }

    /// Whether it is to be told, which is noted.
    mutating func note(_ beacon: Beacon) -> Bool {
        let now = BusClock.now()
        if let last = beacons[beacon], now < last + Limits.beaconRepeatSeconds * 1_000_000 {
            return false
        }
        if beacons.count >= Limits.heardBeacons { beacons = [:] }
        beacons[beacon] = now
        return true
    }
}

extension BlueZRadio {
    /// A peripheral has said something on the air.
    func heard(_ path: String) {
        guard let device = objects[path, BlueZ.device] else { return }
        if demand?.scan?.beacons == true, let beacon = BlueZ.beacon(device),
            scanning.note(beacon)
        {
            scanning.heard(beacon)
        }
        // Whoever couldn't be connected to is near.
        connections.heard(path)
        if scanning.wanted?.duplicates == true { scanning.told.remove(path) }
    }

    func settleScan(
        _ demand: BluetoothDemand, _ adapter: String,
        _ devices: [String: (path: String, properties: BusTree)]
    ) {
        let scan = demand.scan
        if scan?.services != scanning.wanted?.services { scanning.told = [] }
        scanning.wanted = scan
        // Whom bluetoothd doesn't know it must find before it can connect.
        let isSearched = demand.connections.contains { devices[$0] == nil }
        let isForAll = isSearched || scan?.beacons == true || scan?.services.isEmpty == true
        let filter: BlueZScan.Filter? =
            scan == nil && !isSearched
            ? nil
            : .init(
                services: isForAll ? [] : scan?.services ?? [],
                duplicates: scan?.duplicates == true || scan?.beacons == true)
        if filter != scanning.asked { ask(filter, adapter) }
        guard let scan else { return }
        for (identifier, device) in devices.sorted(by: { $0.key < $1.key })
        where !scanning.told.contains(device.path) {
            tell(scan, identifier, device.path, device.properties)
        }
    }

    private func ask(_ filter: BlueZScan.Filter?, _ adapter: String) {
        let wasOn = scanning.asked != nil
        scanning.asked = filter
        attempt { bus, owner throws(BusError) in
            func call(_ method: String) throws(BusError) -> BusMessage {
                try bus.call(owner, path: adapter, interface: BlueZ.adapter, method: method)
            }
            if wasOn { try bus.send(unanswered: call("StopDiscovery")) }
            guard let filter else { return }
            let set = try call("SetDiscoveryFilter")
            try set.begin(BusType.array, "{sv}")
            try set.entry("Transport", "s") { () throws(BusError) in try set.append("le") }
            try set.entry("DuplicateData", "b") { () throws(BusError) in
                try set.append(filter.duplicates)
            }
            if !filter.services.isEmpty {
                try set.entry("UUIDs", "as") { () throws(BusError) in
                    try set.append(filter.services.map { BluetoothUUID.full($0).lowercased() })
                }
            }
            try set.end()
            try bus.send(unanswered: set)
            try bus.send(call("StartDiscovery"), seconds: Limits.bluezAnswerSeconds) {
                [weak self] answer in
                guard let self, answer.errorName != nil, scanning.asked == filter else { return }
                scanning.asked = nil
                scanning.retry = later(milliseconds: Limits.bluezScanRetryMilliseconds)
            }
        }
    }

    /// One that is near, if it is what is looked for: bluetoothd also has those that it knows from
    /// earlier.
    private func tell(
        _ scan: BluetoothDemand.Scan, _ identifier: String, _ path: String, _ device: BusTree
    ) {
        guard let signal = device["RSSI"]?.number, device["Connected"]?.flag != true else { return }
        let advertisement = BlueZ.advertisement(device)
        guard scan.isFor(advertisement) else { return }
        scanning.told.insert(path)
        report(
            .reported(
                .discovered(
                    KnownPeripheral(identifier, name: advertisement.name), advertisement,
                    signal: Int(signal))))
    }
}

extension BluetoothDemand.Scan {
    fileprivate func isFor(_ advertisement: BluetoothAdvertisement) -> Bool {
        services.isEmpty || services.contains(where: advertisement.services.contains)
    }
}
