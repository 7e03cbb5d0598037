import CQuiesceLinux
import Foundation
import Glibc
import QuiesceCore
import QuiesceLinux
import QuiesceShell
import QuiesceZones

/// The machine's own conditions, which become the device's: its battery, its time zone, its clock,
/// its network. Nothing is polled, and everything is read off the loop. Belongs to the loop's
/// thread.
final class RealSources {
    /// The folders and files that the conditions are read from; tests have trees of their own.
    struct Places: Sendable {
        var sys = "/sys"
        var localtime = "/etc/localtime"
        var net = "/proc/net"
        var zones = ZoneDatabase.folder
    }

    private let loop: EventLoop
    private let worker: Worker
    private let places: Places
    private let report: (Event) -> Void
    /// The zone that apps are told; nil: none is known.
    private let chosenZone: () -> String?
    /// The zones that notifications go by.
    private let namedZones: () -> [String]
    private var clock: ClockWatch?
    private var folder: FolderWatch?
    private var zones: FolderWatch?
    private var batteries: OwnedDescriptor?
    private var lastBattery: Battery?
    private var lastZone: String?
    private var network: NetworkWatch?
    private var lastNetwork: DeviceConditions.Network?
    /// NetworkManager's, if it is there.
    private var networkAdvice = NetworkAdvice()

    init(
        _ places: Places, loop: EventLoop, worker: Worker, chosenZone: @escaping () -> String?,
        zones: @escaping () -> [String], report: @escaping (Event) -> Void
    ) {
        self.places = places
        self.loop = loop
        self.worker = worker
        self.chosenZone = chosenZone
        self.namedZones = zones
        self.report = report
    }

    /// Reports what is true now, and from then on each change.
    ///
    /// - Returns: what can't be watched, for the device's owner.
    func start() -> [String] {
        var notes: [String] = []
        readBattery()
        readZone()
        readNetwork()
        do {
            clock = try ClockWatch(loop: loop) { [unowned self] in tellClock() }
        } catch {
            notes.append("the clock isn't watched (\(error)); apps aren't told when it is set")
        }
        do {
            let name = (places.localtime as NSString).lastPathComponent
            folder = try FolderWatch(
                (places.localtime as NSString).deletingLastPathComponent, for: name, loop: loop
            ) { [unowned self] in readZone() }
        } catch {
            notes.append("the time zone isn't watched (\(error)); set it with `quiesce send`")
        }
        // The database's own version is in it, so whatever updates the database replaces it. Where
        // it is missing, an update is noticed within a month.
        zones = try? FolderWatch(places.zones, for: "tzdata.zi", loop: loop) { [unowned self] in
            tellClock()
        }
        do {
            network = try NetworkWatch(loop: loop) { [unowned self] in readNetwork() }
        } catch {
            notes.append(
                "the network isn't watched (\(error)); set it with `quiesce send network`"
            )
        }
        // Where the kernel tells nobody, as in most containers, there is no battery either.
        if let socket = try? OwnedDescriptor(checkingNegative: ql_uevent_socket(), "socket") {
            watchBatteries(socket)
        }
        return notes
    }

    private func watchBatteries(_ socket: consuming OwnedDescriptor) {
        let number = socket.number
        batteries = consume socket
        _ = try? loop.watch(number) { [unowned self] _ in
            var isOfBattery = false
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: 8_192) { buffer in
                guard let bytes = buffer.baseAddress else { return }
                while case let count = recv(number, bytes, buffer.count, 0), count != 0 {
                    // ENOBUFS: some were lost, and may have been the battery's.
                    if count < 0, errno != ENOBUFS { break }
                    isOfBattery =
                        isOfBattery || count < 0
                        || ql_uevent_is_of(bytes, count, "power_supply")
                }
            }
            if isOfBattery { readBattery() }
        }
    }

    /// Reports the battery, if it is otherwise than before.
    func readBattery() {
        let root = places.sys
        loop.perform(on: worker) {
            Battery.read(root: root)
        } then: { [unowned self] battery in
            guard let battery, battery != lastBattery else { return }
            lastBattery = battery
            report(.sensed(battery.change))
        }
    }

    /// The network is what the kernel says, as NetworkManager sees it.
    func advise(_ advice: NetworkAdvice) {
        networkAdvice = advice
        readNetwork()
    }

    /// Reports the network, if it is another than before.
    func readNetwork() {
        let places = places
        loop.perform(on: worker) {
            NetworkKind.read(net: places.net, sys: places.sys)
        } then: { [unowned self] kind in
            let network = networkAdvice.applied(to: kind)
            guard network != lastNetwork else { return }
            lastNetwork = network
            report(.sensed(.network(network)))
        }
    }

    private func readZone() {
        let places = places
        loop.perform(on: worker) {
            Self.zone(places)
        } then: { [unowned self] zone in
            if let zone, zone != lastZone, zone.utf8.count <= Limits.deviceValueBytes {
                lastZone = zone
                report(.sensed(.timeZone(zone)))
            }
            tellClock()
        }
    }

    private static func zone(_ places: Places) -> String? {
        ProcessInfo.processInfo.environment["TZ"].flatMap { $0.isEmpty ? nil : $0 }
            ?? MachineTimeZone.name(file: places.localtime)
    }

    /// Reports the offsets of the zone that the device is in, and of those that notifications go
    /// by: the clock or the zone may have been set.
    func tellClock() {
        let (name, names, places) = (chosenZone(), namedZones(), places)
        loop.perform(on: worker) {
            Self.clock(in: name, and: names, places)
        } then: { [unowned self] events in
            for event in events { report(event) }
        }
    }

    /// The events that `tellClock` reports, looked up at once, before `start`: a daemon must not
    /// begin by the zone in which the one before ended.
    ///
    /// - Parameter overridden: the zone that a tool has put the device in; nil: the machine's own
    ///   counts.
    func clockBeforeStart(overridden: String?) -> [Event] {
        Self.clock(in: overridden ?? Self.zone(places), and: namedZones(), places)
    }

    private static func clock(
        in zone: String?, and names: [String], _ places: Places
    ) -> [Event] {
        let now = LinuxClock.now().wall
        let database = ZoneDatabase(folder: places.zones)
        // One that the database has no more is UTC's from then on.
        func offsets(of name: String) -> UTCOffsets {
            database.offsets(of: name, around: now) ?? .utc
        }
        let clock = Event.clockChanged(zone.map(offsets) ?? .utc)
        let zones = names.map { ZoneOffsets(name: $0, offsets: offsets(of: $0)) }
        return zones.isEmpty ? [clock] : [clock, .notification(.zones(zones))]
    }
}
