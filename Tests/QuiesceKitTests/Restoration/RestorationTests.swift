import Foundation
import QuiesceWire
import TestSupport
import Testing

@testable import QuiesceKit

/// When an app's state is saved, restored and set aside: launches in this process, without a
/// device.
@MainActor @Suite struct RestorationTests {
    private let container = FileManager.default.temporaryDirectory.appendingPathComponent(
        "quiesce-restoration-\(UUID().uuidString)")

    @Test(
        "What was shown is restored after willFinishLaunching, and before the app is ready",
        .behaviour("P1"))
    func order() throws {
        try launches {
            try launch { app, reader in
                #expect(reader.diary.news() == ["willFinish", "didFinish"])
                reader.root.page = 5
                app.leave()
                #expect(reader.diary.news() == ["didEnterBackground", "shouldSave", "willEncode"])
            }
            try launch(after: "crashed") { _, reader in
                #expect(
                    reader.diary.news() == [
                        "willFinish", "shouldRestore", "decode book", "didDecode 5", "didFinish",
                    ])
                #expect(reader.root.page == 5)
                #expect(reader.savedAt != nil)
            }
        }
    }

    @Test("A delegate that doesn't want it saved or restored isn't overruled", .behaviour("P1"))
    func refused() throws {
        try launches {
            try leave(at: 5)
            try launch(restores: false) { _, reader in #expect(reader.root.page == 0) }
            // It is still there, for a launch that wants it.
            try launch { _, reader in #expect(reader.root.page == 5) }
            try launch { app, reader in
                reader.saves = false
                app.leave()
            }
            try launch { _, reader in #expect(reader.root.page == 0) }
        }
    }

    @Test("What was presented is made again by the delegate, and restored", .behaviour("P1"))
    func presented() throws {
        try launches {
            try launch { app, reader in
                app.finish()
                let note = Page("note")
                reader.root.present(note, animated: false)
                note.page = 9
                app.leave()
            }
            try launch { _, reader in
                let note = reader.root.presentedViewController as? Page
                #expect(note?.page == 9)
                #expect(note?.presentingViewController === reader.root)
                #expect(note?.viewIfLoaded?.window === reader.window)
            }
        }
    }

    @Test("A controller without an identifier isn't preserved, nor what it presents")
    func unnamed() throws {
        try launches {
            try launch { app, reader in
                app.finish()
                let unnamed = Page(nil)
                reader.root.present(unnamed, animated: false)
                unnamed.present(Page("note"), animated: false)
                app.leave()
            }
            try launch { _, reader in #expect(reader.root.presentedViewController == nil) }
        }
    }

    @Test("After a force-quit the app starts afresh", .behaviour("P1", "U1"))
    func forceQuit() throws {
        try launches {
            try leave(at: 5)
            try launch(after: "forceQuit") { _, reader in #expect(reader.root.page == 0) }
            #expect(files == [])
        }
    }

    @Test(
        "A state whose launch doesn't come through is set aside by the next one", .behaviour("P1"))
    func crash() throws {
        try launches {
            try leave(at: 5)
            // It ends before it is active.
            try launch(activates: false) { _, reader in #expect(reader.root.page == 5) }
            try launch(after: "launchTimedOut") { _, reader in #expect(reader.root.page == 0) }
            #expect(files == ["state.crashed"])
        }
    }

    @Test("A launch that the system ended is not held against its state", .behaviour("P1"))
    func blameless() throws {
        try launches {
            try leave(at: 5)
            try launch(activates: false) { _, _ in }
            try launch(after: "memoryPressure") { _, reader in #expect(reader.root.page == 5) }
        }
    }

    /// At every byte it is cut in `SavedStateTests`.
    @Test("A state that was cut is set aside, and the app starts afresh", .behaviour("P1"))
    func cut() throws {
        try launches {
            try leave(at: 5)
            let whole = try Data(contentsOf: folder.appendingPathComponent("state"))
            for count in stride(from: 0, to: whole.count, by: 32) {
                try whole.prefix(count).write(to: folder.appendingPathComponent("state"))
                try launch { _, reader in
                    #expect(reader.root.page == 0, "\(count) bytes")
                    #expect(!reader.diary.news().contains("shouldRestore"))
                }
                #expect(files == ["state.damaged"])
            }
        }
    }

    @Test(
        "Launched into the background it is restored too, and comes through when the user opens it",
        .behaviour("P1", "S4"))
    func background() throws {
        try launches {
            try leave(at: 5)
            try launch(into: .background) { app, reader in
                #expect(reader.root.page == 5)
                #expect(files == ["state.restoring"])
                app.perform(.willEnterForeground)
                app.perform(.didBecomeActive)
                #expect(files == ["state"])
            }
        }
    }

    @Test("A state that is too large isn't saved; the one before stays")
    func tooLarge() throws {
        try launches {
            try leave(at: 5)
            try launch { app, reader in
                reader.root.page = 6
                reader.root.ballast = SavedState.mostBytes
                app.leave()
            }
            try launch { _, reader in #expect(reader.root.page == 5) }
        }
    }

    @Test("It is for its owner's eyes")
    func modes() throws {
        try launches {
            try leave(at: 5)
            let paths = [folder.path, folder.appendingPathComponent("state").path]
            let modes = try paths.map {
                try FileManager.default.attributesOfItem(atPath: $0)[.posixPermissions] as? Int
            }
            #expect(modes == [0o700, 0o600])
        }
    }

    // MARK: Launches

    private var folder: URL {
        container.appendingPathComponent("Library/Saved Application State")
    }

    private var files: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    }

    private func launches(_ body: () throws -> Void) rethrows {
        let before = LaunchedBefore()
        defer {
            before.restore()
            try? FileManager.default.removeItem(at: container)
        }
        AppContainer.current = container
        try body()
    }

    /// One launch, whose process is gone when `body` returns.
    private func launch(
        into state: MessageToApp.LaunchState = .inactive, after exit: String? = nil,
        activates: Bool = true, restores: Bool = true,
        _ body: (UIApplication, Reader) throws -> Void
    ) throws {
        DaemonLink.current = DaemonLink()
        let reader = Reader()
        reader.restores = restores
        let app = UIApplication.start(UIApplication.self) { reader }
        app.display.send = { _ in }
        app.perform(
            .finishLaunching(.init(state: state, reason: .user, previousExit: exit)))
        if state == .inactive, activates { app.perform(.didBecomeActive) }
        try body(app, reader)
    }

    private func leave(at page: Int) throws {
        try launch { app, reader in
            reader.root.page = page
            app.leave()
        }
    }
}

extension UIApplication {
    fileprivate func leave() {
        perform(.willResignActive)
        perform(.didEnterBackground(deadline: nil))
    }

    /// A turn of the main loop, with which the window's controllers appear.
    fileprivate func finish() { display.commitInFront() }
}

private final class Page: UIViewController {
    var page = 0
    /// Bytes to be saved with it.
    var ballast = 0

    convenience init(_ identifier: String?) {
        self.init()
        restorationIdentifier = identifier
    }

    override func encodeRestorableState(with coder: NSCoder) {
        coder.encode(page, forKey: "page")
        if ballast > 0 { coder.encode(Data(count: ballast), forKey: "ballast") }
    }

    override func decodeRestorableState(with coder: NSCoder) {
        page = coder.decodeInteger(forKey: "page")
        (UIApplication.shared.delegate as? Reader)?.diary.write("decode \(restorationIdentifier!)")
    }
}

private final class Reader: UIResponder, UIApplicationDelegate {
    let diary = Diary()
    let root = Page("book")
    var window: UIWindow?
    var saves = true
    var restores = true
    var savedAt: Date?

    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        diary.write("willFinish")
        let window = UIWindow()
        window.rootViewController = root
        window.makeKeyAndVisible()
        self.window = window
        return true
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        diary.write("didFinish")
        return true
    }

    func applicationDidEnterBackground(_ application: UIApplication) {
        diary.write("didEnterBackground")
    }

    func application(
        _ application: UIApplication, shouldSaveApplicationState coder: NSCoder
    ) -> Bool {
        diary.write("shouldSave")
        return saves
    }

    func application(
        _ application: UIApplication, shouldRestoreApplicationState coder: NSCoder
    ) -> Bool {
        diary.write("shouldRestore")
        savedAt =
            coder.decodeObject(forKey: UIApplication.stateRestorationTimestampKey) as? Date
        return restores
    }

    func application(
        _ application: UIApplication, willEncodeRestorableStateWith coder: NSCoder
    ) {
        diary.write("willEncode")
        coder.encode(root.page, forKey: "page")
    }

    func application(
        _ application: UIApplication, didDecodeRestorableStateWith coder: NSCoder
    ) {
        diary.write("didDecode \(coder.decodeInteger(forKey: "page"))")
    }

    func application(
        _ application: UIApplication,
        viewControllerWithRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
    ) -> UIViewController? {
        identifierComponents == ["book", "note"] ? Page("note") : nil
    }
}
