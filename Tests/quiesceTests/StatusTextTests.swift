import QuiesceWire
import Testing

@testable import quiesce

@Suite("The device's status, for a person") struct StatusTextTests {
    private var status: DeviceStatus {
        DeviceStatus(
            device: "d", version: "1", pid: 1, home: "/h", profile: "ios8", since: "",
            freezer: "cgroup", isolation: "uids", foreground: nil, locked: false, asleep: false,
            apps: 0, running: 0, suspended: 0, notes: ["one", "two"])
    }

    @Test("A label that is longer than the others moves all values, and notes have one label")
    func labels() {
        var held = status
        held.notificationsHeldUntil = "2026-01-01T00:00:00.000Z"
        let lines = Status.text(held, coloured: false)
        #expect(lines.contains { $0.hasPrefix("notifications: held until") })
        #expect(lines.contains("profile:       ios8"))
        #expect(lines.suffix(2) == ["notes:         one", "               two"])
        #expect(Status.text(status, coloured: false).contains("profile:    ios8"))
    }

    @Test("Low Power Mode and the thermal state are said where they aren't the usual")
    func power() {
        var warm = status
        warm.screen = ScreenStatus(orientation: "portrait", batteryState: "unplugged")
        #expect(!Status.text(warm, coloured: false).contains { $0.hasPrefix("power:") })
        warm.screen?.lowPowerMode = true
        warm.screen?.thermalState = "serious"
        #expect(
            Status.text(warm, coloured: false).contains(
                "power:      Low Power Mode is on; the thermal state is serious"))
    }
}
