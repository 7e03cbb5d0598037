import Foundation
import QuiesceWire
import TestSupport
import Testing

/// Tests/IOSLinks, which is written as for iOS, with the daemon that a test plays.
@Suite("URLs and quick actions as apps for iOS have them") struct LinkedAppTests {
    final class Linked {
        let daemon: FakeDaemon
        let app: ChildApp
        private var seq: UInt64 = 1

        init(_ link: AppLink? = nil) throws {
            daemon = try FakeDaemon()
            app = try ChildApp(
                ChildApp.products + "/IOSLinks", [],
                environment: ["QUIESCE_SOCKET": daemon.path, "QUIESCE_CONTAINER": daemon.directory])
            try daemon.welcome()
            try daemon.send(.schemes(["notes"]))
            try daemon.send(.schemes(["other"], continues: true))
            var context = MessageToApp.LaunchContext(state: .inactive, reason: .user)
            context.link = link
            switch link {
            case .url: context.reason = .url
            case .shortcut: context.reason = .shortcut
            case .activity: context.reason = .activity
            case nil: break
            }
            try daemon.deliver(1, .finishLaunching(context))
            try deliver(.didBecomeActive)
        }

        func deliver(_ call: MessageToApp.Call) throws {
            seq += 1
            try daemon.deliver(seq, call)
        }

        func lines(_ count: Int) throws -> [String] { try (0..<count).map { _ in try app.line() } }

        /// The app's next request to open something, and the number of that request.
        func request() throws -> (UInt64, LinkRequest) {
            while true {
                if case .link(let number, let request) = try daemon.receive() {
                    return (number, request)
                }
            }
        }
    }

    @Test(
        "A launch for a URL has it in its options, and then opens it before it is active",
        .behaviour("S3"))
    func launched() throws {
        let linked = try Linked(.url("notes://today", source: "org.example.Mail"))
        #expect(
            try linked.lines(3) == [
                "launched for notes://today of org.example.Mail",
                "open notes://today of org.example.Mail inactive", "active",
            ])
    }

    @Test("A delegate that returns false has opened it itself", .behaviour("S3"))
    func itself() throws {
        let linked = try Linked(.url("notes://itself", source: nil))
        #expect(try linked.lines(2) == ["launched for notes://itself of nobody", "active"])
    }

    @Test(
        "An app that runs is handed a URL, and opens others", .behaviour("S6"),
        arguments: [true, false])
    func opens(success: Bool) throws {
        let linked = try Linked()
        #expect(try linked.lines(2) == ["launched", "active"])
        let other = success ? "other:1" : "third:1"
        try linked.deliver(.link(.opened(.url("notes://open?\(other)", source: nil))))
        #expect(
            try linked.lines(2) == [
                "open notes://open?\(other) of nobody active", "can \(success)",
            ])
        let (number, request) = try linked.request()
        #expect(request == .open(other))
        try linked.deliver(.link(.answered(request: number, opened: success)))
        #expect(try linked.app.line() == "opened \(success)")
    }

    @Test(
        "A quick action is the app's own, with its title and what it keeps there",
        .behaviour("S3", "S6"))
    func shortcut() throws {
        let linked = try Linked()
        #expect(try linked.lines(2) == ["launched", "active"])
        try linked.deliver(.link(.opened(.shortcut("new"))))
        #expect(try linked.app.line() == "action new New note inbox")
        try linked.deliver(.link(.opened(.shortcut("unknown"))))
        #expect(try linked.app.line() == "action unknown  none")
        let launched = try Linked(.shortcut("new"))
        #expect(try launched.lines(3) == ["launched for new", "action new  none", "active"])
    }
}
