import Foundation
import GatewayRules
import Synchronization
import Testing

@testable import GatewayStore

/// A NATS server that has lost the end of its store, as a power cut takes it: what is accepted
/// afterwards reaches devices that have had more than the server knows of.
@Suite struct LostEndTests {
    let base: JetStreamStoreTests
    let device: DeviceID
    let token: DeviceToken
    private let kept: TestFolder

    var server: NATSServer { base.server }
    var now: Moment { base.clock.now }

    /// Two pushes are on the server's disk, and what follows isn't.
    init() async throws {
        base = try JetStreamStoreTests()
        let store = try await base.open()
        (device, token) = try await base.device(store)
        for number in 0..<2 {
            _ = try await store.append(base.push(token, id: "kept-\(number)"))
        }
        base.server.kill()
        kept = try base.server.copy()
        try base.server.start()
    }

    func cut() throws {
        server.kill()
        try server.loseWhatCame(since: kept)
        try server.start()
    }

    /// Until the server is back for the gateway.
    func append(_ id: String, to store: JetStreamStore) async throws -> Int64 {
        while true {
            do {
                return try base.stored(await store.append(base.push(token, id: id)))
            } catch let failure as StoreFailure where failure.isUnavailable { await Task.yield() }
        }
    }

    /// The ids of so many that a device takes which has all up to `last`: those below it has.
    func taken(_ stream: any DeviceStream, above last: Int64, _ count: Int) async throws -> [String]
    {
        var (last, ids) = (last, [String]())
        while ids.count < count, let pushes = try await stream.next() {
            for push in pushes where push.sequence > last {
                last = push.sequence
                ids.append(push.push.id)
            }
        }
        return ids
    }

    /// Has the device receive four pushes in all, of which the server will know two, and returns
    /// the sequence number of the last one.
    func receive(_ store: JetStreamStore) async throws -> Int64 {
        for number in 0..<2 { _ = try await append("lost-\(number)", to: store) }
        let stream = try await store.stream(of: device, at: now)
        let pushes = try #require(try await stream.next())
        #expect(pushes.map(\.push.id) == ["kept-0", "kept-1", "lost-0", "lost-1"])
        await stream.end()
        return try #require(pushes.last?.sequence)
    }

    @Test("A gateway that lives through it gives new pushes to a device whose line lives on")
    func livesOn() async throws {
        let (a, b) = (try await base.open(), try await base.open())
        // The line is of before, too: what the server has forgotten of one ends it.
        let stream = try await a.stream(of: device, at: now)
        #expect(try await stream.next()?.count == 2)
        server.kill()
        let kept = try server.copy()
        try server.start()
        _ = try await append("lost-0", to: a)
        let last = try await append("lost-1", to: b)
        #expect(try await taken(stream, above: 0, 2) == ["lost-0", "lost-1"])
        server.kill()
        try server.loseWhatCame(since: kept)
        try server.start()
        base.clock.pass(.minutes(1))
        #expect(try await append("new-0", to: b) > last)
        #expect(try await append("new-1", to: a) > last)
        #expect(try await taken(stream, above: last, 2) == ["new-0", "new-1"])
        // The pushes from before are still the device's, under their old numbers.
        await stream.end()
        let again = try await b.stream(of: device, after: last, at: now)
        #expect(try await again.next()?.map(\.push.id) == ["kept-0", "kept-1", "new-0", "new-1"])
        await again.end()
    }

    @Test(
        "What a line hadn't given when the server lost it hides nothing that comes in its place",
        .timeLimit(.minutes(5)))
    func ungiven() async throws {
        let store = try await base.open()
        let stream = try await store.stream(of: device, at: now)
        #expect(try await stream.next()?.count == 2)
        server.kill()
        let kept = try server.copy()
        try server.start()
        // These wait for the device when the power is cut.
        for number in 0..<5 { _ = try await append("lost-\(number)", to: store) }
        server.kill()
        try server.loseWhatCame(since: kept)
        try server.start()
        let last = try await append("new-0", to: store) - 1
        #expect(try await taken(stream, above: last, 1) == ["new-0"])
        // As the line comes to those that it had, and waits.
        async let next = taken(stream, above: last + 1, 1)
        _ = try await append("new-1", to: store)
        #expect(try await next == ["new-1"])
        await stream.end()
    }

    @Test("So does one that was started since, more was sent meanwhile, and it is acknowledged")
    func startedSince() async throws {
        let last = try await receive(try await base.open())
        try cut()
        base.clock.pass(.minutes(1))
        let c = try await base.open()
        for number in 0..<4 { _ = try await append("new-\(number)", to: c) }
        let stream = try await base.open().stream(of: device, after: last, at: now)
        var pushes: [StoredPush] = []
        while pushes.count < 6, let more = try await stream.next() {
            pushes += more.filter { $0.sequence > last }
        }
        #expect(pushes.map(\.push.id).prefix(4) == ["new-0", "new-1", "new-2", "new-3"])
        // Nobody knows any more that the device has had these.
        #expect(pushes.map(\.push.id).suffix(2) == ["kept-0", "kept-1"])
        // By yet another, which has read nothing of it.
        try await base.open().acknowledge(
            pushes.map(\.sequence), by: device, at: now)
        let counts = try await c.counts()
        #expect(counts.pending == 0 && counts.accepted == 6 && counts.delivered == 6, "\(counts)")
        await stream.end()
    }

    @Test("So does one whose clock is wrong, and whose server has forgotten the numbers' epoch")
    func wrongClock() async throws {
        base.clock.pass(.minutes(10))
        let last = try await receive(try await base.open())
        try cut()
        // As after a power cut without a battery for the clock.
        let earlier = TestClock()
        let d = try await base.open(clock: earlier)
        let number = try await append("new", to: d)
        #expect(number < last)
        let stream = try await d.stream(of: device, after: last, at: now)
        #expect(try await taken(stream, above: last, 3).last == "new")
        #expect(try await append("newer", to: d) > last)
        #expect(try await taken(stream, above: last, 1) == ["newer"])
        // It was accepted once.
        try await d.acknowledge([number], by: device, at: now)
        #expect(try await d.counts().accepted == 4)
        await stream.end()
    }

    @Test("A gateway's own mark is enough where the device doesn't say what it has")
    func mark() async throws {
        base.clock.pass(.minutes(10))
        let kept = Mutex<Int64>(0)
        let mark = EpochMark(
            read: { kept.withLock { $0 } }, write: { base in kept.withLock { $0 = base } })
        let last = try await receive(try await base.open(mark: mark))
        try cut()
        #expect(
            try await append("new", to: base.open(mark: mark, clock: TestClock())) > last)
    }

    @Test("A device can't use the numbers up", arguments: [-1, Int64.max])
    func absurd(number: Int64) async throws {
        let store = try await base.open()
        let failure = await #expect(throws: StoreFailure.self) {
            try await store.stream(of: device, after: number, at: now)
        }
        #expect(failure?.isRefusal == true)
    }

    /// The number that a lying device claims, higher each time.
    private func lie(_ number: Int64) -> Int64 { now.milliseconds << 20 + number << 40 }

    @Test("Gateways that number differently come together again")
    func together() async throws {
        let (a, b) = (try await base.open(), try await base.open())
        _ = try await append("a", to: a)
        _ = try await append("b", to: b)
        let stream = try await a.stream(of: device, after: lie(1), at: now)
        var ids = try await taken(stream, above: lie(1), 4)
        #expect(ids == ["kept-0", "kept-1", "a", "b"])
        let last = try await a.writers.writer().next()
        for number in 0..<10 { _ = try await append("\(number)", to: number % 2 == 0 ? a : b) }
        ids = try await taken(stream, above: last - 1, 10)
        #expect(Set(ids) == Set((0..<10).map(String.init)))
        // One before there were any, one of each life of the server, and the raised one.
        #expect(try await b.epochs.read().all.count == 4)
        await stream.end()
    }

    @Test("A device that lies has the numbers raised a few times, and is then given nothing, alone")
    func lies() async throws {
        let store = try await base.open()
        for number in 1...8 as ClosedRange<Int64> {
            let stream = try await store.stream(of: device, after: lie(number), at: now)
            #expect(try await taken(stream, above: lie(number), 2) == ["kept-0", "kept-1"])
            await stream.end()
        }
        let stream = try await store.stream(of: device, after: lie(9), at: now)
        await #expect(throws: StoreFailure.self) { try await stream.next() }
        await stream.end()
        let (other, token) = try await base.device(store, key: "other")
        let sent = try base.stored(await store.append(base.push(token, id: "other")))
        let others = try await store.stream(of: other, after: sent - 1, at: now)
        #expect(try await others.next()?.map(\.sequence) == [sent])
        try await store.acknowledge([sent], by: other, at: now)
        #expect(try await store.counts().pending == 2)
        await others.end()
    }
}
