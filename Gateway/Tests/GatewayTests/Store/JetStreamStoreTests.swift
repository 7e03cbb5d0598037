import Foundation
import GatewayRules
import GatewayStore
import NATS
import Testing

/// The store of several gateways: what the embedded one does for one, and what two do together.
@Suite struct JetStreamStoreTests {
    let server: NATSServer
    let clock = TestClock()
    let topic = "org.example.App"

    init() throws { server = try NATSServer() }

    /// A gateway's store.
    func open(
        pushesPerDevice: Int = Limits.pushesPerDevice, mark: EpochMark = .none,
        clock: TestClock? = nil
    ) async throws -> JetStreamStore {
        let clock = clock ?? self.clock
        return try await JetStreamStore(
            url: server.url, mark: mark, pushesPerDevice: pushesPerDevice
        ) { clock.now }
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

    func device(
        _ store: JetStreamStore, key: String = "key"
    ) async throws -> (DeviceID, DeviceToken) {
        let device = try await store.register(publicKey: key, name: "tester", at: clock.now)
        let token = try #require(
            try await store.issueToken(for: topic, on: device.id, at: clock.now))
        return (device.id, token)
    }

    /// The number of a push that was stored.
    func stored(_ acceptance: Acceptance) throws -> Int64 {
        guard case .stored(_, let sequence) = acceptance else {
            throw StoreFailure("\(acceptance)")
        }
        return sequence
    }

    // MARK: Devices and tokens

    @Test("A device that registers again with its key, at any gateway, is the same")
    func register() async throws {
        let (a, b) = (try await open(), try await open())
        let first = try await a.register(publicKey: "key", name: "a", at: clock.now)
        clock.pass(.seconds(1))
        #expect(try await b.register(publicKey: "key", name: "b", at: clock.now) == first)
        let other = try await b.register(publicKey: "other", name: "c", at: clock.now)
        #expect(try await a.devices() == [first, other])
        #expect(try await a.device(other.id) == other)
        #expect(try await a.device(DeviceID(rawValue: "> *")) == nil)
    }

    @Test("A token is the same at all gateways until it is retired at one, and then another")
    func tokens() async throws {
        let (a, b) = (try await open(), try await open())
        let (device, token) = try await device(a)
        #expect(token.rawValue.count == 64)
        #expect(try await b.issueToken(for: topic, on: device, at: clock.now) == token)
        #expect(try await b.holder(of: token) == .topic(topic))
        #expect(try await b.holder(of: DeviceToken(rawValue: "ab")) == .nobody)
        try await b.retireToken(for: topic, on: device, at: clock.now)
        #expect(try await a.holder(of: token) == .retired(clock.now))
        #expect(try await a.append(push(token)) == .unregistered(since: clock.now))
        let next = try #require(try await a.issueToken(for: topic, on: device, at: clock.now))
        #expect(next != token)
        #expect(try stored(await b.append(push(next))) > 0)
        #expect(try await b.append(push(token)) == .unregistered(since: clock.now))
    }

    @Test("Gateways that are asked for one token at the same time give one")
    func sameToken() async throws {
        let stores = [try await open(), try await open(), try await open()]
        let device = try await stores[0].register(publicKey: "key", name: "", at: clock.now).id
        let given = try await withThrowingTaskGroup(of: DeviceToken?.self) { group in
            for number in 0..<30 {
                group.addTask {
                    try await stores[number % 3].issueToken(for: topic, on: device, at: clock.now)
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(given.count == 1)
    }

    @Test("A push to no token, or to another app's, isn't stored")
    func wrongTokens() async throws {
        let store = try await open()
        let (_, token) = try await device(store)
        let nobody = DeviceToken(rawValue: String(repeating: "0", count: 64))
        #expect(try await store.append(push(nobody)) == .unknownToken)
        #expect(try await store.append(push(token, topic: "org.other")) == .otherTopic)
        #expect(try await store.counts().accepted == 0)
    }

    // MARK: Pushes

    @Test(
        "What is stored comes in order, also after SIGKILL of the server, until it is acknowledged")
    func restart() async throws {
        let ids = (0..<5).map { "id-\($0)" }
        let device: DeviceID
        var numbers: [Int64] = []
        do {
            let store = try await open()
            let (id, token) = try await self.device(store)
            device = id
            for id in ids {
                numbers.append(
                    try stored(
                        await store.append(push(token, id: id, payload: #"{"n":"\#(id)"}"#))))
            }
            let stream = try await store.stream(of: device, at: clock.now)
            #expect(try await stream.next()?.map(\.push.id) == ids)
            try await store.acknowledge([numbers[0], numbers[2], 77], by: device, at: clock.now)
            await stream.end()
        }
        server.kill()
        try server.start()
        let store = try await open()
        let stream = try await store.stream(of: device, at: clock.now)
        let pushes = try #require(try await stream.next())
        #expect(pushes.map(\.sequence) == [numbers[1], numbers[3], numbers[4]])
        #expect(pushes.first?.push.payload == Array(#"{"n":"id-1"}"#.utf8))
        let counts = try await store.counts()
        #expect(counts.accepted == 5 && counts.delivered == 2 && counts.pending == 3)
        // Numbers only grow, also once nothing waits.
        try await store.acknowledge(pushes.map(\.sequence), by: device, at: clock.now)
        server.kill()
        try server.start()
        let again = try await open()
        let token = try #require(try await again.issueToken(for: topic, on: device, at: clock.now))
        #expect(try stored(await again.append(push(token))) > numbers[4])
    }

    @Test("A device that is connected to one gateway has at once what another was sent")
    func live() async throws {
        let (a, b) = (try await open(), try await open())
        let (device, token) = try await device(a)
        let (other, _) = try await self.device(b, key: "other")
        let stream = try await a.stream(of: device, at: clock.now)
        var numbers: [Int64] = []
        for number in 0..<3 {
            async let next = stream.next()
            let sent = push(token, payload: #"{"n":\#(number)}"#)
            numbers.append(try stored(await b.append(sent)))
            #expect(try await next?.map(\.push) == [sent])
        }
        // Nobody acknowledges another's, and any gateway takes its own.
        try await b.acknowledge(numbers, by: other, at: clock.now)
        #expect(try await a.counts().pending == 3)
        try await b.acknowledge(numbers, by: device, at: clock.now)
        #expect(try await a.counts().pending == 0)
        await stream.end()
    }

    @Test(
        "A newer stream of a device ends the older, whichever gateways they have, and so does its revocation"
    )
    func replaced() async throws {
        let (a, b) = (try await open(), try await open())
        let (device, token) = try await device(a)
        let older = try await a.stream(of: device, at: clock.now)
        async let end = older.next()
        let newer = try await b.stream(of: device, at: clock.now)
        #expect(try await end == nil)
        // The older one's end isn't the newer's.
        await older.end()
        async let sent = newer.next()
        _ = try await a.append(push(token, id: "x"))
        #expect(try await sent?.map(\.push.id) == ["x"])
        async let revoked = newer.next()
        #expect(try await a.revoke(device, at: clock.now))
        #expect(try await revoked == nil)
        #expect(try await !b.revoke(device, at: clock.now))
        #expect(try await b.append(push(token)) == .unregistered(since: clock.now))
        #expect(try await b.issueToken(for: topic, on: device, at: clock.now) == nil)
        #expect(try await b.counts().dropped == 1)
    }

    @Test("A task that is cancelled waits no more")
    func cancelled() async throws {
        let store = try await open()
        let (device, _) = try await device(store)
        let stream = try await store.stream(of: device, at: clock.now)
        let task = Task { try await stream.next() }
        task.cancel()
        #expect(try await task.value == nil)
    }

    @Test("A newer push takes the place of one with its collapse id and topic, and of no other")
    func collapse() async throws {
        let (a, b) = (try await open(), try await open())
        let (device, token) = try await device(a)
        let second = try #require(
            try await a.issueToken(for: "org.second", on: device, at: clock.now))
        _ = try await a.append(push(token, id: "a", collapseID: "score"))
        _ = try await b.append(push(token, id: "b", collapseID: "other"))
        _ = try await b.append(push(second, id: "c", topic: "org.second", collapseID: "score"))
        #expect(try await a.fates(of: "a").map(\.state) == [.pending])
        _ = try await b.append(push(token, id: "d", collapseID: "score"))
        let stream = try await a.stream(of: device, at: clock.now)
        let pushes = try #require(try await stream.next())
        #expect(pushes.map(\.push.id) == ["b", "c", "d"])
        #expect(try await a.fates(of: "a").map(\.state) == [.collapsed])
        #expect(try await b.counts().collapsed == 1)
        // It was sent before it was replaced, and acknowledged after.
        _ = try await a.append(push(token, id: "e", collapseID: "score"))
        try await a.acknowledge([pushes[2].sequence], by: device, at: clock.now)
        #expect(try await a.fates(of: "d").map(\.state) == [.collapsed])
        // And its sender's repetition takes no other's place.
        #expect(try await b.append(push(token, id: "d", collapseID: "score")) == .repeated)
        #expect(try await b.append(push(token, id: "e", collapseID: "score")) == .repeated)
        await stream.end()
    }

    @Test("Of gateways that are sent one collapse id at the same time the last one's push waits")
    func collapseTogether() async throws {
        let stores = [try await open(), try await open()]
        let (device, token) = try await device(stores[0])
        let sent = try await withThrowingTaskGroup(of: (Int64, String).self) { group in
            for number in 0..<40 {
                group.addTask {
                    let sequence = try stored(
                        await stores[number % 2].append(
                            push(token, id: "id-\(number)", collapseID: "score")))
                    return (sequence, "id-\(number)")
                }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        let stream = try await stores[1].stream(of: device, at: clock.now)
        let last = try #require(sent.keys.max())
        #expect(try await stream.next()?.map(\.push.id) == [try #require(sent[last])])
        let counts = try await stores[0].counts()
        #expect(counts.accepted == 40 && counts.pending == 1 && counts.delivered == 0)
        await stream.end()
    }

    @Test("A push whose time is over isn't delivered, and is counted whether anybody comes or not")
    func expired() async throws {
        let store = try await open()
        let (device, token) = try await device(store)
        _ = try await store.append(
            push(token, id: "short", expiration: .at(clock.now + .seconds(60))))
        _ = try await store.append(push(token, id: "month"))
        clock.pass(.seconds(60))
        let stream = try await store.stream(of: device, at: clock.now)
        #expect(try await stream.next()?.map(\.push.id) == ["month"])
        await stream.end()
        clock.pass(.days(30))
        _ = try await store.append(push(token, id: "new"))
        #expect(try await store.fates(of: "month").map(\.state) == [.expired])
        #expect(try await store.counts().expired == 2)
        #expect(try await store.counts().pending == 1)
    }

    @Test(
        "A push for a connected device is delivered to one at any gateway, and else kept for nobody"
    )
    func immediate() async throws {
        let (a, b) = (try await open(), try await open())
        let (device, token) = try await device(a)
        _ = try await a.append(push(token, id: "old", collapseID: "score"))
        _ = try await a.append(
            push(token, id: "away", collapseID: "score", expiration: .immediate))
        #expect(try await a.fates(of: "away").map(\.state) == [.expired])
        #expect(try await a.fates(of: "old").map(\.state) == [.pending])
        let stream = try await b.stream(of: device, at: clock.now)
        #expect(try await stream.next()?.map(\.push.id) == ["old"])
        clock.pass(.seconds(1))
        _ = try await a.append(push(token, id: "here", expiration: .immediate))
        #expect(try await stream.next()?.map(\.push.id) == ["here"])
        // It wasn't acknowledged; the next connection is too late for it.
        await stream.end()
        clock.pass(.seconds(1))
        let later = try await a.stream(of: device, at: clock.now)
        #expect(try await later.next()?.map(\.push.id) == ["old"])
        #expect(try await a.fates(of: "here").map(\.state) == [.expired])
        let counts = try await a.counts()
        #expect(counts.accepted == 3 && counts.expired == 2 && counts.pending == 1)
        await later.end()
    }

    @Test("Of more than a device may have waiting the oldest goes, and is counted")
    func tooMany() async throws {
        let store = try await open(pushesPerDevice: 3)
        let (device, token) = try await device(store)
        for number in 0..<5 { _ = try await store.append(push(token, id: "id-\(number)")) }
        let stream = try await store.stream(of: device, at: clock.now)
        #expect(try await stream.next()?.map(\.push.id) == ["id-2", "id-3", "id-4"])
        #expect(try await store.counts().dropped == 2)
        await stream.end()
    }

    @Test(
        "A sender that repeats itself, at any gateway and over a restart, is told so, and its push comes once"
    )
    func repeated() async throws {
        let (a, b) = (try await open(), try await open())
        let (device, token) = try await device(a)
        let sequence = try stored(await a.append(push(token, id: "a")))
        #expect(try await b.append(push(token, id: "a")) == .repeated)
        try await a.acknowledge([sequence], by: device, at: clock.now)
        #expect(try await b.append(push(token, id: "a")) == .repeated)
        server.kill()
        try server.start()
        let c = try await open()
        #expect(try await c.append(push(token, id: "a")) == .repeated)
        #expect(try await c.counts().accepted == 1)
        #expect(try await c.fates(of: "a").map(\.state) == [.delivered])
    }

    @Test(
        "A thousand at once through two gateways are stored, each once, and come in the order of their numbers",
        .timeLimit(.minutes(2)))
    func many() async throws {
        let stores = [try await open(), try await open()]
        let (device, token) = try await device(stores[0])
        let stream = try await stores[0].stream(of: device, at: clock.now)
        async let taken = {
            var received: [Int64] = []
            while received.count < 1_000, let pushes = try await stream.next() {
                received += pushes.map(\.sequence)
            }
            return received
        }()
        let sequences = try await withThrowingTaskGroup(of: Int64.self) { group in
            for number in 0..<1_000 {
                group.addTask { try stored(await stores[number % 2].append(push(token))) }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        let first = try #require(sequences.min())
        #expect(sequences == Set(first..<(first + 1_000)))
        #expect(try await taken == sequences.sorted())
        try await stores[1].acknowledge(sequences.sorted(), by: device, at: clock.now)
        let counts = try await stores[0].counts()
        #expect(counts.delivered == 1_000 && counts.pending == 0)
        await stream.end()
    }

    @Test(
        "However the server sends pushes on, a device has them in the order of their numbers",
        .timeLimit(.minutes(2)))
    func sentOnInAnotherOrder() async throws {
        // A stream that sends nothing on by itself.
        let connection = try NATSConnection(url: server.url, name: "test")
        let pushes = try await JetStream.make(
            JetStream.Configuration(name: "QUIESCE_PUSHES", subjects: "quiesce.push.>"),
            connection)
        let store = try await open()
        let (device, token) = try await device(store)
        let first = try stored(await store.append(push(token, id: "first")))
        let stream = try await store.stream(of: device, at: clock.now)
        #expect(try await stream.next()?.map(\.sequence) == [first])
        let second = try stored(await store.append(push(token, id: "second")))
        let third = try stored(await store.append(push(token, id: "third")))
        var messages: [JetStream.Message] = []
        while let message = try await pushes.next(
            "quiesce.push.>", from: (messages.last?.sequence ?? 0) + 1)
        {
            messages.append(message)
        }
        // As two threads of the server's may do it.
        for message in messages.suffix(2).reversed() {
            let headers = [
                "Nats-Sequence": "\(message.sequence)", "Nats-Subject": message.subject,
            ]
            try connection.publish(
                message.subject.replacing("quiesce.push.", with: "quiesce.live."),
                headers: headers, message.body)
        }
        var received: [Int64] = []
        while received.count < 2, let news = try await stream.next() {
            received += news.map(\.sequence)
        }
        #expect(received == [second, third])
        await stream.end()
    }

    @Test("A device that comes and goes has all that waits for it, however much waits for others")
    func comingBack() async throws {
        let store = try await open(pushesPerDevice: 10_000)
        let (device, token) = try await device(store)
        let (_, others) = try await self.device(store, key: "other")
        func fill() async throws {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<1_100 {
                    group.addTask { _ = try await store.append(push(others)) }
                }
                try await group.waitForAll()
            }
        }
        var waiting: [String] = []
        for round in 0..<3 {
            // The pushes that the device has and didn't acknowledge come again, from where they
            // are.
            waiting.append("id-\(round)")
            _ = try await store.append(push(token, id: "id-\(round)"))
            let stream = try await store.stream(of: device, at: clock.now)
            let pushes = try #require(try await stream.next())
            #expect(pushes.map(\.push.id) == waiting)
            if round == 1 {
                try await store.acknowledge(pushes.map(\.sequence), by: device, at: clock.now)
                waiting = []
            }
            await stream.end()
            try await fill()
            // Where nothing is, too.
            if waiting.isEmpty {
                let idle = try await store.stream(of: device, at: clock.now)
                async let next = idle.next()
                _ = try await store.append(push(token, id: "live"))
                #expect(try await next?.map(\.push.id) == ["live"])
                waiting.append("live")
                await idle.end()
            }
        }
    }

    @Test("A retired token's pushes that wait are dropped, and no other's")
    func retired() async throws {
        let store = try await open()
        let (device, token) = try await device(store)
        let second = try #require(
            try await store.issueToken(for: "org.second", on: device, at: clock.now))
        _ = try await store.append(push(token, id: "a"))
        _ = try await store.append(push(second, id: "b", topic: "org.second"))
        try await store.retireToken(for: topic, on: device, at: clock.now)
        let counts = try await store.counts()
        #expect(counts.dropped == 1 && counts.pending == 1)
    }

    // MARK: The server is away

    @Test(
        "While the server is away a push is refused as unavailable, and a stream waits and goes on")
    func away() async throws {
        let (a, b) = (try await open(), try await open())
        let (device, token) = try await device(a)
        let stream = try await a.stream(of: device, at: clock.now)
        async let next = stream.next()
        server.kill()
        let failure = await #expect(throws: StoreFailure.self) {
            try await b.append(push(token, id: "x"))
        }
        #expect(failure?.isUnavailable == true)
        try server.start()
        // As a provider does, until it is answered.
        while true {
            do {
                _ = try await b.append(push(token, id: "x"))
                break
            } catch let failure as StoreFailure where failure.isUnavailable { await Task.yield() }
        }
        #expect(try await next?.map(\.push.id) == ["x"])
        #expect(try await b.counts().accepted == 1)
        await stream.end()
    }

    @Test(
        "A device that another gateway took while the server was unreachable for the first is its")
    func takenMeanwhile() async throws {
        let a = try await open()
        let (device, _) = try await device(a)
        let older = try await a.stream(of: device, at: clock.now)
        async let end = older.next()
        server.kill()
        try server.start()
        // Told to nobody, if the first isn't back yet.
        let b = try await open()
        let newer = try await b.stream(of: device, at: clock.now)
        #expect(try await end == nil)
        await newer.end()
    }

    @Test("A server that isn't there says so")
    func unopened() async throws {
        server.kill()
        let failure = await #expect(throws: StoreFailure.self) { try await open() }
        #expect(failure?.isUnavailable == true)
    }
}
