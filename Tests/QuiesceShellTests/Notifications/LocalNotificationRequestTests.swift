import QuiesceCore
import QuiesceWire
import TestSupport
import Testing

@testable import QuiesceShell

@Suite("What an app may ask of its notifications and fetches") struct LocalNotificationRequestTests
{
    /// The error with which the daemon refuses the message; nil: the daemon takes it.
    private func refusal(_ message: MessageFromApp) throws -> WireError? {
        let app = try #require(AppID("org.example.Clock"))
        var channel = AppChannel(
            ProcessKey(app: app, launch: Launch(number: 1)),
            quota: AppQuota(at: AwakeInstant(nanoseconds: 0)))
        _ = try channel.take(.hello(.init()))
        do {
            _ = try channel.take(message)
            return nil
        } catch {
            return error
        }
    }

    private func refusal(_ request: LocalNotificationRequest) throws -> WireError? {
        try refusal(.notification(request: 1, request))
    }

    private func refusal(
        changing change: (inout NotificationContent) -> Void
    ) throws -> WireError? {
        var content = NotificationContent(name: "1.1")
        change(&content)
        return try refusal(.schedule(content))
    }

    @Test("A notification with all that it can have is taken", .behaviour("N1"))
    func whole() throws {
        let refused = try refusal {
            $0.fireDate = 1_800_000_000_000
            $0.timeZone = "Europe/Berlin"
            $0.repeatInterval = "quarter"
            $0.title = "Tea"
            $0.body = "It has drawn"
            $0.sound = "default"
            $0.badge = 1
            $0.userInfo = String(repeating: "x", count: 3_000)
        }
        #expect(refused == nil)
    }

    @Test(
        "One that is too long is refused with what it has and what it may have", .behaviour("N1"))
    func tooLong() throws {
        #expect(
            try refusal { $0.userInfo = String(repeating: "x", count: 5_000) }?.message
                == "a notification has at most 4096 bytes, this one has 5028")
        #expect(try refusal { $0.name = "" }?.code == .malformed)
        #expect(try refusal { $0.name = String(repeating: "n", count: 129) }?.code == .malformed)
        #expect(
            try refusal(.cancel(name: String(repeating: "n", count: 129)))?.code == .malformed)
    }

    @Test("What no app can mean is refused, by its name", .behaviour("N1"))
    func senseless() throws {
        #expect(
            try refusal { $0.repeatInterval = "fortnight" }?.message
                == "\"fortnight\" is not a repeat interval; use one of minute, hour, day, week, month, quarter, year, seconds from 60 as \"90 s\", or what a wall shows, as \"weekday=2 hour=8\""
        )
        #expect(try refusal { $0.repeatInterval = "59 s" }?.code == .malformed)
        #expect(try refusal { $0.repeatInterval = "90 s" } == nil)
        #expect(try refusal { $0.repeatInterval = "weekday=2 hour=8" } == nil)
        #expect(try refusal(.present(name: "a", types: ["alert"]))?.code == .malformed)
        #expect(try refusal(.present(name: "a", types: ["banner"])) == nil)
        #expect(try refusal(.withdraw(names: [""]))?.code == .malformed)
        let many = (0..<500).map { NotificationCategory(identifier: "category \($0)") }
        #expect(try refusal(.setCategories(many))?.code == .malformed)
        #expect(try refusal(.setCategories(Array(many.prefix(100)))) == nil)
        #expect(try refusal { $0.badge = -1 }?.code == .malformed)
        #expect(try refusal(.setBadge(-1))?.code == .malformed)
        #expect(try refusal(.setBadge(Int(Int32.max) + 1))?.code == .malformed)
        #expect(try refusal(.register(["alert", "smoke"]))?.code == .malformed)
        #expect(try refusal(.register(["alert", "sound", "badge"])) == nil)
    }

    @Test("A zone that nobody knows is no reason to break off: the alarm counts", .behaviour("N5"))
    func unknownZone() throws {
        #expect(try refusal { $0.timeZone = "Mars/Olympus" } == nil)
    }

    @Test("An interval is a number of seconds from 0 on, or never", .behaviour("F1"))
    func interval() throws {
        for seconds in [-1, -.infinity, .infinity, .nan] as [Double] {
            #expect(
                try refusal(.fetching(request: 1, .setMinimumInterval(seconds)))?.code
                    == .malformed)
        }
        for seconds in [nil, 0, 0.5, 1e300] as [Double?] {
            #expect(try refusal(.fetching(request: 1, .setMinimumInterval(seconds))) == nil)
        }
    }

    @Test("A background task of either kind has an identifier", .behaviour("F9"))
    func task() throws {
        func refused(_ kind: BackgroundTaskKind, _ identifier: String) throws -> WireError? {
            try refusal(
                .fetching(request: 1, .submit(.init(kind: kind, identifier: identifier))))
        }
        #expect(try refused(.appRefresh, "org.example.refresh") == nil)
        #expect(try refused(.processing, "org.example.tidy") == nil)
        #expect(try refused(.processing, "")?.code == .malformed)
        #expect(
            try refused(.processing, String(repeating: "i", count: 129))?.code == .malformed)
    }
}
