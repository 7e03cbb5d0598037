import CNats
import Synchronization

/// A connection to a NATS server, which comes back by itself after the server was gone.
///
/// The C client has threads of its own: what it tells on them is handed to the tasks that wait.
/// All of this may be used from any task.
public final class NATSConnection: Sendable {
    // The C client's connections are locked inside and may be used from any thread until they are
    // destroyed, which only `deinit` does.
    nonisolated(unsafe) private let connection: OpaquePointer
    private let events: Events
    private let inbox: String
    private let answers: NATSSubscription
    private let overdue: Task<Void, Never>

    /// How long it takes to reach the server at most, and how long it waits to try again.
    private static let connectMilliseconds: Int64 = 3_000
    private static let reconnectMilliseconds: Int64 = 100
    /// How often the server is asked whether it is there, and how many answers may be missing.
    private static let pingMilliseconds: Int64 = 5_000
    private static let pingsMissing: Int32 = 2
    private static let overdueEvery = Duration.seconds(2)

    /// Connects to `url`, as in `nats://user:password@host:4222`, and blocks while it does. `name` is what
    /// the server's operator sees.
    ///
    /// - Parameter comesBack: connects again whenever the server was gone. Else it is of no more
    ///   use then, and nothing that is sent over it ever reaches another process of the server's
    ///   than it began with.
    public init(url: String, name: String, comesBack: Bool = true) throws(NATSFailure) {
        let events = Events()
        connection = try Self.connect(url, name, comesBack, events)
        self.events = events
        do throws(NATSFailure) {
            var made: UnsafeMutablePointer<CChar>?
            guard natsInbox_Create(&made) == NATS_OK, let made else {
                throw .unavailable("no inbox")
            }
            inbox = String(cString: made)
            natsInbox_Destroy(made)
            answers = try NATSSubscription(connection, inbox + ".*") { message in
                let end = message.subject.split(separator: ".").last
                guard let number = end.flatMap({ UInt64($0) }) else { return }
                events.requests.finish(number, .success(message))
            }
        } catch {
            natsConnection_Destroy(connection)
            throw error
        }
        overdue = Task { [requests = events.requests] in
            while !Task.isCancelled {
                try? await Task.sleep(for: Self.overdueEvery)
                requests.failOverdue()
            }
        }
    }

    deinit {
        overdue.cancel()
        natsConnection_Destroy(connection)
        events.requests.fail()
    }

    private static func connect(
        _ url: String, _ name: String, _ comesBack: Bool, _ events: Events
    ) throws(NATSFailure) -> OpaquePointer {
        var made: OpaquePointer?
        guard natsOptions_Create(&made) == NATS_OK, let options = made else {
            throw .unavailable("no memory for NATS")
        }
        defer { natsOptions_Destroy(options) }
        guard natsOptions_SetURL(options, url) == NATS_OK else {
            throw .refused(code: 0, "not a URL of a NATS server")
        }
        natsOptions_SetName(options, name)
        natsOptions_SetTimeout(options, connectMilliseconds)
        natsOptions_SetAllowReconnect(options, comesBack)
        natsOptions_SetMaxReconnect(options, -1)
        natsOptions_SetReconnectWait(options, reconnectMilliseconds)
        natsOptions_SetPingInterval(options, pingMilliseconds)
        natsOptions_SetMaxPingsOut(options, pingsMissing)
        // One thread for all subscriptions, where each has one of its own else.
        natsOptions_UseGlobalMessageDelivery(options, true)
        let held = Unmanaged.passRetained(events)
        natsOptions_SetDisconnectedCB(
            options,
            { _, closure in
                closure.map { Events.at($0).requests.fail() }
            }, held.toOpaque())
        natsOptions_SetReconnectedCB(
            options,
            { _, closure in
                closure.map { Events.at($0).reconnected() }
            }, held.toOpaque())
        // The last that is told of a connection.
        natsOptions_SetClosedCB(
            options,
            { _, closure in
                closure.map {
                    Events.at($0).requests.fail()
                    Unmanaged<Events>.fromOpaque($0).release()
                }
            }, held.toOpaque())
        var connected: OpaquePointer?
        let status = natsConnection_Connect(&connected, options)
        guard status == NATS_OK, let connected else {
            // One that never was isn't closed.
            held.release()
            throw .unavailable("can't reach the NATS server: \(text(of: status))")
        }
        return connected
    }

    public var isConnected: Bool { natsConnection_Status(connection) == NATS_CONN_STATUS_CONNECTED }

    /// Names the server's process: another after each start of it. Nil while it is gone.
    public var serverID: String? {
        var text = [CChar](repeating: 0, count: 128)
        guard natsConnection_GetConnectedServerId(connection, &text, text.count) == NATS_OK else {
            return nil
        }
        return text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
    }

    /// How often the server was gone and is back. It has grown before the first message after a gap
    /// comes.
    public var reconnects: UInt64 {
        var made: OpaquePointer?
        guard natsStatistics_Create(&made) == NATS_OK else { return 0 }
        defer { natsStatistics_Destroy(made) }
        var count: UInt64 = 0
        guard natsConnection_GetStats(connection, made) == NATS_OK,
            natsStatistics_GetCounts(made, nil, nil, nil, nil, &count) == NATS_OK
        else { return 0 }
        return count
    }

    /// Called each time when the server is back after it was gone, on a thread of the C client.
    public func onReconnect(_ handler: @escaping @Sendable () -> Void) {
        events.handler.withLock { $0 = handler }
    }

    public func subscribe(
        _ subject: String, _ handler: @escaping NATSSubscription.Handler
    ) throws(NATSFailure) -> NATSSubscription {
        try NATSSubscription(connection, subject, handler)
    }

    /// Sends a message to whoever listens, if anybody does.
    public func publish(
        _ subject: String, headers: [String: String] = [:], _ body: [UInt8] = []
    ) throws(NATSFailure) {
        try send(subject, reply: nil, headers: headers, body)
    }

    /// Sends a message, and returns what one who listens answers.
    public func request(
        _ subject: String, headers: [String: String] = [:], _ body: [UInt8] = []
    ) async throws -> NATSMessage {
        try await events.requests.answer { number throws(NATSFailure) in
            try send(subject, reply: "\(inbox).\(number)", headers: headers, body)
        }
    }

    private func send(
        _ subject: String, reply: String?, headers: [String: String], _ body: [UInt8]
    ) throws(NATSFailure) {
        // Else it would be kept for when the server is back, and its sender waits meanwhile.
        guard natsConnection_Status(connection) == NATS_CONN_STATUS_CONNECTED else {
            throw .unavailable("the NATS server can't be reached")
        }
        var message: OpaquePointer?
        let status = body.withUnsafeBytes { bytes in
            natsMsg_Create(
                &message, subject, reply, bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
                Int32(bytes.count))
        }
        guard status == NATS_OK else { throw .unavailable(text(of: status)) }
        defer { natsMsg_Destroy(message) }
        for (key, value) in headers { natsMsgHeader_Set(message, key, value) }
        let sent = natsConnection_PublishMsg(connection, message)
        guard sent == NATS_OK else { throw .unavailable(text(of: sent)) }
    }
}

/// The events that the C client tells of a connection.
private final class Events: Sendable {
    let requests = Requests()
    let handler = Mutex<(@Sendable () -> Void)?>(nil)

    func reconnected() { handler.withLock { $0 }?() }

    static func at(_ closure: UnsafeMutableRawPointer) -> Events {
        Unmanaged<Events>.fromOpaque(closure).takeUnretainedValue()
    }
}
