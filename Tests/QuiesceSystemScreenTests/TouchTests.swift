import QuiesceWire
import TestSupport
import Testing

@testable import QuiesceSystemScreen

/// A device that keeps what it is asked, and does nothing.
private final class NotedLine: DeviceLine {
    var requests: [ControlRequest] = []

    func ask(_ request: ControlRequest, row: (String) throws -> Void) throws -> String? {
        requests.append(request)
        return "done"
    }
}

@Suite("Touches on the system's screen") struct TouchTests {
    private func touch(
        _ words: String, _ state: SystemState, _ view: SystemView = SystemView()
    ) throws -> [ControlRequest] {
        let picture = try ScreenFixture.picture(state, view)
        let line = NotedLine()
        let place = try picture.element(saying: words).middle
        _ = try SystemScreen(line).touch(x: place.x, y: place.y, on: picture)
        return line.requests
    }

    @Test("An icon opens its app", .behaviour("D1"))
    func icon() throws {
        #expect(
            try touch("Gallery", ScreenFixture.state()) == [
                .open(app: "org.example.App0", arguments: [])
            ])
    }

    @Test("A button of a question answers it", .behaviour("S13"))
    func prompt() throws {
        let state = Shown.prompt.state
        #expect(
            try touch("Allow While Using App", state) == [
                .permission(.answerPrompt(prompt: 7, allow: true))
            ])
        #expect(
            try touch("Don’t Allow", state) == [
                .permission(.answerPrompt(prompt: 7, allow: false))
            ])
    }

    @Test("An alert's buttons, a call's and the centre's do what their commands do")
    func covers() throws {
        #expect(
            try touch("Close", Shown.alert.state) == [.sendEvent(["alert", "dismiss"])])
        #expect(
            try touch("Open", Shown.notificationAlert.state) == [
                .notification(.openNotification(3))
            ])
        #expect(
            try touch("Close", Shown.notificationAlert.state) == [
                .notification(.dismissNotification(3))
            ])
        #expect(try touch("Accept", Shown.call.state) == [.sendEvent(["call", "answer"])])
        #expect(try touch("Decline", Shown.call.state) == [.sendEvent(["call", "end"])])
        #expect(try touch("End", Shown.inCall.state) == [.sendEvent(["call", "end"])])
        #expect(try touch("End", Shown.appInCall.state) == [.sendEvent(["call", "end"])])
        #expect(
            try touch("Close", Shown.center.state) == [
                .sendEvent(["notification-center", "dismiss"])
            ])
    }

    @Test("The keypad's keys are pressed, and a lock without a passcode opens", .behaviour("P3"))
    func lock() throws {
        for (words, key) in [("5", "5"), ("Delete", "delete"), ("OK", "ok")] {
            #expect(
                try touch(words, Shown.lockWithPasscode.state) == [
                    .passcode(.pressKey(key: key))
                ])
        }
        #expect(try touch("Touch to open", Shown.lock.state) == [.unlock])
        var state = Shown.lock.state
        state.notifications = [ScreenFixture.notification(1)]
        #expect(
            try touch("A title of Mailbox", state) == [
                .unlock, .notification(.openNotification(2)),
            ])
    }

    @Test("The cross of a task stops it", .behaviour("F10"))
    func task() throws {
        for state in [Shown.lockWithTasks.state, Shown.centerWithTasks.state] {
            #expect(
                try touch("Stop Export of a long film", state) == [
                    .continuedTasks(
                        .stopContinuedTask(app: "org.example.App0", identifier: "film.1"))
                ])
        }
    }

    @Test("The switcher brings an app, or ends it; dots and Back are for whoever looks")
    func switcher() throws {
        let state = Shown.switcher.state
        let view = SystemView(place: .switcher(page: 0))
        #expect(
            try touch("Mailbox", state, view) == [.open(app: "org.example.App1", arguments: [])])
        #expect(try touch("Quit Mailbox", state, view) == [.quit(app: "org.example.App1")])
        let picture = try ScreenFixture.picture(state, view)
        let dot = try picture.element(saying: "Page 2").middle
        let line = NotedLine()
        #expect(
            try SystemScreen(line).touch(x: dot.x, y: dot.y, on: picture)
                == .view(.switcher(page: 1)))
        #expect(line.requests.isEmpty)
    }

    @Test("The app in front gets what nothing lies over; a banner is on top of it")
    func app() throws {
        #expect(
            try touch("Next", Shown.app.state) == [
                .sendEvent(["touch", "began", "80.0", "80.0"]),
                .sendEvent(["touch", "ended", "80.0", "80.0"]),
            ])
        #expect(
            try touch("A title of Mailbox", Shown.banner.state) == [
                .notification(.openNotification(2))
            ])
    }

    @Test("A touch on what is covered is refused, and the refusal names the cover and its command")
    func covered() throws {
        let picture = try ScreenFixture.picture(Shown.prompt.state)
        let refused = #expect(throws: TouchRefused.self) {
            _ = try picture.element(saying: "Next")
        }
        let words = refused?.description ?? ""
        #expect(words.contains("a question of Gallery"))
        #expect(words.contains("quiesce answer 7 allow") && words.contains("Don’t Allow"))
        #expect(throws: TouchRefused.self) {
            _ = try SystemScreen(NotedLine()).touch(x: 80, y: 80, on: picture)
        }
        #expect(try ScreenFixture.picture(Shown.asleep.state).cover?.command == "quiesce send wake")
    }

    @Test("Words below a banner aren't touched, as the banner would be")
    func belowBanner() throws {
        var state = Shown.banner.state
        state.front?.scene?.root.children?[0].frame.y = 40
        let picture = try ScreenFixture.picture(state)
        let refused = #expect(throws: TouchRefused.self) {
            _ = try picture.element(saying: "Next")
        }
        #expect(refused?.description.contains("quiesce notifications open 2") == true)
    }

    @Test("Words that several things say aren't guessed at")
    func several() throws {
        var state = ScreenFixture.state(apps: 2)
        state.apps[1].name = "Gallery"
        let picture = try ScreenFixture.picture(state)
        let refused = #expect(throws: TouchRefused.self) {
            _ = try picture.element(saying: "Gallery")
        }
        #expect(refused?.description.contains("2 texts say \"Gallery\"") == true)
    }
}
