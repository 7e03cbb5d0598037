import TestSupport
import Testing

@Suite("The responder chain of a real app") struct ResponderTests {
    @Test(
        "The application object gets each event first; touches go to the view under them, shaking and keys to the first responder, and all of them up the chain",
        .behaviour("H1", "H2"))
    func chain() throws {
        try withDevice { device in
            let app = try device.installRecorder()
            try device.open(app, "--application-main", "--fifo")
            try device.wait(app, "active")
            try device.tell(app, "responders", "first left")
            try device.wait(app, toPrint: "first left true")
            #expect(try device.quiesce("send", "touch", "230", "90").code == 0)
            #expect(try device.quiesce("send", "shake").code == 0)
            #expect(try device.quiesce("send", "remote-control", "nextTrack").code == 0)
            try device.wait(app, toPrint: "controller hears a key")
            // Another is the first, and the touch before doesn't make it so.
            try device.tell(app, "first right")
            try device.wait(app, toPrint: "first right true")
            #expect(try device.quiesce("send", "shake").code == 0)
            try device.wait(app, toPrint: "controller hears a shake", times: 2)
            let lines = try device.lines(app).filter { $0.contains(" hears ") }
            #expect(
                lines == [
                    "application hears touches", "right hears a touch", "controller hears a touch",
                    "application hears touches",
                    "application hears motion", "left hears a shake", "controller hears a shake",
                    "application hears remoteControl", "left hears a key",
                    "controller hears a key",
                    "application hears motion", "right hears a shake", "controller hears a shake",
                ])
        }
    }
}
