import Foundation
import GatewayRules
import GatewayStore
import Synchronization
import Testing

/// A clock that tests set.
final class TestClock: Sendable {
    private let moment = Mutex(Moment(seconds: 1_700_000_000))
    var now: Moment { moment.withLock { $0 } }
    func pass(_ span: Span) { moment.withLock { $0 = $0 + span } }
}

/// A folder that goes with the test.
final class TestFolder: Sendable {
    let path = FileManager.default.temporaryDirectory.path + "/qg-\(UUID().uuidString.prefix(8))"

    init() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

@Suite struct StoreTests {
    let folder: TestFolder
    let clock = TestClock()
    let topic = "org.example.App"

    init() throws { folder = try TestFolder() }

    func open(pushesPerDevice: Int = Limits.pushesPerDevice) throws -> SQLitePushStore {
        try SQLitePushStore(
            path: folder.path + "/gateway.db", pushesPerDevice: pushesPerDevice,
            now: { [clock] in clock.now })
    }

    func push(
        _ token: DeviceToken, id: String = UUID().uuidString, topic: String? = nil,
        collapseID: String? = nil, expiration: Expiration = .unstated, payload: String = "{}"
    ) -> Push {
        Push(
            id: id, token: token, topic: topic ?? self.topic, type: .alert, priority: .immediate,
            expiration: expiration, collapseID: collapseID, sent: clock.now,
            payload: Array(payload.utf8))
    }

    func device(_ store: SQLitePushStore, key: String = "key") async throws -> (
        DeviceID, DeviceToken
    ) {
        let device = try await store.register(publicKey: key, name: "tester", at: clock.now)
        let token = try #require(
            try await store.issueToken(for: topic, on: device.id, at: clock.now))
        return (device.id, token)
    }

    @Test("A database that is older than what a device has gives it nothing new as old")
    func olderCopy() async throws {
        let store = try open()
        let (device, token) = try await device(store)
        for id in ["a", "b"] { _ = try await store.append(push(token, id: id)) }
        // It had 40 of the database that was there before this copy was put back.
        let stream = try await store.stream(of: device, after: 40, at: clock.now)
        let pushes = try #require(try await stream.next())
        #expect(pushes.map(\.push.id) == ["a", "b"] && pushes.map(\.sequence) == [41, 42])
        _ = try await store.append(push(token, id: "c"))
        #expect(try await stream.next()?.map(\.sequence) == [43])
        try await store.acknowledge([41, 42, 43], by: device, at: clock.now)
        #expect(try await store.counts().delivered == 3)
        await stream.end()
    }

    @Test("A device that registers again with its key is the same; another key is another device")
    func register() async throws {
        let store = try open()
        let first = try await store.register(publicKey: "key", name: "a", at: clock.now)
        let again = try await store.register(publicKey: "key", name: "b", at: clock.now)
        let other = try await store.register(publicKey: "other", name: "c", at: clock.now)
        #expect(first == again)
        #expect(other.id != first.id)
        #expect(try await store.devices().count == 2)
    }

    @Test("A token is the same until it is retired, and then another")
    func tokens() async throws {
        let store = try open()
        let (device, token) = try await device(store)
        #expect(token.rawValue.count == 64)
        #expect(try await store.issueToken(for: topic, on: device, at: clock.now) == token)
        #expect(try await store.holder(of: token) == .topic(topic))
        #expect(try await store.holder(of: DeviceToken(rawValue: "ab")) == .nobody)
        try await store.retireToken(for: topic, on: device, at: clock.now)
        #expect(
            try await store.append(push(token)) == .unregistered(since: clock.now))
        #expect(try await store.holder(of: token) == .retired(clock.now))
        let next = try #require(try await store.issueToken(for: topic, on: device, at: clock.now))
        #expect(next != token)
        #expect(try await store.append(push(next)) == .stored(device, sequence: 1))
        #expect(try await store.append(push(token)) == .unregistered(since: clock.now))
    }

    @Test("A push to no token, or to another app's, isn't stored")
    func wrongTokens() async throws {
        let store = try open()
        let (_, token) = try await device(store)
        #expect(
            try await store.append(push(DeviceToken(rawValue: String(repeating: "0", count: 64))))
                == .unknownToken)
        #expect(try await store.append(push(token, topic: "org.other")) == .otherTopic)
        #expect(try await store.counts().accepted == 0)
    }

    @Test("What is stored comes in order, also after a restart, until it is acknowledged")
    func restart() async throws {
        let ids = (0..<5).map { "id-\($0)" }
        let device: DeviceID
        do {
            let store = try open()
            let (id, token) = try await self.device(store)
            device = id
            for id in ids {
                _ = try await store.append(push(token, id: id, payload: #"{"n":"\#(id)"}"#))
            }
            let stream = try await store.stream(of: device, at: clock.now)
            let pushes = try #require(try await stream.next())
            #expect(pushes.map(\.push.id) == ids)
            try await store.acknowledge([1, 3, 77], by: device, at: clock.now)
            await stream.end()
        }
        let store = try open()
        let stream = try await store.stream(of: device, at: clock.now)
        let pushes = try #require(try await stream.next())
        #expect(pushes.map(\.sequence) == [2, 4, 5])
        #expect(pushes.first?.push.payload == Array(#"{"n":"id-1"}"#.utf8))
        let counts = try await store.counts()
        #expect(counts.accepted == 5 && counts.delivered == 2 && counts.pending == 3)
    }

    @Test("A stream waits for what comes, and no acknowledgement is another device's")
    func live() async throws {
        let store = try open()
        let (device, token) = try await device(store)
        let (other, _) = try await self.device(store, key: "other")
        let stream = try await store.stream(of: device, at: clock.now)
        async let next = stream.next()
        let sent = push(token)
        _ = try await store.append(sent)
        let pushes = try await next
        #expect(pushes?.map(\.push) == [sent])
        try await store.acknowledge([1], by: other, at: clock.now)
        #expect(try await store.counts().pending == 1)
    }

    @Test("A newer stream of a device ends the older, and so does its revocation")
    func replaced() async throws {
        let store = try open()
        let (device, token) = try await device(store)
        let older = try await store.stream(of: device, at: clock.now)
        async let end = older.next()
        let newer = try await store.stream(of: device, at: clock.now)
        #expect(try await end == nil)
        // The older one's end isn't the newer's.
        await older.end()
        async let revoked = newer.next()
        #expect(try await store.revoke(device, at: clock.now))
        #expect(try await revoked == nil)
        #expect(try await !store.revoke(device, at: clock.now))
        #expect(try await store.append(push(token)) == .unregistered(since: clock.now))
        #expect(try await store.issueToken(for: topic, on: device, at: clock.now) == nil)
    }

    @Test("A task that is cancelled waits no more")
    func cancelled() async throws {
        let store = try open()
        let (device, _) = try await device(store)
        let stream = try await store.stream(of: device, at: clock.now)
        let task = Task { try await stream.next() }
        task.cancel()
        #expect(try await task.value == nil)
    }

    @Test("A newer push takes the place of one with its collapse id and topic, and of no other")
    func collapse() async throws {
        let store = try open()
        let (device, token) = try await device(store)
        let second = try #require(
            try await store.issueToken(for: "org.second", on: device, at: clock.now))
        _ = try await store.append(push(token, id: "a", collapseID: "score"))
        _ = try await store.append(push(token, id: "b", collapseID: "other"))
        _ = try await store.append(push(second, id: "c", topic: "org.second", collapseID: "score"))
        _ = try await store.append(push(token, id: "d", collapseID: "score"))
        let stream = try await store.stream(of: device, at: clock.now)
        #expect(try await stream.next()?.map(\.push.id) == ["b", "c", "d"])
        #expect(try await store.fates(of: "a").map(\.state) == [.collapsed])
        #expect(try await store.counts().collapsed == 1)
        // It was sent before it was replaced, and acknowledged after.
        _ = try await store.append(push(token, id: "e", collapseID: "score"))
        try await store.acknowledge([4], by: device, at: clock.now)
        #expect(try await store.fates(of: "d").map(\.state) == [.collapsed])
    }

    @Test("A push whose time is over isn't delivered")
    func expired() async throws {
        let store = try open()
        let (device, token) = try await device(store)
        _ = try await store.append(
            push(token, id: "short", expiration: .at(clock.now + .seconds(60))))
        _ = try await store.append(push(token, id: "month"))
        clock.pass(.seconds(60))
        let stream = try await store.stream(of: device, at: clock.now)
        #expect(try await stream.next()?.map(\.push.id) == ["month"])
        await stream.end()
        clock.pass(.days(30))
        let later = try await store.stream(of: device, at: clock.now)
        async let nothing = later.next()
        _ = try await store.append(push(token, id: "new"))
        #expect(try await nothing?.map(\.push.id) == ["new"])
        #expect(try await store.counts().expired == 2)
    }

    @Test("A push for a connected device is delivered to one, and else kept for nobody")
    func immediate() async throws {
        let store = try open()
        let (device, token) = try await device(store)
        _ = try await store.append(push(token, id: "old", collapseID: "score"))
        _ = try await store.append(
            push(token, id: "away", collapseID: "score", expiration: .immediate))
        #expect(try await store.fates(of: "away").map(\.state) == [.expired])
        #expect(try await store.fates(of: "old").map(\.state) == [.pending])
        let stream = try await store.stream(of: device, at: clock.now)
        #expect(try await stream.next()?.map(\.push.id) == ["old"])
        clock.pass(.seconds(1))
        _ = try await store.append(push(token, id: "here", expiration: .immediate))
        #expect(try await stream.next()?.map(\.push.id) == ["here"])
        // It wasn't acknowledged; the next connection is too late for it.
        await stream.end()
        _ = try await store.stream(of: device, at: clock.now)
        #expect(try await store.fates(of: "here").map(\.state) == [.expired])
    }

    @Test("Of more than a device may have waiting the oldest goes, and is counted")
    func tooMany() async throws {
        let store = try open(pushesPerDevice: 3)
        let (device, token) = try await device(store)
        for number in 0..<5 { _ = try await store.append(push(token, id: "id-\(number)")) }
        let stream = try await store.stream(of: device, at: clock.now)
        #expect(try await stream.next()?.map(\.push.id) == ["id-2", "id-3", "id-4"])
        #expect(try await store.counts().dropped == 2)
    }

    @Test("A sender that repeats itself is told so, and its push comes once")
    func repeated() async throws {
        let store = try open()
        let (device, token) = try await device(store)
        #expect(try await store.append(push(token, id: "a")) == .stored(device, sequence: 1))
        #expect(try await store.append(push(token, id: "a")) == .repeated)
        try await store.acknowledge([1], by: device, at: clock.now)
        #expect(try await store.append(push(token, id: "a")) == .repeated)
        #expect(try await store.counts().accepted == 1)
        #expect(try await store.counts().repeated == 2)
        // A day later it is forgotten.
        clock.pass(.days(1))
        _ = try await store.append(push(token, id: "b"))
        #expect(try await store.append(push(token, id: "a")) == .stored(device, sequence: 3))
    }

    @Test("A thousand at once are stored, each once, in the order of their numbers")
    func many() async throws {
        let store = try open()
        let (device, token) = try await device(store)
        let sequences = try await withThrowingTaskGroup(of: Acceptance.self) { group in
            for _ in 0..<1_000 { group.addTask { try await store.append(push(token)) } }
            var sequences: Set<Int64> = []
            for try await case .stored(_, let sequence) in group { sequences.insert(sequence) }
            return sequences
        }
        #expect(sequences == Set(1...1_000))
        let stream = try await store.stream(of: device, at: clock.now)
        var received: [Int64] = []
        while received.count < 1_000, let pushes = try await stream.next() {
            received += pushes.map(\.sequence)
        }
        #expect(received == Array(1...1_000))
    }

    @Test("A retired token's pushes that wait are dropped")
    func retired() async throws {
        let store = try open()
        let (device, token) = try await device(store)
        _ = try await store.append(push(token, id: "a"))
        try await store.retireToken(for: topic, on: device, at: clock.now)
        #expect(try await store.fates(of: "a").map(\.state) == [.dropped])
    }

    @Test("A store that can't be opened says so")
    func unopened() {
        #expect(throws: StoreFailure.self) {
            try SQLitePushStore(path: folder.path, now: { [clock] in clock.now })
        }
    }
}
