import Foundation
import QuiesceKit
import QuiesceTesting
import Testing

/// State preservation and restoration.
@MainActor @Suite struct RestorationCases {
    /// A reader whom the user left at page 7.
    private func reader() async throws -> VirtualDevice {
        Reader.reset()
        let device = try VirtualDevice.current
        try await device.launch(Reader.self)
        Reader.page = 7
        return device
    }

    /// The user leaves it, the system ends it, and the user opens it again.
    private func comeBack(on device: VirtualDevice) async throws {
        try await device.pressHome()
        try await terminate(on: device)
        Reader.page = 0
        try await device.open()
    }

    @Test(
        "An app whose state was preserved comes back where its user left it",
        .says(.delegate, "application(_:didDecodeRestorableStateWith:)"))
    func restored() async throws {
        let device = try await reader()
        try await comeBack(on: device)
        #expect(Reader.page == 7)
    }

    @Test(
        "A delegate that returns false has its state not preserved",
        .says(.delegate, "application(_:shouldSaveApplicationState:)"))
    func notSaved() async throws {
        let device = try await reader()
        Reader.saves = false
        try await comeBack(on: device)
        #expect(Reader.page == 0)
        #expect(!Reader.told.contains("willEncode"))
    }

    @Test(
        "A delegate that returns false has its state not restored",
        .says(.delegate, "application(_:shouldRestoreApplicationState:)"))
    func notRestored() async throws {
        let device = try await reader()
        Reader.restores = false
        try await comeBack(on: device)
        #expect(Reader.page == 0)
        #expect(!Reader.told.contains("didDecode"))
    }

    @Test(
        "Preservation may be disabled for a while",
        .says(.delegate, "application(_:shouldSaveApplicationState:)"))
    func disabledForAWhile() async throws {
        let device = try await reader()
        Reader.saves = false
        try await device.pressHome()
        try await device.open()
        Reader.saves = true
        try await comeBack(on: device)
        #expect(Reader.page == 7)
    }

    @Test(
        "Restoration proceeds only where there is an archive",
        .says(.restoration, "Overview"))
    func noArchive() async throws {
        _ = try await reader()
        #expect(!Reader.told.contains("shouldRestore"))
    }

    @Test(
        "Restoration comes between the two methods of the launch",
        .says(.launchSequence, "Overview"))
    func order() async throws {
        let device = try await reader()
        Reader.told = []
        try await comeBack(on: device)
        #expect(
            Reader.told.suffix(4) == [
                "willFinishLaunching", "shouldRestore", "didDecode", "didFinishLaunching",
            ])
    }

    @Test(
        "The system begins to preserve the state shortly after the app was told that it was left",
        .says(.intoBackground, "Prepare Your UI for the App Snapshot"))
    func afterLeaving() async throws {
        let device = try await reader()
        Reader.told = []
        try await device.pressHome()
        #expect(Reader.told == ["didEnterBackground", "shouldSave", "willEncode"])
    }

    @Test(
        "The delegate is asked first, and then saves its own",
        .says(.preservation, "Overview"))
    func asksFirst() async throws {
        let device = try await reader()
        try await device.pressHome()
        #expect(Reader.told.suffix(2) == ["shouldSave", "willEncode"])
    }
}

/// Saves a page, if it may.
@MainActor
private final class Reader: UIResponder, UIApplicationDelegate {
    static var told: [String] = []
    static var page = 0
    static var (saves, restores) = (true, true)

    static func reset() { (told, page, saves, restores) = ([], 0, true, true) }

    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        Self.told.append("willFinishLaunching")
        return true
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        Self.told.append("didFinishLaunching")
        return true
    }

    func applicationDidEnterBackground(_ application: UIApplication) {
        Self.told.append("didEnterBackground")
    }

    func application(
        _ application: UIApplication, shouldSaveApplicationState coder: NSCoder
    ) -> Bool {
        Self.told.append("shouldSave")
        return Self.saves
    }

    func application(
        _ application: UIApplication, shouldRestoreApplicationState coder: NSCoder
    ) -> Bool {
        Self.told.append("shouldRestore")
        return Self.restores
    }

    func application(
        _ application: UIApplication, willEncodeRestorableStateWith coder: NSCoder
    ) {
        Self.told.append("willEncode")
        coder.encode(Self.page, forKey: "page")
    }

    func application(
        _ application: UIApplication, didDecodeRestorableStateWith coder: NSCoder
    ) {
        Self.told.append("didDecode")
        Self.page = coder.decodeInteger(forKey: "page")
    }
}
