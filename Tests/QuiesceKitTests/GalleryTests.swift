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
        try daemon.tap(3, x: 250, y: 480)
        #expect(try app.line() == "shows moon")
        #expect(try daemon.scene { $0.texts.contains("moon") }.texts.contains("moon"))
        // The button, by its action.
        try daemon.tap(5, x: 160, y: 425)
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
        #expect(try daemon.state()["isLandscape"] as? Bool == true)
        #expect(try daemon.state()["chosen"] as? Int == 1)
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

    private func gallery(
        _ change: (URL) throws -> Void = { _ in }
    ) throws -> (FakeDaemon, ChildApp) {
        let daemon = try FakeDaemon()
        let app = try ChildApp.bundled("Gallery", daemon, change)
        try daemon.welcome()
        return (daemon, app)
    }
}
