import TestSupport
import Testing

@testable import QuiesceCore

/// The system presents the notification types that an app has registered and the user allows (U4).
@Suite struct NotificationPermissionTests {
    @Test(
        "Presented is what it asks for, has registered and may", .behaviour("U4"),
        arguments: 0..<8 as Range<UInt8>)
    func types(_ registered: UInt8) {
        for wanted in 0..<8 as Range<UInt8> {
            for state in [PermissionState.notDetermined, .denied, .authorized] {
                let device = TestDevice(.ios8, installing: .test(appA))
                device.open(appA)
                device.beginTask(appA, 1)
                device.register(appA, NotificationTypes(rawValue: registered))
                if state != .notDetermined { device.permit(appA, .notifications, state) }
                device.home()
                device.schedule(
                    appA, in: nil, types: NotificationTypes(rawValue: wanted), badge: 4)
                let types = NotificationTypes(
                    rawValue: state == .authorized ? registered & wanted : 0)
                let shown = device.desktop.history.first
                #expect(shown?.types == (types.isEmpty ? nil : types))
                #expect(shown?.badge == (types.contains(.badge) ? 4 : nil))
                #expect(device.machine.badge(of: appA) == (types.contains(.badge) ? 4 : 0))
                let refusal = device.reasons(appA, .refuse).first
                if wanted == 0 || !types.isEmpty {
                    #expect(refusal == nil)
                } else if registered & wanted == 0 && state == .authorized {
                    #expect(refusal == .notificationsNotRegistered)
                } else {
                    #expect(refusal != nil)
                }
                #expect(
                    device.machine.notificationViews.count == (types.contains(.alert) ? 1 : 0),
                    "only an alert waits for the user")
            }
        }
    }

    @Test(
        "A hosted program shows no notifications, and that is why one isn't shown", .behaviour("U4")
    )
    func hosted() {
        var program = AppManifest.test(appA)
        program.isHosted = true
        let device = TestDevice(.ios8, installing: program)
        let why = device.machine.whyNotNotified(appA, at: device.now)
        #expect(why?.obstacles.map(\.reason).contains(.hostedShowsNothing) == true)
    }

    @Test(
        "Before profiles that ask, everything is presented, unless the user switched it off",
        .behaviour("U4"), arguments: [PolicyProfile.ios4, .ios7])
    func older(profile: PolicyProfile) {
        let device = TestDevice(profile, installing: .test(appA))
        device.open(appA)
        device.beginTask(appA, 1)
        device.home()
        device.schedule(appA, "a", in: nil)
        #expect(device.desktop.history.count == 1)
        // There, registering is no condition, and none by what isn't in it.
        device.register(appA, [.badge])
        device.schedule(appA, "all", in: nil, types: [.alert, .sound, .badge], badge: 2)
        #expect(device.desktop.history.last?.types == [.alert, .sound, .badge])
        device.permit(appA, .notifications, .denied)
        device.schedule(appA, "b", in: nil, types: [.badge], badge: 7)
        #expect(device.desktop.history.count == 2)
        #expect(device.machine.badge(of: appA) == 2, "nor its badge")
        #expect(device.reasons(appA, .refuse) == [.notificationsNotAllowed])
        device.permit(appA, .notifications, .authorized)
        device.schedule(appA, "c", in: nil)
        #expect(device.desktop.history.count == 3)
    }

    @Test(
        "What the user doesn't allow, its app is told all the same in front",
        .behaviour("U4", "N3"),
        arguments: [PolicyProfile.ios4, .ios7, .ios8])
    func inFront(profile: PolicyProfile) {
        let device = TestDevice(profile, installing: .test(appA))
        device.open(appA)
        device.permit(appA, .notifications, .denied)
        device.schedule(appA, in: .seconds(10))
        device.advance(by: .seconds(10))
        #expect(device.received(appA).map(\.opened) == [false])
        #expect(device.desktop.history.isEmpty && device.reasons(appA, .refuse).isEmpty)
    }

    @Test(
        "Switched off, what was scheduled stays, and is shown once allowed again", .behaviour("U4"))
    func switchedOff() {
        let device = TestDevice(.ios8, installing: .test(appA))
        device.open(appA)
        device.allowNotifications(appA)
        let start = device.now.wall
        device.schedule(appA, in: .seconds(30), every: .minute)
        device.home()
        device.permit(appA, .notifications, .denied)
        device.advance(by: .seconds(100))
        #expect(device.desktop.history.isEmpty)
        #expect(
            device.reasons(appA, .refuse) == [.notificationsNotAllowed, .notificationsNotAllowed])
        device.permit(appA, .notifications, .authorized)
        device.advance(by: .seconds(100))
        #expect(device.banners(appA, since: start) == [150], "what is past doesn't come again")
    }

    @Test("An app learns what it has right after its welcome, and a badge that changed since")
    func told() {
        let device = TestDevice(.ios7, installing: .test(appA), .test(appB))
        device.open(appA)
        device.open(appB)
        #expect(device.desktop.tellings.isEmpty, "who has nothing is told nothing")
        device.open(appA)
        device.schedule(appA, in: .seconds(100), types: [.badge], badge: 1)
        device.home()
        device.advance(by: .seconds(100))
        #expect(device.machine.badge(of: appA) == 1)
        #expect(device.desktop.tellings.isEmpty, "a suspended app isn't spoken to")
        device.open(appA)
        #expect(device.desktop.tellings == [appA])
        device.quit(appA)
        let first = device.effects.count
        device.open(appA)
        let effects = device.effects[first...]
        let welcome = effects.firstIndex { if case .welcome = $0 { true } else { false } }
        #expect(
            welcome.map { effects[$0 + 1] }
                == .notification(.tell(appA, Launch(number: 2))))
    }
}
