import QuiesceCore
import QuiesceShell
import QuiesceZones

// The clock, and the zone that it is in.
extension SimulatedDevice {
    /// Tells the daemon of the zone and the clock, as it finds out itself if it is watching.
    func tellClock() {
        daemon { tellClock(in: $0.machine.timeZone, $0) }
    }

    /// As the daemon does before it begins: the machine may be in another zone by now.
    func tellClockBeforeStart(_ device: Device) {
        tellClock(in: device.machine.overriddenTimeZone ?? machineZone, device)
    }

    private func tellClock(in zone: String?, _ device: Device) {
        guard knowsCalendar else { return }
        func offsets(of name: String) -> UTCOffsets? {
            BuiltInZones.offsets(of: name, around: now.wall)
        }
        device.take(.clockChanged(zone.flatMap(offsets) ?? .utc))
        let zones = device.machine.zones.compactMap { name in
            offsets(of: name).map { ZoneOffsets(name: name, offsets: $0) }
        }
        if !zones.isEmpty { device.take(.notification(.zones(zones))) }
    }

    /// Tells the daemon the zone that the machine is in, as it reads that at its start.
    func senseZone() {
        guard let machineZone else { return tellClock() }
        daemon { $0.take(.sensed(.timeZone(machineZone))) }
        tellClock()
    }

    /// The power fails, and with it the clock, which has no battery of its own.
    func cutPowerAndClock() {
        // A clock without power begins in 1970 at the earliest.
        let shown = (clocks.wall - .zero) - (clocks.awake - .zero)
        let lost = min(.seconds(400 * 86_400), shown)
        lostClock = lostClock + lost
        setClock(by: .zero - lost)
        cutPower(losing: 0)
    }

    /// The network says what time it is.
    func findClock() {
        guard lostClock > .zero else { return }
        setClock(by: lostClock)
        lostClock = .zero
        tellClock()
    }
}
