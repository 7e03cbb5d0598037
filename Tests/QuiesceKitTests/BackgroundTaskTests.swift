import Foundation
import QuiesceWire
import TestSupport
import Testing

@Suite struct BackgroundTaskTests {
    @Test("Tasks begun by many threads have ids of their own", .behaviour("T1"))
    func manyThreads() throws {
        let daemon = try FakeDaemon()
        let app = try launched(by: daemon)
        app.command("begin 200")
        let seen = Set(try app.lines(200))
        #expect(seen.count == 200)
        #expect(!seen.contains("task 0"))
        var ids: Set<UInt64> = []
        for number in 1...200 {
            guard case .beginTask(let request, let task, "work") = try daemon.receive() else {
                throw Failure("not a beginTask")
            }
            #expect(request == UInt64(number))
            ids.insert(task)
        }
        #expect(Set(ids.map { "task \($0)" }) == seen)
        app.command("end \(try #require(ids.first))")
        guard case .endTask(201, ids.first) = try daemon.receive() else {
            throw Failure("not its endTask")
        }
    }

    @Test(
        "Only the handlers of tasks that are still open are called, once, on the main queue",
        .behaviour("T4"))
    func expiration() throws {
        let daemon = try FakeDaemon()
        let app = try launched(by: daemon)
        app.command("begin 1")
        app.command("begin 1")
        #expect(try app.lines(2) == ["task 1", "task 2"])
        app.command("end 1")
        #expect(try app.line() == "ended")
        _ = try daemon.receive(3)
        try daemon.deliverAndWait(3, .expireTasks([1, 2, 99]))
        try daemon.deliverAndWait(4, .expireTasks([2]))
        try daemon.deliverAndWait(5, .willResignActive)
        #expect(try app.lines(2) == ["expired", "willResignActive active"])
    }

    @Test("Ending an unknown or ended task is harmless and reported", .behaviour("T7"))
    func unknownTask() throws {
        let daemon = try FakeDaemon()
        let app = try launched(by: daemon)
        for id in ["7", "0", "-1", "9223372036854775807"] {
            app.command("end \(id)")
            #expect(try app.line() == "ended")
            #expect(try app.complaint().contains("endBackgroundTask(\(id))"))
        }
        #expect(try daemon.deliverAndWait(3, .willResignActive) == [.handled(seq: 3)])
    }

    @Test("A device without multitasking says so and refuses tasks", .behaviour("O2", "T1"))
    func withoutMultitasking() throws {
        let daemon = try FakeDaemon()
        let app = try launched(by: daemon, multitasking: false)
        app.command("multitasking")
        app.command("begin 1")
        #expect(try app.lines(2) == ["multitasking false", "task 0"])
        #expect(try daemon.deliverAndWait(3, .willResignActive) == [.handled(seq: 3)])
    }

    @Test("A task too many is refused until one ends", .behaviour("T1"))
    func limit() throws {
        let daemon = try FakeDaemon()
        let app = try launched(by: daemon, limit: 2)
        for id in [1, 2, 0] {
            app.command("begin 1")
            #expect(try app.line() == "task \(id)")
        }
        app.command("end 1")
        app.command("begin 1")
        #expect(try app.lines(2) == ["ended", "task 3"])
    }

    @Test(
        "Told that its time is used up, the app gets `.invalid` until it is in front again",
        .behaviour("T1"))
    func usedUp() throws {
        let daemon = try FakeDaemon()
        let app = try launched(by: daemon)
        try daemon.deliverAndWait(3, .didEnterBackground(deadline: 1))
        _ = try app.lines(through: "notification didEnterBackground")
        try daemon.send(.backgroundTime(deadline: 1, isOver: true))
        try daemon.deliverAndWait(4, .expireTasks([]))
        app.command("begin 1")
        #expect(try app.line() == "task 0")
        try daemon.deliverAndWait(5, .willEnterForeground)
        _ = try app.lines(through: "willEnterForeground background")
        app.command("begin 1")
        #expect(try app.line() == "task 1")
    }

    @Test(
        "The time that remains is huge in the foreground and runs in the background",
        .behaviour("T2"))
    func remaining() throws {
        let daemon = try FakeDaemon()
        let app = try launched(by: daemon)
        app.command("multitasking")
        app.command("remaining")
        #expect(
            try app.lines(2) == [
                "multitasking true", "remaining \(Double.greatestFiniteMagnitude)",
            ])
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        let deadline = (Int64(now.tv_sec) + 1_000) * 1_000_000_000
        try daemon.deliverAndWait(3, .didEnterBackground(deadline: deadline))
        _ = try app.lines(through: "notification didEnterBackground")
        app.command("remaining")
        let seconds = try #require(Double(try app.line().dropFirst("remaining ".count)))
        #expect((900...1_001).contains(seconds))
        try daemon.send(.backgroundTime(deadline: 1))
        try daemon.deliverAndWait(4, .expireTasks([]))
        app.command("remaining")
        #expect(try app.line() == "remaining 0.0")
    }
}
