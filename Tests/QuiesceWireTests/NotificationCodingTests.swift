import Foundation
import QuiesceWire
import TestSupport
import Testing

/// Messages about notifications and fetches are plain JSON: flat, with a word for the kind, and
/// without the values that are as usual.
@Suite(.behaviour("N1", "F1")) struct NotificationCodingTests {
    private static var content: NotificationContent {
        var content = NotificationContent(name: "3.1")
        content.fireDate = .min
        content.timeZone = "Australia/Lord_Howe"
        content.repeatInterval = "quarter"
        content.title = ""
        content.body = "\u{1F370} \"cake\"\n"
        content.action = "Eat"
        content.withoutAction = true
        content.launchImage = "cake.png"
        content.category = "food"
        content.sound = "default"
        content.badge = .max
        content.userInfo = "<plist/>"
        return content
    }

    private static var task: BackgroundTaskRequest {
        var task = BackgroundTaskRequest(kind: .processing, identifier: "clean")
        task.earliestBegin = .max
        task.requiresNetwork = true
        task.requiresPower = false
        return task
    }

    static let fromApp: [MessageFromApp] =
        ([
            .schedule(content), .schedule(NotificationContent(name: "")), .cancel(name: "3.1"),
            .cancel(name: nil), .setBadge(0), .register([]),
            .register(["alert", "sound", "badge"]),
        ] as [LocalNotificationRequest]).map { .notification(request: .max, $0) }
        + ([
            .setMinimumInterval(0), .setMinimumInterval(0.5), .setMinimumInterval(nil),
            .submit(task), .submit(.init(kind: .appRefresh, identifier: "")),
            .cancel(identifier: "clean"), .cancel(identifier: nil),
        ] as [FetchRequest]).map { .fetching(request: 1, $0) }

    private static var launch: MessageToApp.LaunchContext {
        var launch = MessageToApp.LaunchContext(state: .inactive, reason: .localNotification)
        launch.notification = content
        return launch
    }

    static let toApp: [MessageToApp] =
        ([
            .notification(.received(content, opened: true)),
            .notification(.received(content, opened: false)), .notification(.dropped([])),
            .notification(.dropped(["3.1", "3.2"])),
            .backgroundTask(wake: 9, identifier: "clean", kind: .processing),
            .fetchRefused(identifier: "clean", reason: "noSpace"),
            .fetchRefused(identifier: nil, reason: "storeFailed"),
            .expireWake(wake: .max), .finishLaunching(launch),
        ] as [MessageToApp.Call]).map { .deliver(.init(seq: 4, call: $0)) } + [
            .notifications(.init(scheduled: [], badge: 0)),
            .notifications(
                .init(scheduled: [content, content], badge: 7, types: ["alert"], continues: true)),
        ]

    @Test("What an app says comes back from its datagram as it was", arguments: fromApp)
    func said(message: MessageFromApp) throws {
        let coder = WireCoder()
        #expect(try coder.decode(MessageFromApp.self, from: coder.encode(message)) == message)
    }

    @Test("What an app is told comes back from its datagram as it was", arguments: toApp)
    func told(message: MessageToApp) throws {
        let coder = WireCoder()
        #expect(try coder.decode(MessageToApp.self, from: coder.encode(message)) == message)
    }

    @Test("What is as usual needn't be said, and isn't")
    func usual() throws {
        let texts = [
            #"{"notification":{"action":"schedule","notification":{"name":"a"}},"request":1,"type":"notification"}"#,
            #"{"notification":{"action":"cancel"},"request":1,"type":"notification"}"#,
            #"{"fetching":{"action":"setMinimumInterval"},"request":1,"type":"fetching"}"#,
            #"{"fetching":{"action":"submit","task":{"identifier":"a","kind":"appRefresh"}},"request":1,"type":"fetching"}"#,
        ]
        let messages: [MessageFromApp] = [
            .notification(request: 1, .schedule(NotificationContent(name: "a"))),
            .notification(request: 1, .cancel(name: nil)),
            .fetching(request: 1, .setMinimumInterval(nil)),
            .fetching(request: 1, .submit(.init(kind: .appRefresh, identifier: "a"))),
        ]
        let coder = WireCoder()
        for (text, message) in zip(texts, messages) {
            #expect(try coder.decode(MessageFromApp.self, from: Data(text.utf8)) == message)
            let object = try JSONSerialization.jsonObject(with: coder.encode(message))
            let sorted = try JSONSerialization.data(
                withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
            #expect(String(decoding: sorted, as: UTF8.self) == text)
        }
    }

    @Test(
        "Who asks for a kind of background task that there isn't is told which there are",
        .behaviour("F9"))
    func unknownKind() {
        let text =
            #"{"type":"fetching","request":1,"fetching":{"action":"submit","task":{"kind":"health","identifier":"a"}}}"#
        let words =
            "\"health\" is not a kind of background task; there are appRefresh and processing"
        #expect(throws: WireError(code: .malformed, message: words)) {
            try WireCoder().decode(MessageFromApp.self, from: Data(text.utf8))
        }
    }

    @Test(
        "What is no message is refused as malformed, not taken in part",
        .behaviour("reliability A3"),
        arguments: [
            #"{"type":"notification","request":1}"#,
            #"{"type":"notification","request":1,"notification":7}"#,
            #"{"type":"notification","request":-1,"notification":{"action":"cancel"}}"#,
            #"{"type":"notification","notification":{"action":"cancel"}}"#,
            #"{"type":"notification","request":1,"notification":{"action":"explode"}}"#,
            #"{"type":"notification","request":1,"notification":{"action":"schedule"}}"#,
            #"{"type":"notification","request":1,"notification":{"action":"schedule","notification":{}}}"#,
            #"{"type":"notification","request":1,"notification":{"action":"schedule","notification":{"name":"a","fireDate":1e99}}}"#,
            #"{"type":"notification","request":1,"notification":{"action":"schedule","notification":{"name":"a","badge":"3"}}}"#,
            #"{"type":"notification","request":1,"notification":{"action":"schedule","notification":{"name":"a","userInfo":{}}}}"#,
            #"{"type":"notification","request":1,"notification":{"action":"cancel","name":7}}"#,
            #"{"type":"notification","request":1,"notification":{"action":"setBadge","badge":1.5}}"#,
            #"{"type":"notification","request":1,"notification":{"action":"register","types":"alert"}}"#,
            #"{"type":"fetching","request":1,"fetching":{"action":"setMinimumInterval","seconds":"60"}}"#,
            #"{"type":"fetching","request":1,"fetching":{"action":"setMinimumInterval","seconds":1e999}}"#,
            #"{"type":"fetching","request":1,"fetching":{"action":"submit"}}"#,
            #"{"type":"fetching","request":1,"fetching":{"action":"submit","task":{"kind":"appRefresh"}}}"#,
            #"{"type":"fetching","request":1,"fetching":{"action":"submit","task":{"kind":"appRefresh","identifier":"a","requiresPower":1}}}"#,
            #"{"type":"fetching","request":1,"fetching":{"action":"cancel","identifier":[]}}"#,
            #"{"type":"fetching","request":1,"fetching":{"action":"later"}}"#,
        ])
    func hostile(text: String) {
        #expect {
            try WireCoder().decode(MessageFromApp.self, from: Data(text.utf8))
        } throws: { error in
            (error as? WireError)?.code == .malformed
        }
    }
}
