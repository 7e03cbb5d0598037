import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceDaemon

@Suite(
    "The machine's idle timer",
    .enabled(if: TestBus.canRun, TestBus.missing))
struct MachineIdleTimerTests {
    private let loop: EventLoop
    private let log = LogLines()

    init() throws { loop = try EventLoop() }

    /// Serves the loop until that is so; a minute fails the test.
    private func serve(_ what: Comment, until isDone: () throws -> Bool) throws {
        var turns = 0
        loop.onTimer = { [loop] in loop.stop() }
        while try !isDone() {
            turns += 1
            try #require(turns < 1_200, what)
            // How often a condition is looked at that is no event here.
            loop.setTimer(at: LinuxClock.now().instant + .milliseconds(50))
            loop.run()
        }
        loop.setTimer(at: nil)
    }

    @Test(
        "logind and the screen saver are asked while it is held, and let go with it",
        .behaviour("T5"))
    func held() throws {
        let scratch = try ScratchDirectory()
        let machine = try PlayedLogind(in: scratch)
        let guests = try machine.guests()
        let timer = MachineIdleTimer(
            { [(.logind, machine.address), (.screenSaver, machine.address)] }, loop, log.logger)
        #expect(try machine.held() == [])
        timer.hold(for: "Maps")
        try serve("both are asked") {
            try machine.held() == ["idle", "Quiesce", "Maps is in front", "block"]
                && machine.askedOfScreenSaver().contains("Inhibit")
        }
        try serve("both have answered") {
            log.lines.count { $0 == "Maps keeps the screen on" } == 2
        }
        timer.hold(for: nil)
        try serve("logind has its lock back, and nobody is connected any more") {
            try machine.held() == [] && machine.guests() == guests
        }
    }

    @Test("Another app takes its place, and its name", .behaviour("T5"))
    func another() throws {
        let scratch = try ScratchDirectory()
        let machine = try PlayedLogind(in: scratch)
        let timer = MachineIdleTimer({ [(.logind, machine.address)] }, loop, log.logger)
        timer.hold(for: "Maps")
        timer.hold(for: "Chess")
        try serve("only the last holds") {
            try machine.held() == ["idle", "Quiesce", "Chess is in front", "block"]
        }
        timer.hold(for: nil)
    }

    @Test("A machine without them is no matter", .behaviour("T5"))
    func missing() throws {
        let scratch = try ScratchDirectory()
        let timer = MachineIdleTimer(
            { [(.logind, "unix:path=\(scratch.file("nothing"))")] }, loop, log.logger)
        timer.hold(for: "Maps")
        try serve("it is said") {
            log.lines.contains("Maps can't keep the screen on by systemd-logind")
        }
        timer.hold(for: nil)
    }
}
