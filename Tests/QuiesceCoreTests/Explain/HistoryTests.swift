import Foundation
import TestSupport
import Testing

@testable import QuiesceCore

@Suite struct HistoryTests {
    private func decision(
        _ seq: UInt64, _ kind: Decision.Kind, _ reason: Reason, launch: UInt64 = 1,
        to: AppState? = nil
    ) -> Decision {
        Decision(
            seq: seq, time: .zero, app: appA, launch: Launch(number: launch), kind: kind,
            from: nil, to: to, reason: reason, rule: nil, detail: nil)
    }

    @Test("Neither a flood of refusals nor an app's busy life pushes out why it was killed")
    func floods() {
        var history = History()
        history.append(decision(1, .kill, .launchTimedOut))
        history.append(decision(2, .transition, .launchTimedOut, to: .notRunning))
        for seq in 3..<1_000 { history.append(decision(UInt64(seq), .refuse, .unknownTask)) }
        #expect(history.recent.map(\.seq) == [1, 2])
        #expect(history.refusals.count == Limits.refusalsPerApp)
        #expect(history.refusals.last?.seq == 999)
        for seq in 1_000..<2_000 { history.append(decision(UInt64(seq), .task, .taskBegan)) }
        #expect(history.recent.count == Limits.decisionsPerApp)
        #expect(history.endings.map(\.seq) == [1], "a killed launch ended once")
        #expect(history.refusals.last?.seq == 999)
    }

    @Test("It keeps the newest endings, and one of a kill that is tried again and again")
    func bounded() {
        var history = History()
        for launch in 1..<50 {
            let seq = UInt64(launch * 100)
            history.append(decision(seq, .kill, .forceQuit, launch: UInt64(launch)))
            for retry in 1..<50 {
                let seq = seq + UInt64(retry)
                history.append(decision(seq, .kill, .killRetried, launch: UInt64(launch)))
            }
            history.append(
                decision(seq + 50, .transition, .forceQuit, launch: UInt64(launch), to: .notRunning)
            )
        }
        let most = Limits.endingsPerApp + Limits.decisionsPerApp
        #expect(history.endings.count <= most && history.endings.count >= Limits.endingsPerApp)
        #expect(history.endings.last?.seq == 4_949)
        #expect(history.chain.count == Limits.decisionsPerApp)
    }

    @Test("A crash is an ending although nobody decided it")
    func crash() {
        var history = History()
        history.append(decision(1, .transition, .crashed, to: .notRunning))
        #expect(history.endings.map(\.reason) == [.crashed])
        for seq in 2..<100 { history.append(decision(UInt64(seq), .wake, .wokenForFetch)) }
        #expect(history.endings.map(\.reason) == [.crashed])
    }

    @Test("The endings of a removed app take their place among the others", arguments: [3, 60])
    func removedApp(count: UInt64) throws {
        var (history, removed) = (History(), History())
        for seq in 0..<count {
            history.append(decision(2 * seq + 1, .kill, .orphaned, launch: 2 * seq + 1))
            removed.append(decision(2 * seq, .kill, .forceQuit, launch: 2 * seq))
        }
        history.add(endingsOf: removed)
        let known = history.endings.map(\.seq)
        #expect(known == known.sorted() && known.last == 2 * count - 1)
        #expect(known.contains(2 * count - 2))
        #expect(known.count == min(Int(2 * count), Limits.decisionsPerApp + Limits.endingsPerApp))
        let again = try History.read(history.json)
        #expect(again == history)
    }

    @Test(
        "Written down and read again it is the same, however full", arguments: [0, 3, 12, 13, 60])
    func codable(count: Int) throws {
        var history = History()
        for seq in 0..<count {
            let kinds: [(Decision.Kind, Reason)] = [
                (.kill, .forceQuit), (.refuse, .unknownTask), (.transition, .left),
                (.task, .taskBegan),
            ]
            let (kind, reason) = kinds[seq % kinds.count]
            history.append(decision(UInt64(seq + 1), kind, reason, launch: UInt64(seq)))
        }
        #expect(try History.read(history.json) == history)
        let list = try [Decision].read(history.json)
        #expect(list.map(\.seq) == list.map(\.seq).sorted(), "a journal reads in order")
    }
}
