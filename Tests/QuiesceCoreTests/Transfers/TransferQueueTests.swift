import TestSupport
import Testing

@testable import QuiesceCore

/// Finding the next of many.
@Suite struct TransferQueueTests {
    private func transfer(
        _ id: UInt64, priority: Int = 50, session: String = "s", origin: String = origin
    ) -> Transfer {
        var transfer = Transfer(
            id: TransferID(id), owner: .app(appA), session: session, task: id, kind: .download,
            origin: origin, request: PayloadHandle(id), priority: priority, isDiscretionary: false,
            created: .zero, stage: .queued)
        transfer.order = id
        return transfer
    }

    @Test("A heap gives its elements back in order", .behaviour("X9"))
    func heap() {
        var random = Jitter()
        var heap = Heap<Int64>()
        var all: [Int64] = []
        for index in 0..<2_000 {
            let value = random.spread(.seconds(2), at: .zero).nanoseconds % 997
            heap.insert(value)
            all.append(value)
            if index % 3 == 0 {
                let least = heap.removeLeast()
                #expect(least == all.min())
                if let at = all.firstIndex(of: least ?? -1) { all.remove(at: at) }
            }
        }
        var rest: [Int64] = []
        while let next = heap.removeLeast() { rest.append(next) }
        #expect(rest == all.sorted())
    }

    @Test(
        "Among 10,000 that wait, most for blocked hosts, the next is found in a few looks",
        .behaviour("X9", "reliability A4"))
    func fewLooks() {
        var queue = TransferQueue()
        let settings = 1
        var waiting: [TransferID: Transfer] = [:]
        for id in 1...10_000 as ClosedRange<UInt64> {
            // Half of them for one host, whose only connection is taken.
            let host = id % 2 == 0 ? "https://full:443" : "https://\(id % 500).example:443"
            let transfer = transfer(
                id, priority: id % 2 == 0 ? 90 : Int(id % 80), session: "\(id % 20)", origin: host)
            waiting[transfer.id] = transfer
            queue.insert(
                transfer, needs: .network, in: transfer.lane, connectionsPerHost: settings)
        }
        for session in 0..<20 {
            queue.began(
                LaneKey(
                    session: SessionKey(owner: .app(appA), identifier: "\(session)"),
                    origin: "https://full:443"), TransferID(0), connectionsPerHost: settings)
        }
        var picks = 0
        var most = 0
        while picks < 5_000 {
            let before = queue.looks
            guard let id = queue.next(), let transfer = waiting.removeValue(forKey: id) else {
                break
            }
            queue.began(transfer.lane, id, connectionsPerHost: settings)
            #expect(transfer.origin != "https://full:443")
            queue.ended(transfer.lane)
            picks += 1
            if picks > 100 { most = max(most, queue.looks - before) }
        }
        #expect(picks == 5_000)
        #expect(most < 60, "\(most) looks for one pick")
        #expect(queue.looks < 100_000)
    }

    @Test(
        "It picks what looking at all of them would, whatever comes and goes", .behaviour("X9"),
        arguments: 1...20)
    func asByLookingAtAll(seed: Int) {
        var random = Jitter()
        for _ in 0..<seed { _ = random.spread(.seconds(1), at: .zero) }
        func any(_ count: Int) -> Int {
            Int(random.spread(.seconds(4), at: .zero).nanoseconds % Int64(count))
        }
        var queue = TransferQueue()
        var waiting: [TransferID: (Transfer, TransferNeeds)] = [:]
        var running: [TransferID: Transfer] = [:]
        var held: Set<String> = []
        var conditions = TransferConditions()
        func isOpen(_ transfer: Transfer, _ needs: TransferNeeds) -> Bool {
            conditions.wait(needs, isLocal: TransferConditions.isLocal(transfer.origin)) == nil
                && !held.contains(transfer.origin)
                && running.values.count { $0.lane == transfer.lane } < 2
                && running.values.count { $0.sessionKey == transfer.sessionKey }
                    < Limits.runningTransfersPerSession
        }
        for step in 1...600 as ClosedRange<UInt64> {
            switch any(9) {
            case 0...3:
                let host = ["https://a:1", "https://b:1", "http://127.0.0.1:1", "https://c:1"][
                    any(4)]
                let transfer = transfer(
                    step, priority: any(3) * 50, session: "\(any(3))", origin: host)
                let needs = TransferNeeds.allCases[any(3)]
                waiting[transfer.id] = (transfer, needs)
                queue.insert(transfer, needs: needs, in: transfer.lane, connectionsPerHost: 2)
            case 4:
                guard let id = waiting.keys.sorted().first else { continue }
                waiting[id] = nil
                queue.remove(id)
            case 5:
                guard let id = running.keys.sorted().first, let transfer = running[id] else {
                    continue
                }
                running[id] = nil
                queue.ended(transfer.lane)
            case 6:
                let host = ["https://a:1", "https://b:1"][any(2)]
                let holds = any(2) == 0
                if holds { held.insert(host) } else { held.remove(host) }
                queue.hold(host, holds)
            case 7:
                conditions.network = [.wifi, .cellular, DeviceConditions.Network.none][any(3)]
                conditions.hasGoodPower = any(2) == 0
                queue.follow(conditions)
            case _:
                guard let id = waiting.keys.sorted().last, let (old, needs) = waiting[id] else {
                    continue
                }
                var transfer = old
                transfer.priority = any(101)
                waiting[id] = (transfer, needs)
                queue.insert(transfer, needs: needs, in: transfer.lane, connectionsPerHost: 2)
            }
            let expected = waiting.values.filter { isOpen($0.0, $0.1) }.map { Turn($0.0) }.min()?.id
            let picked = queue.next()
            #expect(picked == expected, "step \(step)")
            if any(2) == 0, let picked, let (transfer, _) = waiting.removeValue(forKey: picked) {
                running[picked] = transfer
                queue.began(transfer.lane, picked, connectionsPerHost: 2)
            }
        }
    }
}
