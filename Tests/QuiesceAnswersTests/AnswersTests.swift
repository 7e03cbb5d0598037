import Foundation
import QuiesceAnswers
import QuiesceCore
import QuiesceWire
import TestSupport
import Testing

/// A machine that hears of events at one moment.
struct Told {
    var machine: SystemMachine
    var now = Moment.zero.advanced(by: .seconds(1_700_000_000))
    private var ticket: UInt64 = 0
    private var request: UInt64 = 0

    init(_ profile: PolicyProfile = .ios8) { machine = SystemMachine(profile: profile) }

    mutating func tell(_ event: Event) { _ = machine.handle(event, at: now) }
    mutating func ask(_ event: (Ticket) -> Event) {
        ticket += 1
        tell(event(Ticket(ticket)))
    }

    mutating func install(_ app: AppID, modes: [BackgroundMode] = []) {
        let manifest = AppManifest(
            id: app, name: app.name, version: "1", executable: "x", backgroundModes: modes)
        ask { .install(manifest, StagedBundle(1), $0) }
    }

    /// Opens it, and lets it finish launching.
    mutating func open(_ app: AppID) {
        ask { .open(app, arguments: [], $0) }
        let launch = launch(app)
        tell(.spawned(app, launch, pid: 100))
        tell(.connected(app, launch, lastReceived: 0, lastHandled: 0, openTasks: []))
        tell(.handled(app, launch, seq: 2))
        request = 0
    }

    mutating func begin(_ app: AppID, _ task: UInt64, name: String) {
        request += 1
        tell(.beginTask(app, launch(app), request: request, TaskID(task), name: name))
    }

    mutating func end(_ app: AppID, _ task: UInt64) {
        request += 1
        tell(.endTask(app, launch(app), request: request, TaskID(task)))
    }

    func launch(_ app: AppID) -> Launch { machine.view(app)?.launch ?? Launch(number: 0) }

    var answers: Answers { Answers(machine, at: now) }
}

@Suite("Answers to why")
struct AnswersTests {
    let app: AppID

    init() throws { app = try #require(AppID("org.example.Clock")) }

    private func keys(_ value: some Described) throws -> Set<String> {
        let data = Data(value.json)
        let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        return Set(try #require(object).keys)
    }

    @Test("Each answer has its keys, in lowerCamelCase", .behaviour("D2"))
    func contract() throws {
        var device = Told()
        device.install(app)
        device.open(app)
        device.begin(app, 1, name: "save")
        device.end(app, 7)
        device.ask { .home($0) }
        device.ask { .quit(app, $0) }
        let why = try device.answers.why(app.name)
        #expect(
            try keys(why) == [
                "app", "state", "since", "launch", "sentence", "reason", "rule", "obstacles",
                "pending", "chain", "refusals", "endings",
            ])
        #expect(
            try keys(try #require(why.refusals.first)) == [
                "seq", "time", "app", "kind", "reason", "rule", "detail", "sentence", "change",
            ])
        #expect(why.chain.allSatisfy { $0.sentence?.hasSuffix(".") == true })
        #expect(
            try keys(try #require(why.pending.first)) == ["kind", "sentence", "rule", "latest"])
        #expect(
            try keys(try #require(device.answers.whyKilled().first)) == [
                "seq", "time", "app", "launch", "kind", "reason", "rule", "sentence", "change",
            ])
        let awake = device.answers.whyAwake()
        #expect(
            try keys(awake) == ["asleep", "keptAwake", "sentence", "pending", "apps", "more"])
        #expect(
            try keys(try #require(awake.apps.first)) == [
                "app", "state", "launch", "since", "sentence", "keepsAwake", "pending", "latest",
            ])
        let not = try device.answers.why(app.name, not: "fetch")
        #expect(
            try keys(try #require(not.obstacles.first)) == ["reason", "rule", "sentence", "change"])
    }

    @Test(
        "Who keeps location on is said with what it wants, and for how long it has",
        .behaviour("G5", "D2"))
    func location() throws {
        var device = Told()
        device.install(app)
        device.open(app)
        #expect(device.answers.whyAwake().location.isEmpty)
        device.ask { .setPermission(app, .location, .authorized, $0) }
        let wish = LocationWish(accuracy: 10, distance: 50)
        device.tell(
            .location(
                .asked(app, device.launch(app), request: 1, .start(manager: 1, wish: wish))))
        device.now = device.now.advanced(by: .seconds(90))
        let kept = device.answers.whyAwake().location
        #expect(
            kept == [
                LocationKeeper(
                    app: app.name, onFor: 90,
                    detail: "updates within 10 m, each 50 m, for 90 s so far")
            ])
        let summary = ForecastSummary(
            device.machine.forecast(hours: 1, at: device.now),
            location: device.machine.locationViews(at: device.now))
        #expect(summary.location == kept)
        device.tell(.location(.asked(app, device.launch(app), request: 2, .stop(manager: 1))))
        #expect(device.answers.whyAwake().location.isEmpty)
    }

    @Test("A limit is a moment of the calendar", .behaviour("D2"))
    func moments() throws {
        var device = Told()
        device.install(app)
        device.open(app)
        device.begin(app, 1, name: "save")
        device.ask { .home($0) }
        device.now = device.now.advanced(by: .seconds(2))
        let answer = try device.answers.why(app.name)
        #expect(answer.since == "2023-11-14T22:13:20.000Z")
        #expect(
            answer.pending.first { $0.kind == "call" }?.latest == "2023-11-14T22:13:25.000Z")
        #expect(
            answer.pending.first { $0.kind == "task" }?.latest == "2023-11-14T22:16:20.000Z")
    }

    @Test("A time is printed to its millisecond, not to the one before")
    func printedTimes() {
        for milliseconds: Int64 in 0..<1_000 {
            let time = WallTime(nanoseconds: (1_795_264_540_000 + milliseconds) * 1_000_000 + 7)
            let digits = String(1_000 + milliseconds).dropFirst()
            #expect(time.iso8601 == "2026-11-21T12:35:40.\(digits)Z")
        }
        #expect(WallTime(nanoseconds: -1).iso8601 == "1969-12-31T23:59:59.999Z")
        #expect(WallTime.zero.iso8601 == "1970-01-01T00:00:00.000Z")
    }

    @Test(
        "How an uninstalled app's launches ended is told by its id and by the end of it, and of no app that never was",
        .behaviour("D2", "W2"))
    func uninstalled() throws {
        var device = Told()
        device.install(app)
        device.open(app)
        device.tell(.exited(app, device.launch(app), .exited(code: 3)))
        device.ask { .uninstall(app, $0) }
        for name in [app.name, "Clock"] {
            #expect(try device.answers.whyKilled(name).map(\.reason) == ["exitedWithError"])
        }
        // It was asked for once, which is remembered.
        let nobody = try #require(AppID("Nope"))
        device.ask { .open(nobody, arguments: [], $0) }
        #expect(try device.answers.whyKilled("Nope").isEmpty)
    }

    @Test("An app or a cause that isn't known is refused, with what to do", .behaviour("D2"))
    func refused() throws {
        var device = Told()
        device.install(app)
        func refusal(_ ask: (Answers) throws -> Void) -> ControlReply.Refusal? {
            do {
                try ask(device.answers)
                return nil
            } catch { return error as? ControlReply.Refusal }
        }
        for name in ["org.nobody.Nothing", "not an id"] {
            let why = refusal { _ = try $0.why(name) }
            #expect(why?.reason == "unknownApp" && why?.message.contains("quiesce apps") == true)
            #expect(refusal { _ = try $0.why(name, not: "push") } == why)
            #expect(refusal { _ = try $0.whyKilled(name) } == why)
        }
        #expect(refusal { _ = try $0.whyKilled(app.name) } == nil)
        let newsstand = refusal { _ = try $0.why(app.name, not: "newsstand") }
        #expect(newsstand?.reason == "unknownCause")
        #expect(
            newsstand?.message
                == "this version wakes no app for \"newsstand\" yet; --not takes one of: fetch, push, transfer, refresh, processing, location, significant, region, audio, voip, keepAlive, accessory, bluetooth, voipPush, notificationAction, thaw, notification"
        )
        #expect(
            refusal { _ = try $0.why(app.name, not: "alarm") }?.message
                == "\"alarm\" is not a wake-up; --not takes one of: fetch, push, transfer, refresh, processing, location, significant, region, audio, voip, keepAlive, accessory, bluetooth, voipPush, notificationAction, thaw, notification"
        )
    }

    @Test("The longest answers fit a datagram")
    func bounded() throws {
        let long = try #require(AppID(String(repeating: "a", count: AppID.mostBytes)))
        // JSON writes each of these bytes as six, twice escaped as seven.
        let name = String(repeating: "\u{1}", count: Limits.taskNameBytes)
        var device = Told()
        device.install(long, modes: [.fetch, .remoteNotification])
        for _ in 0..<20 {
            device.open(long)
            device.begin(long, 1, name: name)
            device.begin(long, 2, name: name)
            device.begin(long, 3, name: name)
            device.ask { .home($0) }
            // The core examines the app's use of resources.
            device.now = device.now.advanced(by: .seconds(1))
            device.tell(.timer)
            device.now = device.now.advanced(by: .seconds(3))
            device.tell(.handled(long, device.launch(long), seq: 4))
            device.now = device.now.advanced(by: .seconds(171))
            device.tell(.timer)
            device.now = device.now.advanced(by: .seconds(5))
            device.tell(.timer)
            device.tell(.exited(long, device.launch(long), .signalled(9)))
        }
        device.open(long)
        for task in 1...1_000 { device.begin(long, UInt64(task), name: name) }
        for _ in 0..<20 { device.begin(long, 2_000, name: name) }
        for _ in 0..<64 { device.ask { .fetch(long, $0) } }
        let answer = try device.answers.why(long.name)
        #expect(answer.endings.contains { $0.reason == "backgroundTaskExpired" })
        #expect(answer.refusals.count == Limits.refusalsPerApp)
        #expect(answer.pending.filter { $0.kind == "wake" }.count == Limits.pendingNamed + 1)
        for item in [
            answer.jsonText,
            device.answers.whyAwake().jsonText,
        ] {
            _ = try WireCoder().encode(ControlReply.item(item))
        }
    }

    @Test("Of many apps that execute the first are named and the rest counted")
    func manyApps() throws {
        var device = Told()
        for number in 0..<60 {
            let prefix = String(repeating: "a", count: 140)
            let app = try #require(AppID("\(prefix).n\(number)"))
            device.install(app, modes: [.fetch])
            device.ask { .fetch(app, $0) }
        }
        let answer = device.answers.whyAwake()
        #expect(answer.apps.count == Limits.executingNamed)
        #expect(answer.more == 60 - Limits.executingNamed)
        #expect(answer.sentence == "Nothing keeps the device from sleeping; 60 apps execute.")
        let item = answer.jsonText
        _ = try WireCoder().encode(ControlReply.item(item))
    }
}
