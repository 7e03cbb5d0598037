import TestSupport
import Testing

@testable import QuiesceCore

/// The user answers what is shown otherwise than by opening it; and what an app in front makes of
/// its own.
@Suite struct NotificationAnswerTests {
    private static let message: NotificationCategory = {
        var reply = NotificationAction(identifier: "reply", title: "Reply")
        reply.textButton = "Send"
        reply.placeholder = ""
        var show = NotificationAction(identifier: "show", title: "Show")
        show.foreground = true
        var erase = NotificationAction(identifier: "erase", title: "Erase")
        erase.needsUnlock = true
        return NotificationCategory(
            identifier: "message",
            actions: [reply, NotificationAction(identifier: "later", title: "Later"), show, erase],
            reportsDismissal: true)
    }()

    /// One of app A's is shown while app B is in front.
    ///
    /// - Parameter prepare: what becomes of A before.
    private func device(
        _ prepare: (TestDevice) -> Void = { _ in }
    ) throws -> (TestDevice, NotificationID) {
        let device = TestDevice(.ios8, installing: .test(appA), .test(appB))
        device.open(appA)
        // As apps do it: before the user was asked.
        device.ask(appA, .setCategories([Self.message]))
        device.allowNotifications(appA)
        device.schedule(appA, "m", in: .seconds(100), category: "message")
        device.open(appB)
        prepare(device)
        device.advance(by: .seconds(100))
        return (device, try #require(device.desktop.visible.first))
    }

    @Test(
        "An action wakes its app behind what is in front, with what the user wrote",
        .behaviour("N2"))
    func behind() throws {
        let (device, id) = try device()
        #expect(device.state(appA) == .suspended)
        #expect(device.answer(id, .action(identifier: "reply", text: "Yes")) == .done)
        #expect(
            device.answered(appA).map(\.answer) == [.action(identifier: "reply", text: "Yes")])
        #expect(device.answered(appA).map(\.isWoken) == [true])
        #expect(device.desktop.visible.isEmpty)
        #expect(device.machine.foreground == appB)
        device.advance(by: .seconds(60))
        #expect(device.state(appA) == .suspended)
        #expect(device.machine.notificationViews.isEmpty)
        #expect(device.payloads.isEmpty)
    }

    @Test("An app that isn't running, even by force, is launched in the background for it")
    func launched() throws {
        let (device, id) = try device { $0.quit(appA) }
        #expect(device.answer(id, .action(identifier: "later", text: nil)) == .done)
        guard
            case .finishLaunching(toForeground: false, .notificationAction, _) =
                device.heard[appA]?.last(where: { $0.name == "didFinishLaunching" })
        else { return #expect(Bool(false), "it isn't launched for it") }
        #expect(
            device.answered(appA).map(\.answer) == [.action(identifier: "later", text: nil)])
        #expect(device.machine.foreground == appB)
    }

    @Test(
        "An answer that waits for the first unlock comes to its app whatever its background refresh",
        .behaviour("N2", "F8"))
    func withoutRefresh() throws {
        let (device, id) = try device { $0.passcode(.set) }
        device.restartDevice()
        #expect(device.answer(id, .action(identifier: "later", text: nil)) == .done)
        device.permit(appA, .backgroundRefresh, .denied)
        #expect(device.answered(appA).isEmpty)
        device.passcode(.accepted)
        #expect(
            device.answered(appA).map(\.answer) == [.action(identifier: "later", text: nil)])
    }

    @Test("An action may bring its app to the front; a launch has it right after it")
    func foreground() throws {
        for isRunning in [true, false] {
            let (device, id) = try device { if !isRunning { $0.quit(appA) } }
            let before = device.calls(appA).count
            #expect(device.answer(id, .action(identifier: "show", text: nil)) == .done)
            #expect(device.machine.foreground == appA)
            #expect(
                device.calls(appA).dropFirst(before)
                    == [
                        isRunning ? "willEnterForeground" : "didFinishLaunching",
                        "didReceiveNotificationResponse", "didBecomeActive",
                    ])
            #expect(device.answered(appA).map(\.isWoken) == [false])
            #expect(device.payloads.isEmpty)
        }
    }

    @Test("A dismissal is told where the category asks for it")
    func dismissed() throws {
        let (device, id) = try device()
        #expect(device.dismiss(id) == .done)
        #expect(device.answered(appA).map(\.answer) == [.dismissed])
        #expect(device.answered(appA).map(\.isWoken) == [true])
        device.open(appA)
        device.ask(appA, .setCategories([]))
        device.schedule(appA, "other", in: .seconds(10), category: "message")
        device.open(appB)
        device.advance(by: .seconds(10))
        #expect(device.dismiss(try #require(device.desktop.visible.first)) == .done)
        #expect(device.answered(appA).count == 1)
    }

    @Test("The user may ask for the app's own settings: it comes to the front")
    func settings() throws {
        let (device, id) = try device()
        #expect(device.answer(id, .settings) == .done)
        #expect(device.machine.foreground == appA)
        #expect(device.answered(appA).map(\.answer) == [.settings])
    }

    @Test("What can't be answered is refused, and stays on the screen")
    func refused() throws {
        let (device, id) = try device()
        func refusal(_ identifier: String, _ text: String? = nil) -> Reason? {
            device.answer(id, .action(identifier: identifier, text: text)).refusal
        }
        #expect(refusal("none") == .unknownNotificationAction)
        #expect(refusal("reply") == .notificationActionTakesText)
        #expect(refusal("later", "now") == .notificationActionTakesNoText)
        #expect(
            refusal("reply", String(repeating: "x", count: Limits.notificationTextBytes + 1))
                == .notificationTextTooLong)
        device.lock()
        #expect(refusal("show") == .deviceLocked)
        #expect(refusal("erase") == .deviceLocked)
        #expect(device.desktop.visible == [id])
        #expect(device.answer(id, .action(identifier: "later", text: nil)) == .done)
        #expect(device.answer(id, .opened).refusal == .unknownNotification)
    }

    @Test("An answer outlives the daemon and the device: the app hears it in the end")
    func lasts() throws {
        for restartsDevice in [false, true] {
            let (device, id) = try device { $0.quit(appA) }
            device.behaviours[appA, default: AppBehaviour()].slow["didFinishLaunching"] =
                .seconds(2)
            #expect(device.answer(id, .action(identifier: "reply", text: "Yes")) == .done)
            #expect(device.answered(appA).isEmpty)
            #expect(device.payloads.count == 1, "its content is kept for it")
            if restartsDevice { device.restartDevice() } else { try device.restartDaemon() }
            device.advance(by: .seconds(60))
            #expect(
                device.answered(appA).map(\.answer).last
                    == .action(identifier: "reply", text: "Yes"), "\(restartsDevice)")
            device.advance(by: .seconds(60))
            #expect(device.payloads.isEmpty)
        }
    }

    // MARK: In front

    /// One of app A's has fired, and A is in front.
    private func inFront() -> TestDevice {
        let device = TestDevice(.ios8, installing: .test(appA))
        device.open(appA)
        device.allowNotifications(appA)
        device.behaviours[appA] = .ignoring("didReceiveLocalNotification")
        device.schedule(
            appA, "m", in: .seconds(10), types: [.alert, .sound, .badge], badge: 3)
        device.advance(by: .seconds(10))
        return device
    }

    @Test("An app in front has its own presented as it likes", .behaviour("N3"))
    func presented() throws {
        let device = inFront()
        #expect(device.desktop.visible.isEmpty)
        device.ask(appA, .present(name: "m", types: ["banner", "sound"]))
        let shown = try #require(device.desktop.history.last)
        #expect(shown.types == [.alert, .sound])
        #expect(shown.style == .banner)
        #expect(device.machine.badge(of: appA) == 0, "it didn't ask for that")
        device.ask(appA, .present(name: "m", types: ["banner"]))
        #expect(device.desktop.history.count == 1, "it has dealt with it")
    }

    @Test("Listed, nothing is seen of it; with nothing it is done with")
    func listed() throws {
        var device = inFront()
        device.ask(appA, .present(name: "m", types: ["list"]))
        #expect(device.desktop.history.last?.style == .listed)
        device = inFront()
        device.ask(appA, .present(name: "m", types: []))
        #expect(device.desktop.history.isEmpty)
        #expect(device.machine.notificationViews.isEmpty)
    }

    @Test("An app that says so later is waited for; one that ends before has it shown")
    func later() throws {
        for ends in [false, true] {
            let device = TestDevice(.ios8, installing: .test(appA))
            device.open(appA)
            device.allowNotifications(appA)
            device.behaviours[appA, default: AppBehaviour()].slow["didReceiveLocalNotification"] =
                .seconds(2)
            device.schedule(appA, "m", in: .seconds(10))
            device.advance(by: .seconds(10))
            device.ask(appA, .present(name: "m", types: nil))
            device.advance(by: .seconds(60))
            #expect(device.machine.notificationViews.map(\.isWithApp) == [true])
            if ends {
                device.die(appA, .signalled(11))
            } else {
                device.ask(appA, .present(name: "m", types: ["banner"]))
            }
            #expect(device.desktop.history.map(\.types) == [ends ? [.alert, .sound] : [.alert]])
        }
    }

    // MARK: What is to come, and what is shown

    @Test("What is to come and what is shown are taken back apart", .behaviour("N4"))
    func apart() throws {
        let device = TestDevice(.ios8, installing: .test(appA), .test(appB))
        device.open(appA)
        device.allowNotifications(appA)
        device.schedule(appA, "daily", in: .seconds(100), every: .day)
        device.open(appB)
        device.advance(by: .seconds(100))
        device.open(appA)
        device.ask(appA, .unschedule(names: ["daily"]))
        #expect(device.desktop.visible.count == 1)
        #expect(device.machine.notificationViews.map(\.rule) == [nil])
        device.schedule(appA, "daily", in: .seconds(100), every: .day)
        #expect(device.desktop.visible.count == 1, "what is shown stays until the new one is")
        device.ask(appA, .withdraw(names: ["other"]))
        #expect(device.desktop.visible.count == 1)
        device.ask(appA, .withdraw(names: nil))
        #expect(device.desktop.visible.isEmpty)
        #expect(device.machine.notificationViews.count { $0.rule != nil } == 1)
        device.ask(appA, .unschedule(names: nil))
        #expect(device.machine.notificationViews.isEmpty)
        #expect(device.payloads.isEmpty)
    }

    @Test("A newer one of the same name takes the place of what is shown")
    func replaced() throws {
        let device = TestDevice(.ios8, installing: .test(appA), .test(appB))
        device.open(appA)
        device.allowNotifications(appA)
        device.schedule(appA, "chat", in: .seconds(10))
        device.open(appB)
        device.advance(by: .seconds(10))
        let first = device.desktop.visible
        device.open(appA)
        device.schedule(appA, "chat", in: .seconds(10))
        device.open(appB)
        #expect(device.desktop.visible == first)
        device.advance(by: .seconds(10))
        #expect(device.desktop.visible.count == 1)
        #expect(device.desktop.visible != first)
    }

    @Test("An app that asks is told what is shown of it, and nobody's else")
    func delivered() throws {
        let (device, _) = try device()
        device.open(appA)
        device.ask(appA, .listDelivered)
        #expect(device.desktop.listings.values.map { $0 } == [["m"]])
        device.open(appB)
        device.ask(appB, .listDelivered)
        #expect(device.desktop.listings.count == 2)
        #expect(device.desktop.listings.values.contains([]))
    }

    @Test("What repeats by seconds, or never comes", .behaviour("N1"))
    func repeats() throws {
        let device = TestDevice(.ios8, installing: .test(appA), .test(appB))
        device.open(appA)
        device.allowNotifications(appA)
        let start = device.now.wall
        device.schedule(appA, "often", in: .seconds(90), every: .seconds(90))
        device.schedule(
            appA, "never", in: .seconds(1),
            every: .matching(DateMatch(month: 2, day: 30)))
        #expect(device.machine.notificationViews.map(\.name) == ["often"])
        #expect(
            device.heard[appA, default: []].contains(.notification(.dropped(["never"]))))
        device.open(appB)
        device.advance(by: .seconds(300))
        #expect(device.banners(appA, since: start) == [90, 180, 270])
    }
}
