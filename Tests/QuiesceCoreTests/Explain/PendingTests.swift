import TestSupport
import Testing

@testable import QuiesceCore

/// The unsettled matters that `why` names, kind by kind. `TestDevice` checks after every event of
/// every test that everything that waits is among them.
@Suite struct PendingTests {
    private func pending(_ device: TestDevice, _ kind: Pending.Kind) throws -> Pending {
        let all = try #require(device.machine.why(appA, at: device.now)).pending
        return try #require(all.first { $0.kind == kind }, "\(all)")
    }

    /// Seconds from now on.
    private func seconds(_ when: When?, _ device: TestDevice) throws -> Double {
        try #require(when).after(device.now).inSeconds
    }

    @Test(
        "A callback that has not returned says when its app is killed for it",
        .behaviour("D2", "W1"))
    func call() throws {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = .ignoring("didEnterBackground")
        device.open(appA)
        device.home()
        device.advance(by: .seconds(2))
        let call = try pending(device, .call)
        #expect(
            call.sentence
                == "Its didEnterBackground has not returned; if it has not within 5 s, the app is killed."
        )
        #expect(call.rule == .w1 && call.earliest == nil)
        #expect(try seconds(call.latest, device) == 3)
    }

    @Test("Calls that wait for a busy main thread are counted and named", .behaviour("D2", "H3"))
    func otherCalls() throws {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = .ignoring("didBecomeActive")
        device.open(appA)
        let call = try pending(device, .call)
        #expect(
            call.sentence
                == "One call waits for its main thread (didBecomeActive); at 256 it is killed.")
        #expect(call.latest == nil)
    }

    @Test("A wake-up in its handler says until when it must be completed", .behaviour("D2", "F5"))
    func wake() throws {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(completesAfter: nil)
        device.fetch(appA)
        device.advance(by: .seconds(10))
        let wake = try pending(device, .wake)
        #expect(
            wake.sentence
                == "It has not called the completion handler of fetch 1 yet; if it has not within 30 s, it is killed."
        )
        #expect(wake.rule == .f5)
        #expect(try seconds(wake.latest, device) == 20)
    }

    @Test(
        "A wake-up that came during the launch, or the end, says what it waits for",
        .behaviour("D2"))
    func waitingWakes() throws {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(slow: ["didFinishLaunching": .seconds(1)])
        device.fetch(appA)
        #expect(
            try pending(device, .wake).sentence
                == "Fetch 1 waits until it has finished launching; its handler then has 30 s.")
        device.advance(by: .seconds(2))
        device.behaviours[appA] = AppBehaviour(slow: ["willTerminate": .seconds(3)])
        device.open(appA)
        device.install(.test(appA, version: "2"))
        device.push(appA)
        let wake = try pending(device, .wake)
        #expect(wake.sentence == "Push 2 waits until its present process has ended.")
        #expect(try seconds(wake.latest, device) == 5)
        let end = try pending(device, .termination)
        #expect(
            end.sentence
                == "Its willTerminate was called; if it has not exited 5 s later, it is killed.")
        #expect(try seconds(end.latest, device) == 5)
        #expect(
            try pending(device, .install).sentence
                == "Version 2 takes its place once its present process has ended.")
    }

    @Test(
        "A launch that waits for a back-off says from when on it may be",
        .behaviour("D2", "reliability P9"))
    func backOff() throws {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(dies: ["didFinishLaunching": .signalled(11)])
        device.open(appA)
        let backOff = try pending(device, .backOff)
        #expect(
            backOff.sentence
                == "It failed at its last launch and is not launched into the background so soon; open it, or fix it."
        )
        #expect(backOff.rule == .w5 && backOff.latest == nil)
        #expect(try seconds(backOff.earliest, device) == 2)
        device.advance(by: .seconds(2))
        #expect(try #require(device.machine.why(appA, at: device.now)).pending.isEmpty)
    }

    @Test(
        "A wake-up held back after a crash says so, and from when on it is launched for",
        .behaviour("D2", "reliability P9"))
    func heldWake() throws {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(
            ignores: ["didFinishLaunching"], diesWhenKilled: false)
        device.open(appA)
        device.advance(by: .seconds(5))  // Killed, and hanging in the kernel.
        device.fetch(appA)
        device.die(appA, .signalled(9))
        let wake = try pending(device, .wake)
        #expect(
            wake.sentence
                == "Fetch 1 waits, because the app failed at its last launch and is not launched into the background so soon; open it, or fix it."
        )
        #expect(try seconds(wake.earliest, device) == 2)
    }

    @Test(
        "Open tasks say what may become of them, in front, in the background and in a sleeping device",
        .behaviour("D2", "T2", "T4", "T5"))
    func tasks() throws {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.beginTask(appA, 1, name: "save")
        var task = try pending(device, .task)
        #expect(
            task.sentence
                == "One finite-length task is open: \"save\"; once the app is left, they may run for 180 s."
        )
        #expect(task.latest == nil)
        device.home()
        device.advance(by: .seconds(60))
        task = try pending(device, .task)
        #expect(
            task.sentence
                == "One finite-length task is open: \"save\"; if one is still open when 180 s are used up, the app is killed."
        )
        #expect(task.rule == .t4)
        #expect(try seconds(task.latest, device) == 120)
        device.ask { .sleep($0) }
        task = try pending(device, .task)
        #expect(
            task.sentence
                == "One finite-length task is open: \"save\"; they go on when the device wakes.")
        device.ask { .wake($0) }
        device.behaviours[appA]?.endsTasksWhenExpired = false
        device.behaviours[appA] = AppBehaviour(endsTasksWhenExpired: false)
        device.advance(by: .seconds(117))
        #expect(try pending(device, .task).sentence.contains("expiration handlers were called"))
    }

    @Test("A freeze, a kill and a new daemon's patience say until when", .behaviour("D2", "S8"))
    func kernel() throws {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(freezesAfter: nil, diesWhenKilled: false)
        device.open(appA)
        device.home()
        let freeze = try pending(device, .suspension)
        #expect(
            freeze.sentence
                == "The kernel was asked to freeze it; if that takes more than 2 s, the app is killed."
        )
        #expect(try seconds(freeze.latest, device) == 2)
        device.advance(by: .seconds(3))
        let kill = try pending(device, .kill)
        #expect(
            kill.sentence == "It was sent SIGKILL, and will be again if its process is still there."
        )
        #expect(try seconds(kill.latest, device) == 1)
        device.open(appA)
        #expect(
            try pending(device, .open).sentence
                == "It comes to the front once its present process has ended.")
    }

    @Test(
        "An app that a new daemon has not heard yet says how long it waits for it", .behaviour("D2")
    )
    func adopted() throws {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.behaviours[appA] = AppBehaviour(connects: false)
        try device.restartDaemon()
        let connection = try pending(device, .connection)
        #expect(
            connection.sentence
                == "After the daemon's restart it has 2 s to connect before its limits apply.")
        #expect(try seconds(connection.latest, device) == 2)
    }

    @Test("Many wake-ups are named up to a bound, and counted from there", .behaviour("D2"))
    func manyWakes() throws {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(completesAfter: nil)
        for _ in 0..<20 { device.fetch(appA) }
        let wakes = try #require(device.machine.why(appA)).pending.filter { $0.kind == .wake }
        #expect(wakes.count == Limits.pendingNamed + 1)
        #expect(wakes.last?.sentence == "12 wake-ups more wait for the same reasons.")
    }

    @Test(
        "An app that is covered, and one behind a call, say what they wait for",
        .behaviour("D2", "S7"))
    func covered() throws {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.ask { .interrupt(.callIncoming, $0) }
        #expect(
            try pending(device, .interruption).sentence
                == "It becomes active once the interruption ends.")
        #expect(device.machine.why().sentence.hasSuffix("A call is coming in (S7)."))
        device.ask { .interrupt(.callAnswer, $0) }
        #expect(
            device.machine.why().pending.map(\.sentence) == [
                "A comes back to the front once the call is over, unless the user goes elsewhere."
            ])
        device.ask { .interrupt(.callEnd, $0) }
        #expect(device.machine.why().pending.isEmpty && device.state(appA) == .active)
        device.ask { .interrupt(.callEnd, $0) }
        let refusal = try #require(device.machine.why().refusals.last)
        #expect(refusal.reason == .noCall && refusal.rule == .s7)
        #expect(device.machine.why().sentence == "A is in front, because the user opened it (S3).")
    }

    @Test(
        "What changes while an app is suspended waits for it, and says so", .behaviour("D2", "Q1"))
    func untold() throws {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.home()
        device.ask { .changed(.proximity(near: true), $0) }
        let events = try pending(device, .events)
        #expect(
            events.sentence == "It is told of the changes (proximity) once it runs again.")
        #expect(events.rule == .q1)
        device.open(appA)
        #expect(try #require(device.machine.why(appA, at: device.now)).pending.isEmpty)
    }
}
