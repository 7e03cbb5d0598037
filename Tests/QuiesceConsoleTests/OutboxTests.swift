import Synchronization
import Testing

@testable import QuiesceConsole

@Suite("Messages that wait for a page") struct OutboxTests {
    private let outbox = Outbox()

    @Test("A state takes the place of an older one, and answers keep their order")
    func replaced() async {
        for number in 1...100 { outbox.put("screen \(number)", as: "screen") }
        outbox.put("answer 1")
        outbox.put("apps", as: "apps")
        outbox.put("answer 2")
        for expected in ["screen 100", "answer 1", "apps", "answer 2"] {
            #expect(await outbox.next() == .text(expected))
        }
    }

    @Test("Rows of the log come together, and the oldest of too many are left out, which is said")
    func rows() async {
        outbox.log(["1"])
        outbox.log(["2", "3"])
        #expect(await outbox.next() == .text("{\"log\":[1,2,3],\"cut\":false}"))
        for row in 0...ConsoleLimits.logRows { outbox.log(["\(row)"]) }
        guard case .text(let text)? = await outbox.next() else {
            Issue.record("no text")
            return
        }
        #expect(text.hasPrefix("{\"log\":[1,2,") && text.hasSuffix(",\"cut\":true}"))
    }

    @Test("A page that gives commands and reads nothing is ended") func unread() async {
        let ends = Mutex(0)
        let outbox = Outbox { ends.withLock { $0 += 1 } }
        for number in 0..<ConsoleLimits.answers { outbox.put("answer \(number)") }
        #expect(ends.withLock { $0 } == 0)
        for number in 0..<10 { outbox.put("late \(number)") }
        #expect(ends.withLock { $0 } == 1)
        outbox.finish()
        #expect(await outbox.next() == nil)
    }

    @Test("Who waits is told at once, and at the end") func waits() async {
        let outbox = outbox
        let next = Task { await outbox.next() }
        outbox.put("one")
        #expect(await next.value == .text("one"))
        let last = Task { await outbox.next() }
        outbox.finish()
        #expect(await last.value == nil)
        outbox.put("late")
        #expect(await outbox.next() == nil)
    }
}
