/// A connector's registration.
struct Registration: Hashable {
    /// The version of the interfaces that its connector speaks.
    enum Version: Int {
        case first = 1
        case second = 2
    }

    /// The connector's name for it.
    var token: String
    /// The connector's name on the bus.
    var service: String
    var version: Version
    /// For people.
    var description = ""
    /// The key that senders must prove to have, in base64url.
    var vapid: String?
    /// Its name at the push server; nil: it has none yet.
    var topic: String?
    /// The URL that senders post to; nil: the push server hasn't given one yet.
    var endpoint: String?
    /// The connector has the endpoint.
    var isAnnounced = false
    /// The connector has unregistered, which the push server has still to hear.
    var isLeaving = false
    /// Messages that the connector got, and those that were given up.
    var handed = 0
    var dropped = 0
}

/// A message for a connector.
struct Message: Hashable {
    var token: String
    /// The push server's name for it.
    var id: String
    var body: [UInt8]
}

/// News of a push server that are to be on disk before the server may forget them.
struct Batch {
    var messages: [Message] = []
    var notes: [Note: String] = [:]
    /// Ids of messages that came, with the server's seconds.
    var seen: [(id: String, time: Int64)] = []
    /// Those before it can't come again.
    var forgetsBefore: Int64?

    var isEmpty: Bool {
        messages.isEmpty && notes.isEmpty && seen.isEmpty && forgetsBefore == nil
    }
}

/// A fact about the push server, kept as text.
enum Note: String {
    /// The server, as `Upstream.name` has it.
    case upstream
    /// `connected`, `connecting`, or why not.
    case line
    case lastError
    /// The ntfy server's seconds up to which everything has come.
    case ntfySince
    /// The private key at the gateway, PEM.
    case gatewayKey
    /// The gateway's certificate for this device and the device's name there, as JSON.
    case gatewayAccount
    /// The greatest sequence of the gateway that came.
    case gatewaySequence
}
