import TestSupport
import Testing

@Suite(
    "A real app keeps the screen on",
    .enabled(if: TestBus.canRun, TestBus.missing))
struct LiveIdleTimerTests {
    @Test(
        "The machine's idle timer stands still while the app is in front, also for the next daemon",
        .behaviour(
            "T5",
            missing: "logind is played by dbusmock: no screen of a machine was seen to stay on"))
    func inFront() throws {
        let scratch = try ScratchDirectory()
        let machine = try PlayedLogind(in: scratch)
        let device = try LiveDevice()
        defer { device.tearDown() }
        device.systemBus = machine.address
        try device.start()
        let app = try device.installRecorder()
        try device.open(app, "--fifo")
        try device.wait(app, "active")
        #expect(try !machine.held().contains("idle"))
        try device.tell(app, "idleTimer off")
        try device.wait(app, toPrint: "idle timer off")
        /// logind tells of no change to whoever isn't root: it is asked until it is so.
        func expect(held: Bool, _ line: SourceLocation = #_sourceLocation) throws {
            let end = ContinuousClock.now + .seconds(LiveDevice.patience)
            while try machine.held().contains("idle") != held {
                try #require(ContinuousClock.now < end, sourceLocation: line)
            }
        }
        try expect(held: true)
        #expect(try device.quiesce("why-awake").out.contains("keeps the screen on"))
        try device.perform(.home)
        try expect(held: false)
        try device.open(app)
        try expect(held: true)
        device.killDaemon()
        try expect(held: false)
        try device.start()
        try expect(held: true)
        try device.tell(app, "idleTimer on")
        try expect(held: false)
    }
}
