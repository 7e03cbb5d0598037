import Foundation
import QuiesceWire
import TestSupport
import Testing

@Suite("Wake-ups on a device") struct WakeTests {
    static let silent = #"{"aps":{"content-available":1}}"#

    @Test(
        "A suspended app is woken for a fetch or a push, handles it, and is suspended again",
        .behaviour("F2", "F5", "R2", "R4", "R5", "S8"), arguments: ["fetch", "push"])
    func fromSuspended(cause: String) throws {
        try withDevice { device in
            let app = try device.install(example: "Misbehaving")
            try device.open(app)
            try device.wait(app, "active")
            try device.perform(.home)
            try device.wait(app, "suspended")
            let before = try device.ps(app)
            let mark = try device.mark()
            try device.wake(app, for: cause)
            try device.wait(for: "the end of it", app: app, after: mark) { $0.to == "suspended" }
            let all = try device.log(app).filter { $0.seq > mark }
            // A fetch is charged, and then the app's screen is kept anew (F7).
            let rows = all.filter { !["energyCharged", "snapshotTaken"].contains($0.reason) }
            #expect(all.count == rows.count + (cause == "fetch" ? 2 : 0))
            let woken = cause == "fetch" ? "wokenForFetch" : "wokenForPush"
            #expect(rows.map(\.kind) == ["wake", "transition", "wake", "transition"])
            #expect(rows.map(\.reason) == [woken, woken, "completedNewData", "idle"])
            #expect(rows.map(\.to) == [nil, "background", nil, "suspended"])
            #expect(
                rows.map(\.rule)
                    == (cause == "fetch" ? ["F2", "F2", "F5", "S5"] : ["R2", "R2", "R5", "S5"]))
            #expect(try device.ps(app).pid == before.pid)
            #expect(try device.ps(app).launch == before.launch)
            let called = cause == "fetch" ? "performFetch" : "didReceiveRemoteNotification"
            #expect(try device.lines(app).suffix(2) == ["didEnterBackground", called])
        }
    }

    @Test(
        "An app that does not run is launched into the background for it, and isn't shown",
        .behaviour("F2", "F9", "R2", "S4", "W6"), arguments: ["fetch", "push"])
    func launched(cause: String) throws {
        try withDevice { device in
            let app = try device.installRecorder()
            try device.wake(app, for: cause)
            let called = cause == "fetch" ? "performFetch background" : "push nothing background"
            try device.wait(app, toPrint: called)
            #expect(
                try device.lines(app) == [
                    "willFinishLaunching background", "previous none", "pushed \(cause == "push")",
                    "didFinishLaunching background", "notification didFinishLaunching", called,
                ])
            #expect(try device.ps(app).state == "background")
            #expect(try device.status().foreground == nil)
            #expect(try device.perform(.switcher).items.isEmpty)
            // It never was in front.
            let states = try device.log(app).compactMap(\.to)
            #expect(states == ["background"])
        }
    }

    @Test(
        "An app launched into the background is suspended shortly after its event",
        .behaviour("S4", "F5"))
    func launchedAndDone() throws {
        try withDevice { device in
            let app = try device.install(example: "Misbehaving")
            try device.wake(app, for: "fetch")
            try device.wait(app, "suspended")
            #expect(try device.lines(app) == ["didFinishLaunching", "performFetch"])
            let pid = try device.pid(app)
            // Opened now, it comes to the front without another launch.
            try device.open(app)
            try device.wait(app, "active")
            try device.wait(app, toPrint: "didBecomeActive")
            #expect(try device.ps(app).pid == pid)
            #expect(
                try device.lines(app).suffix(2) == ["willEnterForeground", "didBecomeActive"])
        }
    }

    @Test(
        "An app in front goes to the background for a fetch, and gets a push where it is",
        .behaviour("F9", "R2"))
    func inFront() throws {
        try withDevice { device in
            let app = try device.install(example: "Misbehaving")
            try device.open(app)
            try device.wait(app, "active")
            let pushed = try device.mark()
            try device.wake(app, for: "push")
            try device.wait(for: "completion", app: app, after: pushed) {
                $0.reason == "completedNewData"
            }
            #expect(try device.ps(app).state == "active")
            #expect(
                try device.log(app).filter { $0.seq > pushed }.allSatisfy { $0.to == nil })
            let fetched = try device.mark()
            try device.wake(app, for: "fetch")
            try device.wait(for: "the end of it", app: app, after: fetched) { $0.to == "suspended" }
            #expect(
                try device.lines(app).suffix(4) == [
                    "didReceiveRemoteNotification", "willResignActive", "didEnterBackground",
                    "performFetch",
                ])
        }
    }

    @Test(
        "An app that does not call its completion handler is terminated when its time is out",
        .behaviour("F5", "R5", "W2", "W4"),
        arguments: [
            ("fetch", "F5", "performFetch"), ("push", "R5", "didReceiveRemoteNotification"),
        ])
    func noCompletion(cause: String, rule: String, call: String) throws {
        let profile = "fetchLimitSeconds = 1\npushLimitSeconds = 1"
        try withDevice(profile: profile) { device in
            let app = try device.install(example: "Misbehaving")
            try device.open(app, "--no-completion")
            try device.wait(app, "active")
            try device.perform(.home)
            try device.wait(app, "suspended")
            let pid = try device.pid(app)
            let mark = try device.mark()
            try device.wake(app, for: cause)
            let woken = try device.wait(for: "wake-up", app: app, after: mark) {
                $0.to == "background"
            }
            let kill = try device.wait(for: "kill", app: app) { $0.kind == "kill" }
            #expect(kill.reason == "completionHandlerMissing")
            #expect(kill.rule == rule)
            #expect(kill.detail?.hasPrefix("\(call) took ") == true)
            #expect(try device.seconds(from: woken, to: kill) >= 0.99)
            try device.wait(app, "notRunning")
            try device.waitUntilGone(pid)
            #expect(try device.lines(app).contains("willTerminate") == false)
            try device.expectWhy(
                app, "completionHandlerMissing", rule, "it was killed",
                "the completion handler of \(call)", "1 s"
            )
        }
    }

    @Test("A completion handler that is called twice counts once", .behaviour("F5"))
    func completedTwice() throws {
        try withDevice { device in
            let app = try device.installRecorder()
            try device.open(app, "--fifo")
            try device.wait(app, toPrint: "notification didBecomeActive")
            try device.perform(.home)
            try device.wait(app, "suspended")
            let mark = try device.mark()
            try device.wake(app, for: "fetch")
            try device.wait(app, toPrint: "performFetch background")
            // Answers newData, then failed.
            try device.tell(app, "complete")
            try device.wait(for: "the end of it", app: app, after: mark) { $0.to == "suspended" }
            let verdicts = try device.log(app).map(\.reason).filter { $0.hasPrefix("completed") }
            #expect(verdicts == ["completedNewData"])
        }
    }

    @Test(
        "Completing the same wake-up again over the wire is refused and changes nothing",
        .behaviour("F5", "R5"))
    func completedTwiceOverTheWire() throws {
        try withDevice { device in
            let app = try device.install(
                python: """
                    class Twice(App):
                        def perform_fetch(self, complete):
                            task = self.begin_task()
                            complete("failed")
                            self.call_later(0, lambda: self.again(task))
                        def again(self, task):
                            self._request(type="completeWake", wake=1, result="newData")
                            self.end_task(task)
                    Twice().run()
                    """, id: "org.quiesce.tests.Twice", ["UIBackgroundModes": ["fetch"]])
            try device.wake(app, for: "fetch")
            try device.wait(app, "suspended")
            let reasons = try device.log(app).map(\.reason)
            #expect(reasons.contains("completedFailed"))
            #expect(reasons.contains("completedNewData") == false)
            #expect(reasons.contains("unknownWake"))
        }
    }

    @Test("A push's payload arrives as it was sent, up to 4096 bytes", .behaviour("R1", "R2"))
    func payload() throws {
        try withDevice { device in
            let app = try device.install(
                python: """
                    class Reader(App):
                        def did_receive_remote_notification(self, payload, complete):
                            with open("Documents/push.json", "w", encoding="utf-8") as file:
                                json.dump(payload, file)
                            complete("newData")
                    Reader().run()
                    """, id: "org.quiesce.tests.Reader",
                ["UIBackgroundModes": ["remote-notification"]])
            let start =
                #"{"aps":{"content-available":1,"alert":{"loc-args":["Ärger","日本","👩‍👩‍👧","\u0000\n\"\\"]}},"#
                + #""n":[1,-2.5,1e30,true,false,null],"big":9007199254740993,"pad":""#
            let payload =
                start + String(repeating: "ü", count: (4_094 - start.utf8.count) / 2) + "\"}"
            #expect(payload.utf8.count >= 4_095)
            try device.perform(.push(.sendPush(app: app, payload: payload)))
            try device.wait(app, "suspended")
            let arrived = try #require(device.contained(app, "Documents/push.json"))
            let sent = try JSONSerialization.jsonObject(with: Data(payload.utf8)) as? NSDictionary
            #expect(
                try JSONSerialization.jsonObject(with: arrived) as? NSDictionary == sent)
            #expect(String(decoding: arrived, as: UTF8.self).contains("9007199254740993"))
            // One more byte than that is too much, and wakes nothing.
            let mark = try device.mark()
            let refusal = try device.call(.push(.sendPush(app: app, payload: payload + "  ")))
                .refusal
            #expect(refusal?.reason == "payloadTooLarge")
            #expect(try device.mark() == mark)
        }
    }

    @Test(
        "Which pushes wake an app is the profile's rule", .behaviour("R2", "O4"),
        arguments: [
            ("ios8", WakeTests.silent, nil, nil), ("ios7", WakeTests.silent, nil, nil),
            ("ios8", #"{"aps":{}}"#, "notContentAvailable", "R2"),
            ("ios7", #"{"aps":{"alert":"Hi"}}"#, nil, nil),
            ("ios4", WakeTests.silent, "modeUnknownToProfile", "O4"),
        ] as [(String, String, String?, String?)])
    func profiles(profile: String, payload: String, refusal: String?, rule: String?) throws {
        try withDevice(profile: "base = \"\(profile)\"") { device in
            let app = try device.install(example: "Misbehaving")
            let answer = try device.call(.push(.sendPush(app: app, payload: payload)))
            #expect(answer.refusal?.reason == refusal)
            #expect(answer.refusal?.rule == rule)
            if refusal == nil {
                try device.wait(app, "suspended")
                #expect(
                    try device.lines(app) == ["didFinishLaunching", "didReceiveRemoteNotification"])
            } else {
                #expect(try device.ps(app).state == "notRunning")
                let row = try #require(device.log(app).last)
                #expect(row.kind == "refuse")
                #expect(row.reason == refusal)
            }
        }
    }

    @Test("Wake-ups that come together are each delivered once", .behaviour("F5", "R5"))
    func several() throws {
        try withDevice(profile: LiveDevice.unlimitedPushes) { device in
            let app = try device.install(example: "Misbehaving")
            for _ in 0..<5 { try device.wake(app, for: "push") }
            try device.wake(app, for: "fetch")
            try device.wait(for: "six verdicts", app: app) {
                $0.detail?.hasPrefix("fetch 6 after") == true
            }
            try device.wait(app, "suspended")
            let lines = try device.lines(app)
            #expect(lines.count { $0 == "didReceiveRemoteNotification" } == 5)
            #expect(lines.count { $0 == "performFetch" } == 1)
            let verdicts = try device.log(app).filter { $0.reason == "completedNewData" }
            #expect(verdicts.count == 6)
        }
    }
}

extension LiveDevice {
    /// `send fetch` or `send push` with `content-available`.
    func wake(_ app: String, for cause: String) throws {
        try perform(
            cause == "fetch"
                ? .fetch(.sendFetch(app: app))
                : .push(.sendPush(app: app, payload: WakeTests.silent)))
    }
}
