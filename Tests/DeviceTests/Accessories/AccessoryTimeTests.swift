import TestSupport
import Testing

@Suite("How long an app has for what its accessory says") struct AccessoryTimeTests {
    /// The app is suspended, and its session goes on. `slow`: what it does with what comes.
    private func suspended(
        _ device: LiveDevice, _ scale: FakeAccessory, _ slow: String
    ) throws -> String {
        let app = try device.installTalker()
        try device.open(app, "--fifo")
        try device.wait(app, "active")
        try device.connect(scale)
        try device.wait(app, toPrint: "event accessory Scale true")
        try device.tell(app, "session \(scaleProtocol)", slow)
        try device.wait(app, toPrint: "input open")
        try device.perform(.home)
        try device.wait(app, "suspended")
        return app
    }

    @Test("One that does not come back from it in ten seconds is ended", .behaviour("E1", "W4"))
    func late() throws {
        try withDevice { device in
            let scale = try FakeAccessory()
            let app = try suspended(device, scale, "slow")
            let before = try device.mark()
            scale.send("7 kg")
            let woken = try device.wait(for: "its wake-up", app: app, after: before) {
                $0.reason == "wokenForAccessory"
            }
            let end = try device.wait(for: "its end", app: app, after: before) { $0.kind == "kill" }
            #expect(end.rule == "E1")
            #expect(try device.seconds(from: woken, to: end) >= 10)
            try device.wait(app, "notRunning")
        }
    }

    @Test("A task goes on after it, for longer than that", .behaviour("E1", "T2"))
    func task() throws {
        try withDevice { device in
            let scale = try FakeAccessory()
            let app = try suspended(device, scale, "slow task")
            let before = try device.mark()
            scale.send("7 kg")
            try device.wait(app, toPrint: "worked on")
            let woken = try device.wait(for: "its wake-up", app: app, after: before) {
                $0.reason == "wokenForAccessory"
            }
            let asleep = try device.wait(for: "its rest", app: app, after: before) {
                $0.to == "suspended"
            }
            #expect(try device.seconds(from: woken, to: asleep) >= 12)
            #expect(try device.ps(app).launch == 1)
        }
    }
}
