import QuiesceCore
import QuiesceTesting
import QuiesceWire
import TestSupport
import Testing

@testable import QuiesceKit

/// An app with an interface, on a virtual device.
@MainActor @Suite(.virtualDevice, .serialized) struct ViewTests {
    @Test("What changes at one moment makes one scene", .behaviour("Q3"))
    func coalescing() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Labelled.self)
        let scenes = Scenes()
        UIApplication.shared.display.send = { scenes.sent.append($0) }
        for number in 0..<10 { Labelled.label?.text = "\(number)" }
        try await device.advance(by: .milliseconds(1))
        #expect(scenes.sent.count == 1)
        Labelled.label?.text = "last"
        try await device.advance(by: .milliseconds(1))
        #expect(scenes.sent.count == 2)
        // With the snapshot, nothing is left to be told while the app is in the background.
        Labelled.label?.text = "snapshot"
        try await device.pressHome()
        #expect(device.app.state == .suspended)
        #expect(scenes.sent.count == 3)
        Labelled.label?.text = "unseen"
        try await device.advance(by: .hours(1))
        #expect(scenes.sent.count == 3)
        try await device.open()
        #expect(scenes.sent.count == 4)
    }

    @Test("After a fetch the snapshot shows what the app shows then", .behaviour("F7"))
    func fetched() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Labelled.self, as: .underTest(modes: [.fetch]))
        let scenes = Scenes()
        UIApplication.shared.display.send = { scenes.sent.append($0) }
        try await device.pressHome()
        try await device.fetch()
        #expect(scenes.sent.last?.root.children?.last?.text?.string == "fetched")
        #expect(device.app.state == .suspended)
    }

    @Test("An app that was only ever in the background has no snapshot to show", .behaviour("S4"))
    func fetchedUnseen() async throws {
        let device = try VirtualDevice.current
        try device.install(.underTest(modes: [.fetch])) { Labelled() }
        Labelled.scenes = Scenes()
        defer { Labelled.scenes = nil }
        try await device.fetch()
        #expect(device.app.launches == 1)
        #expect(Labelled.label?.text == "fetched")
        #expect(Labelled.scenes?.sent == [])
    }

    @Test("Each launch has windows of its own, and none is left of the one before")
    func windowsPerLaunch() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Labelled.self)
        let first = try #require(UIApplication.shared.keyWindow)
        try await device.kill()
        try await device.open()
        #expect(UIApplication.shared.windows.count == 1)
        #expect(UIApplication.shared.keyWindow !== first)
    }

    @Test("A rotation on the device turns the interface", .behaviour("H4", "Q1"))
    func rotation() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Labelled.self)
        try await device.pressHome()
        for orientation: DeviceConditions.Orientation in [
            .landscapeRight, .portrait, .landscapeLeft,
        ] {
            try await device.change(.orientation(orientation))
        }
        #expect(UIScreen.main.bounds.width == 320)
        try await device.open()
        #expect(UIScreen.main.bounds.width == 568)
        #expect(UIApplication.shared.statusBarOrientation == .landscapeRight)
    }
}

@MainActor private final class Scenes {
    var sent: [Scene] = []
}

@MainActor private final class Labelled: UIResponder, UIApplicationDelegate {
    static weak var label: UILabel?
    /// Takes the scenes of the next launch, from its start.
    static var scenes: Scenes?
    var window: UIWindow?

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let (window, label) = (UIWindow(), UILabel())
        window.rootViewController = UIViewController()
        window.makeKeyAndVisible()
        window.addSubview(label)
        Self.label = label
        self.window = window
        if let scenes = Self.scenes { application.display.send = { scenes.sent.append($0) } }
        return true
    }

    func application(
        _ application: UIApplication,
        performFetchWithCompletionHandler completionHandler:
            @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) {
        Self.label?.text = "fetched"
        completionHandler(.newData)
    }
}
