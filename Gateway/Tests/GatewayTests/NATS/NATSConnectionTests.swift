import NATS
import Synchronization
import Testing

@Suite struct NATSConnectionTests {
    let server: NATSServer

    init() throws { server = try NATSServer() }

    func connect() throws -> NATSConnection { try NATSConnection(url: server.url, name: "test") }

    @Test("A request is answered by who listens, byte by byte, and by nobody with 503")
    func request() async throws {
        let (asking, answering) = (try connect(), try connect())
        let subscription = try answering.subscribe("echo") { [weak answering] message in
            if let reply = message.reply { try? answering?.publish(reply, message.body) }
        }
        // Once this is answered the server knows of the subscription.
        #expect(try await answering.request("nobody").status == 503)
        let body: [UInt8] = Array(0...255) + [0, 10, 13]
        #expect(try await asking.request("echo", body).body == body)
        #expect(try await asking.request("echo").body.isEmpty)
        subscription.end()
        #expect(try await answering.request("nobody").status == 503)
        #expect(try await asking.request("echo", body).status == 503)
    }

    @Test("A thousand requests at once are each answered with their own")
    func many() async throws {
        let connection = try connect()
        let subscription = try connection.subscribe("echo") { [weak connection] message in
            if let reply = message.reply { try? connection?.publish(reply, message.body) }
        }
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<1_000 {
                group.addTask {
                    let body = Array("\(number)".utf8)
                    return try await connection.request("echo", body).body == body
                }
            }
            for try await isOwn in group { #expect(isOwn) }
        }
        subscription.end()
    }

    @Test("What a subscription holds goes with it")
    func ended() async throws {
        final class Held: Sendable {
            let gone: AsyncStream<Void>.Continuation
            init(_ gone: AsyncStream<Void>.Continuation) { self.gone = gone }
            deinit { gone.finish() }
        }
        let connection = try connect()
        let (gone, continuation) = AsyncStream.makeStream(of: Void.self)
        func listen() throws {
            let held = Held(continuation)
            let subscription = try connection.subscribe("x") { _ in _ = held }
            subscription.end()
        }
        try listen()
        for await _ in gone {}
    }

    @Test("A server that isn't there, or isn't one, is said to be unavailable")
    func absent() throws {
        server.kill()
        #expect(throws: NATSFailure.self) { try connect() }
        #expect(throws: NATSFailure.self) { try NATSConnection(url: "nowhere at all", name: "") }
    }

    @Test(
        "A server that was killed fails what waits and what is asked; once it is back all goes on")
    func reconnect() async throws {
        let connection = try connect()
        let (back, continuation) = AsyncStream.makeStream(of: Void.self)
        connection.onReconnect { continuation.yield() }
        let (asked, askedContinuation) = AsyncStream.makeStream(of: Void.self)
        // It listens, and never answers.
        let silent = try connection.subscribe("silent") { _ in askedContinuation.yield() }
        let waiting = Task { try await connection.request("silent") }
        for await _ in asked { break }
        server.kill()
        await #expect(throws: NATSFailure.self) { try await waiting.value }
        await #expect(throws: NATSFailure.self) { try await connection.request("silent") }
        try server.start()
        for await _ in back { break }
        #expect(try await connection.request("nobody").status == 503)
        // Subscriptions are there again.
        try connection.publish("silent")
        for await _ in asked { break }
        silent.end()
    }
}
