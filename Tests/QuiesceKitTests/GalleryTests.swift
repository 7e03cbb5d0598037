import Foundation
import QuiesceWire
import TestSupport
import Testing

/// The Gallery, as a process of its own: what it shows, and what it does when it is touched.
@Suite struct GalleryTests {
    @Test(
        "The interface that Info.plist names is loaded, drawn, touched and turned",
        .behaviour("H2", "H4"))
    func tour() throws {
        let (daemon, app) = try gallery()
        defer { withExtendedLifetime(app) {} }
        try daemon.deliver(1, LifeCycleTests.foreground)
        #expect(try app.line() == "shows sun")
        try daemon.deliver(2, .didBecomeActive)
        let first = try daemon.scene()
        #expect(first.size == .init(width: 320, height: 568))
        #expect(first.root.children?.first?.children?.first?.image == "sun.png")
        // The third picture of the list, by the responder chain.
        try tap(daemon, 3, x: 250, y: 480)
        #expect(try app.line() == "shows moon")
        #expect(try daemon.scene { $0.texts.contains("moon") }.texts.contains("moon"))
        // The button, by its action.
        try tap(daemon, 5, x: 160, y: 420)
        #expect(try app.line() == "shows sun")
        try daemon.deliver(7, .input(.remoteControl(.nextTrack)))
        #expect(try app.line() == "shows hills")
        try daemon.deliver(8, .input(.shake))
        #expect(try app.line() == "shows sun")
        var device = MessageToApp.DeviceState()
        device.orientation = "landscapeLeft"
        try daemon.deliver(9, .systemEvents(["orientation"], device: device))
        let turned = try daemon.scene { $0.orientation == "landscapeRight" }
        #expect(turned.size == .init(width: 568, height: 320))
        #expect(try state(daemon)["isLandscape"] as? Bool == true)
        #expect(try state(daemon)["chosen"] as? Int == 1)
    }

    @Test(
        "What is hidden in didEnterBackground is in no scene when that is acknowledged",
        .behaviour("P2", "Q3"))
    func snapshot() throws {
        let (daemon, app) = try gallery()
        defer { withExtendedLifetime(app) {} }
        try daemon.deliver(1, LifeCycleTests.foreground)
        try daemon.deliver(2, .didBecomeActive)
        #expect(try daemon.scene().texts.contains("Shared by Ann, 555-0100"))
        try daemon.deliverAndWait(3, .willResignActive)
        let said = try daemon.deliverAndWait(4, .didEnterBackground(deadline: nil))
        #expect(said.count == 2)
        guard case .scene(let scene?)? = said.first else {
            Issue.record("no scene before the acknowledgement: \(said)")
            return
        }
        #expect(!scene.texts.contains("Shared by Ann, 555-0100"))
        #expect(scene.texts.contains("sun"))
        try daemon.deliver(5, .willEnterForeground)
        let back = try daemon.scene()
        #expect(back.texts.contains("Shared by Ann, 555-0100"))
    }

    @Test(
        "Launched into the background, the interface is loaded and isn't shown",
        .behaviour("H4", "S4"))
    func background() throws {
        let (daemon, app) = try gallery()
        defer { withExtendedLifetime(app) {} }
        let said = try daemon.deliverAndWait(
            1, .finishLaunching(.init(state: .background, reason: .fetch)))
        #expect(try app.line() == "shows sun")
        #expect(said == [.handled(seq: 1)])
        try daemon.deliver(2, .willEnterForeground)
        #expect(try daemon.scene().texts.contains("sun"))
    }

    @Test("An interface file that is broken ends the app, which says what is wrong")
    func broken() throws {
        let (daemon, app) = try gallery { bundle in
            try Data("{\"view\":{}}".utf8).write(to: bundle.appendingPathComponent("Main.json"))
        }
        try daemon.deliver(1, LifeCycleTests.foreground)
        #expect(try app.complaint().contains("Main.json can't be loaded"))
        #expect(try app.exitStatus() == 78)
    }

    /// A bundle of its own, launched and welcome.
    private func gallery(
        _ change: (URL) throws -> Void = { _ in }
    ) throws -> (FakeDaemon, ChildApp) {
        let daemon = try FakeDaemon()
        let folder = URL(fileURLWithPath: daemon.directory)
        let source = BuiltProducts.package.appendingPathComponent("Examples/Gallery")
        let bundle = folder.appendingPathComponent("Gallery.app")
        let files = FileManager.default
        try files.createDirectory(
            at: folder.appendingPathComponent("Documents"), withIntermediateDirectories: true)
        try files.copyItem(at: source.appendingPathComponent("Resources"), to: bundle)
        try files.copyItem(
            at: source.appendingPathComponent("Info.plist"),
            to: bundle.appendingPathComponent("Info.plist"))
        let executable = bundle.appendingPathComponent("Gallery")
        try files.copyItem(
            at: URL(fileURLWithPath: ChildApp.products + "/Gallery"), to: executable)
        try change(bundle)
        let app = try ChildApp(
            executable.path,
            environment: [
                "QUIESCE_SOCKET": daemon.path, "QUIESCE_CONTAINER": daemon.directory,
                // It lies elsewhere than the libraries that it was built beside.
                "LD_LIBRARY_PATH": ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] ?? "",
            ])
        try daemon.welcome()
        return (daemon, app)
    }

    private func tap(_ daemon: FakeDaemon, _ seq: UInt64, x: Double, y: Double) throws {
        try daemon.deliver(seq, .input(.touch(.began, x: x, y: y)))
        try daemon.deliver(seq + 1, .input(.touch(.ended, x: x, y: y)))
    }

    private func state(_ daemon: FakeDaemon) throws -> [String: Any] {
        let file = URL(fileURLWithPath: daemon.directory + "/Documents/state.json")
        let object = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
        return try #require(object as? [String: Any])
    }
}

extension FakeDaemon {
    /// The next scene for which `condition` holds; what else the app says is passed over.
    func scene(where condition: (Scene) -> Bool = { _ in true }) throws -> Scene {
        while true {
            if case .scene(let scene?) = try receive(), condition(scene) { return scene }
        }
    }
}
