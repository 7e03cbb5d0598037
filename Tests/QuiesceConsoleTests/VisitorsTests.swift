import Testing

@testable import QuiesceConsole

@Suite("Links and browsers") struct VisitorsTests {
    private let visitors = Visitors()

    @Test("A link lets one browser in, once") func once() throws {
        let link = visitors.newLink()
        let session = try #require(visitors.enter(by: link))
        #expect(visitors.enter(by: link) == nil)
        #expect(visitors.isKnown(cookie: session.cookie))
        #expect(visitors.isKnown(cookie: session.cookie, key: session.key))
    }

    @Test("Nobody comes in by a guess, or by what begins like a link")
    func guesses() {
        let link = visitors.newLink()
        #expect(visitors.enter(by: "") == nil)
        #expect(visitors.enter(by: String(link.dropLast())) == nil)
        #expect(visitors.enter(by: link + "x") == nil)
        #expect(visitors.enter(by: link) != nil)
    }

    @Test("A cookie counts with its own key alone: servers on other ports get the cookie")
    func keys() throws {
        let one = try #require(visitors.enter(by: visitors.newLink()))
        let other = try #require(visitors.enter(by: visitors.newLink()))
        #expect(!visitors.isKnown(cookie: one.cookie, key: other.key))
        #expect(!visitors.isKnown(cookie: one.cookie, key: one.cookie))
        #expect(!visitors.isKnown(cookie: one.cookie, key: ""))
    }

    @Test("Links and browsers are bounded: the oldest is forgotten") func bounds() throws {
        let first = visitors.newLink()
        for _ in 0..<ConsoleLimits.links { _ = visitors.newLink() }
        #expect(visitors.enter(by: first) == nil)
        let session = try #require(visitors.enter(by: visitors.newLink()))
        for _ in 0..<ConsoleLimits.sessions { _ = visitors.enter(by: visitors.newLink()) }
        #expect(!visitors.isKnown(cookie: session.cookie))
    }
}
