import TestSupport
import Testing

/// The motor is dbusmock's: feedbackd, which drives one, is played.
@Suite("A phone that vibrates") struct VibrationTests {
    @Test(
        "A notification's sound comes with a vibration, one without a sound without",
        .behaviour("N6"))
    func withSound() throws {
        let scratch = try ScratchDirectory()
        let desktop = try MockedDesktop(in: scratch)
        try desktop.serve()
        try desktop.startFeedback()
        let device = try LiveDevice()
        defer { device.tearDown() }
        device.sessionBus = desktop.address
        try device.start()
        let alarms = try Alarms(device)
        try alarms.schedule("mute", in: 1)
        try alarms.schedule("loud", in: 2, "sound='default'")
        try alarms.suspend()
        _ = try alarms.waitUntilShown("loud")
        #expect(try alarms.rows().map(\.name).sorted() == ["loud", "mute"])
        let call = try desktop.next("TriggerFeedback")
        #expect(call.args[0] == .text("quiesce-\(alarms.app)"))
        // The mute one was shown before, and brought none.
        let shown = try desktop.next("Notify")
        #expect(shown.args[4] == "It is loud")
    }
}
