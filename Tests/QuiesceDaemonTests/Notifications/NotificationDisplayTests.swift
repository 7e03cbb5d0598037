import Foundation
import Glibc
import QuiesceBundle
import QuiesceCore
import QuiesceShell
import QuiesceWire
import TestSupport
import Testing

@testable import QuiesceDaemon

@Suite("Notifications as the daemon shows them", .behaviour("N2", "N6"))
struct NotificationDisplayTests {
    private let scratch: ScratchDirectory
    private let desktop: MockedDesktop
    private let loop: EventLoop
    private let log = LogLines()
    private let app = AppID("org.example.tea")!

    init() throws {
        scratch = try ScratchDirectory()
        for folder in ["bundles", "bundles/org.example.tea"] {
            mkdir(scratch.file(folder), 0o700)
        }
        desktop = try MockedDesktop(in: scratch)
        loop = try EventLoop()
        loop.onTimer = { [loop] in loop.stop() }
    }

    private func display(
        _ environment: [String: String]? = nil,
        chosen: @escaping (NotificationID) -> Void = { _ in },
        dismissed: @escaping (NotificationID) -> Void = { _ in },
        vanished: @escaping (NotificationID) -> Void = { _ in }
    ) throws -> NotificationDisplay {
        let bundles = open(scratch.file("bundles"), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        return try NotificationDisplay(
            AppSounds(bundles: bundles, path: scratch.file("bundles")),
            memory: scratch.file("desktop"),
            environment: environment ?? ["DBUS_SESSION_BUS_ADDRESS": desktop.address], loop: loop,
            logger: log.logger, appName: { _ in "Tea Timer" }, chosen: chosen,
            dismissed: dismissed, vanished: vanished)
    }

    private func write(_ name: String, _ bytes: Data) throws {
        try bytes.write(to: URL(fileURLWithPath: scratch.file("bundles/org.example.tea/\(name)")))
    }

    private func notification(
        _ id: UInt64, types: NotificationTypes = [.alert, .sound], style: AlertStyle = .banner,
        sound: String? = nil
    ) -> ShownNotification {
        var content = NotificationContent(name: "tea")
        content.title = "Ready"
        content.body = "Green tea"
        content.action = "Drink"
        content.sound = sound
        return ShownNotification(
            id: NotificationID(id), app: app, types: types,
            style: types.contains(.alert) ? style : nil, badge: nil, late: nil, content: content)
    }

    /// Runs the loop until it is stopped, a minute at most.
    private func run() {
        loop.setTimer(at: LinuxClock.now().instant + .seconds(60))
        loop.run()
    }

    @Test("The app's name, its words, its icon and its sound reach the desktop, then it is done")
    func everything() throws {
        let loop = loop  // What the loop keeps must not keep the desktop.
        try desktop.serve()
        try write("Icon.png", Data("PNG".utf8))
        try write("bell.wav", PlainSound.standard.wav)
        let display = try display()
        var isDone = false
        display.show(notification(7, sound: "bell.wav")) {
            isDone = true
            loop.stop()
        }
        #expect(!isDone)
        run()
        #expect(isDone)
        let call = try desktop.next("Notify")
        #expect(call.args[3] == "Tea Timer")
        #expect(call.args[4] == "Ready\nGreen tea")
        #expect(call.args[5] == ["default", "Drink", "open", "Drink"])
        let bundle = scratch.file("bundles/org.example.tea")
        #expect(call.args[6]["image-path"] == .text("file://\(bundle)/Icon.png"))
        // There is no sound server here, so it is the desktop's turn.
        #expect(call.args[6]["sound-file"] == .text("\(bundle)/bell.wav"))
        display.shutdown()
    }

    @Test("A sound that may not be played is replaced by the default one, and the log says why")
    func badSound() throws {
        let loop = loop  // What the loop keeps must not keep the desktop.
        try desktop.serve()
        try write("song.mp3", Data("ID3\u{4}".utf8))
        let display = try display()
        display.show(notification(7, sound: "song.mp3")) { loop.stop() }
        run()
        #expect(try desktop.next("Notify").args[6]["sound-name"] == "message-new-instant")
        #expect(
            log.lines.contains(
                "org.example.tea's sound song.mp3 can't be played (it is neither WAV, AIFF nor CAF); the default sound is played instead"
            ))
        display.shutdown()
    }

    @Test("With a sound server we play, and the desktop is told to be silent")
    func ownPlayer() throws {
        let loop = loop  // What the loop keeps must not keep the desktop.
        try desktop.serve()
        let pulse = try PulseProbe()
        defer { pulse.end() }
        let listening = try pulse.listen()
        var environment = pulse.environment
        environment["DBUS_SESSION_BUS_ADDRESS"] = desktop.address
        let display = try display(environment)
        var best = 0.0
        var samples: [Int16] = []
        var isShown = false
        _ = try loop.watch(listening) { _ in
            if !isShown { display.show(notification(7, sound: "default")) {} }
            isShown = true
            samples += readSamples(listening)
            while samples.count >= 2_205 {
                best = max(best, share(of: 880, in: samples[..<2_205]))
                samples.removeFirst(2_205)
            }
            if best > 0.5 { loop.stop() }
        }
        run()
        #expect(best > 0.5)
        #expect(try desktop.next("Notify").args[6]["suppress-sound"] == true)
        display.shutdown()
    }

    @Test("Choosing and closing reach the loop; withdrawing takes the banner away")
    func answers() throws {
        let loop = loop  // What the loop keeps must not keep the desktop.
        try desktop.serve()
        var heard: [String] = []
        let display = try display(
            chosen: {
                heard.append("chosen \($0)")
                loop.stop()
            },
            dismissed: {
                heard.append("dismissed \($0)")
                loop.stop()
            })
        for id: UInt64 in 1...3 {
            display.show(notification(id)) { loop.stop() }
            run()
        }
        try desktop.choose(2)
        run()
        try desktop.closed(1, reason: 2)
        run()
        #expect(heard == ["chosen \(NotificationID(2))", "dismissed \(NotificationID(1))"])
        display.withdraw(NotificationID(3))
        // Its turn comes on the loop.
        display.show(notification(4)) { loop.stop() }
        run()
        #expect(try desktop.next("CloseNotification").args == [2])
        #expect(try desktop.next("CloseNotification").args == [3])
        display.shutdown()
    }

    @Test(
        "An alert stays on the desktop, which says when it is gone; what is only listed isn't there",
        .behaviour("S12"))
    func styles() throws {
        let loop = loop  // What the loop keeps must not keep the desktop.
        try desktop.serve()
        var gone: [NotificationID] = []
        let display = try display(vanished: {
            gone.append($0)
            loop.stop()
        })
        for style in AlertStyle.allCases {
            display.show(notification(5, style: style)) { loop.stop() }
            run()
        }
        // One that is listed has no call of its own.
        let (banner, alert) = (try desktop.next("Notify"), try desktop.next("Notify"))
        #expect(banner.args[6]["urgency"] == 1 && banner.args[7] == .number(-1))
        #expect(alert.args[6]["urgency"] == 2 && alert.args[7] == 0)
        #expect(alert.args[1] == 1, "it takes the banner's place")
        try desktop.closed(1, reason: 1)
        run()
        #expect(gone == [NotificationID(5)])
        display.show(notification(6)) { loop.stop() }
        run()
        _ = try desktop.next("Notify")
        display.show(notification(6, style: .listed)) { loop.stop() }
        run()
        #expect(try desktop.next("CloseNotification").args == [2])
        #expect(desktop.rest("Notify") == 0)
        display.shutdown()
    }

    @Test("What isn't to be seen isn't, and what has no desktop is done all the same")
    func types() throws {
        let loop = loop  // What the loop keeps must not keep the desktop.
        try desktop.serve()
        let display = try display()
        var done: [String] = []
        display.show(notification(1, types: .badge, sound: "default")) { done.append("badge") }
        #expect(done == ["badge"])
        display.show(notification(2, types: .sound, sound: "default")) {
            done.append("sound")
            loop.stop()
        }
        run()
        display.show(notification(3, types: .alert, sound: "default")) {
            done.append("alert")
            loop.stop()
        }
        run()
        #expect(done == ["badge", "sound", "alert"])
        let call = try desktop.next("Notify")
        #expect(call.args[6]["suppress-sound"] == true)
        #expect(desktop.rest("Notify") == 0)
        display.shutdown()

        let nowhere = try self.display([:])
        nowhere.show(notification(4, sound: "default")) { loop.stop() }
        run()
        #expect(
            log.lines.contains { $0.hasPrefix("there is no session bus") }
                && log.lines.contains { $0.hasPrefix("there is no sound server") })
        nowhere.shutdown()
    }
}
