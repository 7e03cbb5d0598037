import CNats

/// Messages on a subject, until it is ended.
public final class NATSSubscription: Sendable {
    /// Takes the messages, on one thread of the C client, in order.
    public typealias Handler = @Sendable (NATSMessage) -> Void

    // The C client counts references and locks it; it may be used from any thread until it is
    // destroyed, which only `deinit` does.
    nonisolated(unsafe) private let subscription: OpaquePointer

    init(_ connection: OpaquePointer, _ subject: String, _ handler: @escaping Handler)
        throws(NATSFailure)
    {
        let box = Unmanaged.passRetained(Box(handler))
        var made: OpaquePointer?
        let status = natsConnection_Subscribe(
            &made, connection, subject,
            { _, _, message, closure in
                guard let message, let closure else { return }
                defer { natsMsg_Destroy(message) }
                Unmanaged<Box>.fromOpaque(closure).takeUnretainedValue()
                    .handler(NATSMessage(message))
            }, box.toOpaque())
        guard status == NATS_OK, let made else {
            box.release()
            throw .unavailable("can't subscribe: \(text(of: status))")
        }
        subscription = made
        // No answer may be lost; how much comes is bounded by what is asked.
        natsSubscription_SetPendingLimits(made, -1, -1)
        // The last one that the handler is given comes before this.
        natsSubscription_SetOnCompleteCB(
            made, { closure in closure.map { Unmanaged<Box>.fromOpaque($0).release() } },
            box.toOpaque())
    }

    deinit { natsSubscription_Destroy(subscription) }

    /// Asks for no more. One that is on its way may still come.
    public func end() { natsSubscription_Unsubscribe(subscription) }

    private final class Box: Sendable {
        let handler: Handler
        init(_ handler: @escaping Handler) { self.handler = handler }
    }
}

/// The C client's text for a status.
func text(of status: natsStatus) -> String {
    natsStatus_GetText(status).map { String(cString: $0) } ?? "\(status.rawValue)"
}
