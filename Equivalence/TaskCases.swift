import QuiesceCore
import QuiesceKit
import QuiesceTesting
import Testing

@MainActor @Suite struct TaskCases {
    @Test(
        "A background task delays the suspension of an app that is left",
        .says(.background, "Executing Finite-Length Tasks", under: [.ios7, .ios8]),
        .says(.executing, "Completing a Long-Running Task in the Background", under: [.ios4]))
    func delays() async throws {
        let device = try await launched()
        _ = UIApplication.shared.beginBackgroundTask()
        try await device.pressHome()
        try await device.advance(by: .seconds(30))
        #expect(device.app.state == .background)
    }

    @Test(
        "endBackgroundTask lets the app be suspended once the work is done",
        .says(.background, "Executing Finite-Length Tasks"))
    func ended() async throws {
        let device = try await launched()
        let task = UIApplication.shared.beginBackgroundTask()
        try await device.pressHome()
        UIApplication.shared.endBackgroundTask(task)
        try await device.advance(by: .seconds(1))
        #expect(device.app.state == .suspended)
    }

    @Test(
        "Each call of beginBackgroundTask gives a token of its own",
        .says(.background, "Executing Finite-Length Tasks", under: [.ios7, .ios8]))
    func tokens() async throws {
        _ = try await launched()
        let tasks = (0..<10).map { _ in UIApplication.shared.beginBackgroundTask() }
        #expect(Set(tasks.map(\.rawValue)).count == 10)
        #expect(!tasks.contains(.invalid))
    }

    @Test(
        "The app is suspended once the last of its tasks has ended, not the first",
        .says(.background, "Executing Finite-Length Tasks", under: [.ios7, .ios8]),
        .says(.application, "beginBackgroundTask(expirationHandler:)"))
    func balanced() async throws {
        let device = try await launched()
        let tasks = (0..<2).map { _ in UIApplication.shared.beginBackgroundTask() }
        try await device.pressHome()
        UIApplication.shared.endBackgroundTask(tasks[0])
        try await device.advance(by: .seconds(10))
        #expect(device.app.state == .background)
        UIApplication.shared.endBackgroundTask(tasks[1])
        try await device.advance(by: .seconds(1))
        #expect(device.app.state == .suspended)
    }

    @Test(
        "An app that fails to end a task is terminated when its time expires, and not suspended",
        .says(.background, "Executing Finite-Length Tasks", under: [.ios7, .ios8]),
        .says(.executing, "Completing a Long-Running Task in the Background", under: [.ios4]),
        .says(.application, "beginBackgroundTask(expirationHandler:)"),
        .says(.taskNotes, "UIApplication Background Task Notes"))
    func neverEnds() async throws {
        let device = try await launched()
        _ = UIApplication.shared.beginBackgroundTask()
        try await device.pressHome()
        try await device.advance(by: .hours(1))
        #expect(device.app.state == .notRunning)
        #expect(device.app.reason == .backgroundTaskExpired)
        #expect(!device.log.compactMap(\.to).contains(.suspended))
    }

    @Test(
        "The expiration handler is a last chance: an app that ends its task there isn't terminated",
        .says(.background, "Executing Finite-Length Tasks", under: [.ios7, .ios8]),
        .says(.executing, "Completing a Long-Running Task in the Background", under: [.ios4]),
        .says(.taskNotes, "UIApplication Background Task Notes"))
    func lastChance() async throws {
        let device = try await launched()
        var calls = 0
        Subject.task = UIApplication.shared.beginBackgroundTask {
            calls += 1
            UIApplication.shared.endBackgroundTask(Subject.task)
        }
        try await device.pressHome()
        try await device.advance(by: .hours(1))
        #expect(calls == 1)
        #expect(device.app.state == .suspended)
    }

    @Test(
        "A task may begin and end in the foreground, and has no effect on what follows",
        .says(.background, "Executing Finite-Length Tasks"))
    func inFront() async throws {
        let device = try await launched()
        let task = UIApplication.shared.beginBackgroundTask()
        try await device.advance(by: .hours(1))
        #expect(device.app.state == .active)
        UIApplication.shared.endBackgroundTask(task)
        try await device.pressHome()
        #expect(device.app.state == .suspended)
    }

    @Test(
        "An app that begins a task in didEnterBackground runs on after that has returned",
        .says(.states, "What to Do When Moving to the Background"),
        .says(.executing, "Completing a Long-Running Task in the Background", under: [.ios4]))
    func asItIsLeft() async throws {
        let device = try await launched()
        Subject.when["didEnterBackground"] = { _ = UIApplication.shared.beginBackgroundTask() }
        try await device.pressHome()
        try await device.advance(by: .seconds(20))
        #expect(device.app.state == .background)
    }

    @Test(
        "backgroundTimeRemaining says how much time the app has left to run",
        .says(.background, "Executing Finite-Length Tasks"))
    func remaining() async throws {
        let device = try await launched()
        _ = UIApplication.shared.beginBackgroundTask()
        try await device.pressHome()
        let first = UIApplication.shared.backgroundTimeRemaining
        try await device.advance(by: .seconds(20))
        let second = UIApplication.shared.backgroundTimeRemaining
        #expect(abs(first - second - 20) < 0.5)
        try await device.advance(by: .seconds(second + 30))
        #expect(device.app.state == .notRunning)
    }

    @Test(
        "An app in the background that begins a task isn't suspended before it ends",
        .says(.states, "Executing a Finite-Length Task in the Background"))
    func alreadyInBackground() async throws {
        let device = try await launched(.underTest(modes: [.fetch]))
        try await device.pressHome()
        Subject.when["performFetch background"] = {
            _ = UIApplication.shared.beginBackgroundTask()
        }
        try await device.fetch()
        try await device.advance(by: .seconds(20))
        #expect(device.wakes.map(\.result) == [.newData])
        #expect(device.app.state == .background)
    }
}
