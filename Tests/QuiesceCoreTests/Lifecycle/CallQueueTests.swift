import TestSupport
import Testing

@testable import QuiesceCore

@Suite struct CallQueueTests {
    private func at(_ seconds: Int64) -> AwakeInstant { .zero + .seconds(seconds) }

    @Test("Calls are numbered from 1 and handled in order", .behaviour("H1"))
    func order() {
        var calls = CallQueue()
        #expect(calls.append(.willEnterForeground, at: at(0)).seq == 1)
        #expect(calls.append(.didBecomeActive, at: at(0)).seq == 2)
        #expect(calls.append(.willResignActive(leaving: true), at: at(1)).seq == 3)
        #expect(
            calls.handled(upTo: 2, at: at(2)).map(\.call) == [
                .willEnterForeground, .didBecomeActive,
            ])
        #expect(calls.handled(upTo: 2, at: at(2)).isEmpty)
        #expect(calls.outstanding.map(\.seq) == [3])
    }

    @Test(
        "The watchdog watches the first limited call, from when the one before was handled",
        .behaviour("W1"))
    func watch() {
        var calls = CallQueue()
        #expect(calls.watched == nil)
        _ = calls.append(.didBecomeActive, at: at(0))
        #expect(calls.watched == nil && !calls.isInTransition)
        _ = calls.append(.willResignActive(leaving: true), at: at(1))
        _ = calls.append(.didEnterBackground(deadline: at(99)), at: at(1))
        #expect(calls.watched?.delivery.seq == 2)
        #expect(calls.watched?.since == at(1))
        _ = calls.handled(upTo: 2, at: at(4))
        #expect(calls.watched?.delivery.seq == 3)
        #expect(calls.watched?.since == at(4))
        calls.extendClock(by: .seconds(2))
        #expect(calls.watched?.since == at(6))
        calls.restartClock(at: at(20))
        #expect(calls.watched?.since == at(20))
        _ = calls.handled(upTo: 3, at: at(21))
        #expect(!calls.isInTransition)
    }

    @Test("A call that is done is forgotten, and the rest keep their numbers", .behaviour("F5"))
    func drop() {
        var calls = CallQueue()
        _ = calls.append(.performFetch(WakeID(1)), at: at(0))
        _ = calls.append(.performFetch(WakeID(2)), at: at(0))
        calls.drop(.performFetch(WakeID(1)))
        #expect(calls.outstanding.map(\.seq) == [2])
        #expect(calls.handled(upTo: 1, at: at(0)).isEmpty)
    }
}
