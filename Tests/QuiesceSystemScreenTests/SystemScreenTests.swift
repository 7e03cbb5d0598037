import Foundation
import QuiesceWire
import TestSupport
import Testing

@testable import QuiesceSystemScreen

/// Every screen that the system has, with what may be on it at most and at least.
enum Shown: String, CaseIterable, Sendable {
    case home, homeOfMany, homeOfNone, homeInCall, app, darkApp, appInCall, starting, landscape
    case banner, alert, notificationAlert, prompt, promptInLandscape, center, centerOfMany
    case centerOfNone, call, inCall, lock, lockWithPasscode, lockOfMany, switcher, switcherOfMany
    case switcherOfNone, asleep, lockWithTasks, centerWithTasks

    var state: SystemState {
        var state = ScreenFixture.state(apps: apps)
        state.front = front
        switch self {
        case .home, .homeOfMany, .homeOfNone, .app, .darkApp, .starting, .landscape,
            .centerOfNone, .switcherOfNone:
            state.apps[safely: 0]?.badge = 3
            state.apps[safely: 1]?.badge = 12_345
            state.isLocationInUse = true
            state.isRecording = true
        case .homeInCall, .appInCall, .inCall: state.call = .answered
        case .call: state.call = .incoming
        case .banner: state.notifications = [ScreenFixture.notification(1, banner: true)]
        case .alert: state.hasAlert = true
        case .notificationAlert: state.notifications = [ScreenFixture.notification(2, covers: true)]
        case .prompt, .promptInLandscape:
            state.prompts = [
                .init(
                    id: 7, app: "org.example.App0", permission: "location", range: "whenInUse",
                    purpose: "To show the way to where you are going, on a map.")
            ]
        case .center: state.notifications = (0..<4).map { ScreenFixture.notification($0) }
        case .centerOfMany: state.notifications = (0..<50).map { ScreenFixture.notification($0) }
        case .lock: state.lock = .init(hasPasscode: false)
        case .lockWithPasscode: state.lock = .init(hasPasscode: true, typed: 3, wrong: 2)
        case .lockOfMany:
            state.lock = .init(hasPasscode: true)
            state.notifications = (0..<50).map { ScreenFixture.notification($0) }
        case .switcher, .switcherOfMany:
            state.recents = state.apps.map {
                .init(app: $0.id, scene: ScreenFixture.scene(landscape: false))
            }
        case .asleep: state.isAsleep = true
        case .lockWithTasks:
            state.lock = .init(hasPasscode: false)
            state.tasks = ScreenFixture.tasks
            state.notifications = [ScreenFixture.notification(1)]
        case .centerWithTasks: state.tasks = ScreenFixture.tasks
        }
        if [.center, .centerOfMany, .centerOfNone, .centerWithTasks].contains(self) {
            state.showsNotificationCenter = true
        }
        return state
    }

    private var apps: Int {
        switch self {
        case .homeOfMany, .centerOfMany, .lockOfMany, .switcherOfMany: 200
        case .homeOfNone, .switcherOfNone: 0
        case _: 14
        }
    }

    private var front: SystemState.Front? {
        switch self {
        case .app, .appInCall, .banner, .alert, .notificationAlert, .prompt, .center,
            .centerOfMany, .centerOfNone:
            .init(app: "org.example.App0", scene: ScreenFixture.scene(landscape: false))
        case .darkApp:
            .init(
                app: "org.example.App0",
                scene: ScreenFixture.scene(landscape: false, background: "#101018"))
        case .landscape, .promptInLandscape:
            .init(app: "org.example.App0", scene: ScreenFixture.scene(landscape: true))
        case .starting: .init(app: "org.example.App0", scene: nil)
        case _: nil
        }
    }

    var place: SystemView.Place {
        switch self {
        case .switcher, .switcherOfMany, .switcherOfNone: .switcher(page: 0)
        case .homeInCall: .home(page: 0)
        case .homeOfMany: .home(page: 3)
        case _: .screen
        }
    }
}

extension Array {
    subscript(safely index: Int) -> Element? {
        get { indices.contains(index) ? self[index] : nil }
        set { if let newValue, indices.contains(index) { self[index] = newValue } }
    }
}

@Suite("The system's screen") struct SystemScreenTests {
    @Test(
        "Nothing leaves its box or the screen, lies on something else, or is hard to read",
        arguments: Shown.allCases)
    func orderly(_ shown: Shown) throws {
        for isDark in [false, true] {
            for textScale in [1, 1.35, 2] {
                for size in [(320.0, 568.0), (390, 844)] {
                    var state = shown.state
                    state.screen = .init(width: size.0, height: size.1)
                    let view = SystemView(
                        place: shown.place, isDark: isDark, textScale: textScale)
                    let picture = try ScreenFixture.picture(state, view)
                    let mistakes = try ScreenJudge(picture).mistakes
                    #expect(mistakes.isEmpty, "\(view), \(size): \(mistakes.prefix(5))")
                }
            }
        }
    }

    @Test("The same state gives the same picture", arguments: Shown.allCases)
    func same(_ shown: Shown) throws {
        let view = SystemView(place: shown.place)
        #expect(
            try ScreenFixture.picture(shown.state, view)
                == ScreenFixture.picture(shown.state, view))
    }

    @Test(
        "The lock screen's clock is whole, whatever the user's language",
        arguments: ["en_US", "de_DE", "fa_IR", "zh_Hant_TW", "ko_KR", "my_MM", "bg_BG"])
    func clock(_ locale: String) throws {
        var state = Shown.lock.state
        state.locale = Locale(identifier: locale)
        let picture = try ScreenFixture.picture(state)
        let clock = try #require(
            picture.scene.root.children?.first { ($0.text?.weight ?? 0) == 300 })
        let text = try #require(clock.text)
        let lines = try TextRuler().set(text, in: clock.frame).lines.map(\.string)
        #expect(lines == [text.string])
        if locale == "en_US" { #expect(text.string == "9:41") }
    }

    @Test("A mistake of each kind is found")
    func planted() throws {
        let right = try ScreenFixture.picture(Shown.home.state)
        #expect(try ScreenJudge(right).mistakes.isEmpty)
        func planted(_ change: (inout SystemPicture) -> Void) throws -> ScreenJudge {
            var wrong = right
            change(&wrong)
            return try ScreenJudge(wrong)
        }
        func texts(_ picture: SystemPicture) -> [Int] {
            let nodes = picture.scene.root.children ?? []
            return nodes.indices.filter { nodes[$0].text != nil }
        }
        let text = texts(right)
        let overlap = try planted { picture in
            let frame = picture.scene.root.children?[text[0]].frame
            if let frame { picture.scene.root.children?[text[1]].frame = frame }
        }
        #expect(!overlap.overlapping.isEmpty)
        let faint = try planted {
            $0.scene.root.children?[text[0]].text?.color = "#7A8FA8"
        }
        #expect(!faint.unreadable.isEmpty)
        let outside = try planted { $0.scene.root.children?[text[0]].frame.x = 300 }
        #expect(!outside.outside.isEmpty)
        let narrow = try planted { $0.scene.root.children?[text[0]].frame.width = 0 }
        #expect(!narrow.overflowing.isEmpty)
        let tangled = try planted { picture in
            let icons = picture.elements.indices.filter { picture.elements[$0].action != nil }
            picture.elements[icons[1]].frame = picture.elements[icons[0]].frame
        }
        #expect(!tangled.tangled.isEmpty)
    }
}
