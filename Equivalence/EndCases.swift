import QuiesceCore
import QuiesceKit
import QuiesceTesting
import Testing

@MainActor @Suite struct EndCases {
    @Test(
        "An app that runs in the foreground is told before it is terminated",
        .says(.states, "App Termination"))
    func inFront() async throws {
        let device = try await launched()
        try await device.quit()
        #expect(Subject.told.last == "willTerminate")
    }

    @Test(
        "An app that runs in the background is told before it is terminated",
        .says(.states, "App Termination"))
    func inBackground() async throws {
        let device = try await launched()
        _ = UIApplication.shared.beginBackgroundTask()
        try await device.pressHome()
        try await device.quit()
        #expect(Subject.told.last == "willTerminate")
    }

    @Test(
        "A suspended app isn't told that the user kills it",
        .says(.states, "App Termination"))
    func suspended() async throws {
        let device = try await launched()
        try await device.pressHome()
        try await device.quit()
        #expect(device.app.state == .notRunning)
        #expect(Subject.told.last == "didEnterBackground")
    }

    @Test(
        "When memory is low a suspended app may be purged without notice",
        .says(.states, "Managing App State Changes", under: [.ios7, .ios8]),
        .says(
            .executing, "Being a Responsible, Multitasking-Aware Application", under: [.ios4]))
    func purged() async throws {
        let device = try await launched()
        try await device.pressHome()
        try await terminate(on: device)
        #expect(Subject.told.last == "didEnterBackground")
    }

    @Test(
        "An app in the background is warned of low memory in the usual way",
        .says(.background, "Being a Responsible Background App", under: [.ios7, .ios8]),
        .says(
            .executing, "Being a Responsible, Multitasking-Aware Application", under: [.ios4]))
    func warned() async throws {
        let device = try await launched()
        _ = UIApplication.shared.beginBackgroundTask()
        try await device.pressHome()
        try await device.memoryPressure(.warning)
        #expect(Subject.told.last == "didReceiveMemoryWarning")
    }

    @Test(
        "An app in the background that is terminated to free more memory is told so",
        .says(.background, "Being a Responsible Background App", under: [.ios7, .ios8]),
        .says(
            .executing, "Being a Responsible, Multitasking-Aware Application", under: [.ios4]),
        .says(.delegate, "applicationWillTerminate(_:)"))
    func terminatedForMemory() async throws {
        let device = try await launched()
        _ = UIApplication.shared.beginBackgroundTask()
        try await device.pressHome()
        try await device.memoryPressure(.critical)
        try await device.advance(by: .seconds(10))
        try await device.memoryPressure(.critical)
        #expect(device.app.reason == .memoryPressure)
        #expect(Subject.told.last == "willTerminate")
    }

    @Test(
        "willTerminate gets an app no more time in the background",
        .says(.states, "App Termination"))
    func noMoreTime() async throws {
        let device = try await launched()
        Subject.when["willTerminate"] = { _ = UIApplication.shared.beginBackgroundTask() }
        try await device.quit()
        try await device.advance(by: .seconds(10))
        #expect(device.app.state == .notRunning)
    }

    @Test(
        "An app that was ended begins anew when the user opens it",
        .says(.states, "Managing App State Changes"))
    func beginsAnew() async throws {
        let device = try await launched()
        try await device.pressHome()
        try await device.kill()
        try await device.open()
        #expect(device.app.launches == 2)
        #expect(
            Subject.told.suffix(3) == [
                "willFinishLaunching inactive", "didFinishLaunching inactive", "didBecomeActive",
            ])
    }
}
