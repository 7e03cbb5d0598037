import Foundation
import QuiesceKit
import QuiesceTesting
import TestSupport
import Testing

@MainActor @Suite(.virtualDevice) struct LifeCycleTests {
    init() { Diary.clear() }

    @Test(
        "An app is launched, left, suspended and brought back in order",
        .behaviour("S3", "S5", "S6"))
    func order() async throws {
        let device = try VirtualDevice.current
        #expect(device.app.state == .notRunning)
        try await device.launch(Diary.self)
        #expect(device.app.state == .active)
        #expect(UIApplication.shared.applicationState == .active)
        try await device.pressHome()
        #expect(device.app.state == .suspended)
        try await device.open()
        #expect(device.app.state == .active)
        #expect(
            Diary.pages == [
                "willFinishLaunching inactive", "didFinishLaunching inactive", "didBecomeActive",
                "willResignActive", "didEnterBackground", "willEnterForeground", "didBecomeActive",
            ])
        #expect(device.app.launches == 1)
    }

    @Test("The lock button leaves the app, and unlocking brings it back", .behaviour("S7"))
    func lock() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Diary.self)
        try await device.lock()
        #expect(device.app.state == .suspended)
        try await device.unlock()
        #expect(device.app.state == .active)
    }

    @Test("A suspended app that is killed is made anew when it is opened", .behaviour("W5"))
    func relaunch() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Diary.self)
        let first = try #require(UIApplication.shared.delegate as? Diary)
        try await device.pressHome()
        let pages = Diary.pages
        try await device.kill()
        #expect(device.app.state == .notRunning)
        #expect(device.app.reason == .crashed)
        #expect(Diary.pages == pages, "a suspended app is told nothing")
        try await device.open()
        let second = try #require(UIApplication.shared.delegate as? Diary)
        #expect(first !== second)
        #expect(device.app.launches == 2)
        #expect(UIApplication.shared.previousExitReason == "crashed")
    }

    @Test("An app that runs is told of its end; a suspended one isn't", .behaviour("W3", "U1"))
    func termination() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Diary.self)
        try await device.quit()
        #expect(Diary.pages.last == "willTerminate")
        #expect(device.app.reason == .forceQuit)
        try await device.open()
        try await device.pressHome()
        try await device.quit()
        #expect(Diary.pages.last == "didEnterBackground")
        #expect(device.app.state == .notRunning)
    }

    @Test("A restart of the device ends the app", .behaviour("W3"))
    func reboot() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Diary.self)
        try await device.reboot()
        #expect(Diary.pages.last == "willTerminate")
        #expect(device.app.state == .notRunning)
        try await device.open()
        #expect(device.app.state == .active)
        #expect(device.app.launches == 2)
    }

    @Test("What the life cycle posts is posted, with the app as its object", .behaviour("S5"))
    func notifications() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Diary.self)
        let heard = Heard()
        let observer = NotificationCenter.default.addObserver(
            forName: UIApplication.didEnterBackgroundNotification, object: UIApplication.shared,
            queue: nil
        ) { _ in MainActor.assumeIsolated { heard.count += 1 } }
        defer { NotificationCenter.default.removeObserver(observer) }
        try await device.pressHome()
        #expect(heard.count == 1)
    }

    @Test("An app that opted out of the background ends when it is left", .behaviour("O1"))
    func optedOut() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Diary.self, as: .underTest(exitsOnSuspend: true))
        try await device.pressHome()
        #expect(device.app.state == .notRunning)
        #expect(device.app.reason == .optedOut)
        #expect(try device.why().sentence.contains("UIApplicationExitsOnSuspend"))
    }

    @Test("An app's own subclass of UIApplication is its shared app")
    func subclass() async throws {
        let device = try VirtualDevice.current
        try await device.launch(application: OwnApplication.self) { Diary() }
        #expect(UIApplication.shared is OwnApplication)
    }
}

@MainActor private final class Heard { var count = 0 }
private final class OwnApplication: UIApplication {}
