import Foundation
import QuiesceWire
import TestSupport
import Testing

/// Tests/IOSLinks again: pages of its domains, and activities of its types.
@Suite("Activities as apps for iOS have them") struct UserActivityTests {
    private typealias Linked = LinkedAppTests.Linked
    private let page = AppActivity(
        type: "NSUserActivityTypeBrowsingWeb", webpageURL: "https://example.com/x")

    @Test(
        "A launch for a page has it in its options, and goes on with it before the app is active",
        .behaviour("S3"))
    func launched() throws {
        let linked = try Linked(.activity(page))
        #expect(
            try linked.lines(4) == [
                "launched for NSUserActivityTypeBrowsingWeb https://example.com/x",
                "will continue NSUserActivityTypeBrowsingWeb", "page https://example.com/x",
                "active",
            ])
    }

    @Test("An app that runs goes on with an activity, and restores what it likes", .behaviour("S6"))
    func restores() throws {
        let linked = try Linked()
        #expect(try linked.lines(2) == ["launched", "active"])
        let reading = AppActivity(type: "reading", userInfo: #"{"page":7}"#)
        try linked.deliver(.link(.opened(.activity(reading))))
        #expect(try linked.lines(2) == ["will continue reading", "restores 7"])
    }

    @Test(
        "One that can't be read has failed",
        arguments: [
            AppActivity(type: "reading", userInfo: "7"),
            AppActivity(type: "reading", userInfo: "{"),
            AppActivity(type: "reading", webpageURL: "https://exa mple.com[/"),
        ])
    func failed(activity: AppActivity) throws {
        let linked = try Linked()
        #expect(try linked.lines(2) == ["launched", "active"])
        try linked.deliver(.link(.opened(.activity(activity))))
        #expect(try linked.lines(2) == ["will continue reading", "failed reading"])
    }

    @Test(
        "An app knows which pages some app opens, and asks for those alone",
        arguments: [
            ("https://www.example.org/1", true), ("https://example.org/1", false),
            ("https://example.com/", true),
        ])
    func asks(url: String, isKnown: Bool) throws {
        let linked = try Linked()
        #expect(try linked.lines(2) == ["launched", "active"])
        try linked.daemon.send(.domains(["example.com"]))
        try linked.daemon.send(.domains(["*.example.org"], continues: true))
        try linked.deliver(.link(.opened(.url("notes://universal?\(url)", source: nil))))
        #expect(
            try linked.lines(2) == [
                "open notes://universal?\(url) of nobody active", "can \(isKnown)",
            ])
        let (number, request) = try linked.request()
        #expect(request == .open(url, universalLinksOnly: true))
        try linked.deliver(.link(.answered(request: number, opened: false)))
        #expect(try linked.app.line() == "opened false")
    }
}
