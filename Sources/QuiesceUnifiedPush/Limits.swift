/// The distributor's bounds, each with its reason.
enum Limits {
    /// Registrations at once: all of them are topics in one request's address to an ntfy server.
    static let registrations = 250
    /// Bytes of a connector's token and of a description: the specification's.
    static let tokenBytes = 100
    static let descriptionBytes = 100
    /// Bytes of a bus name: D-Bus's.
    static let nameBytes = 255
    /// Bytes of a message: the specification's.
    static let messageBytes = 4_096
    /// Messages of one registration that wait for its connector. Above it the oldest goes.
    static let waitingMessages = 1_000
    /// Messages that a connector has been sent and hasn't answered.
    static let flyingMessages = 64
    /// Messages that came in one turn of the loop before the rest has to wait for the disk.
    static let messagesAtOnce = 256
    /// Connectors that ended over a message, or had no object for it, before the message is given
    /// up.
    static let triesOfMessage = 5
    /// Seconds after which a connector that is alive and doesn't answer has its messages: the
    /// specification lets nobody wait for an answer.
    static let answerSeconds: UInt64 = 120
    /// Seconds for the start of a connector: dbus-daemon gives up after 120 at most.
    static let startSeconds: UInt64 = 150
    /// Seconds for an answer of the bus itself.
    static let busSeconds: UInt64 = 30
    /// Seconds without anything heard after which the line to an ntfy server is made anew: four
    /// times the usual distance of its signs of life.
    static let ntfySilenceSeconds: UInt64 = 180
    /// Seconds by which an ntfy server's messages may come late: it hands them on by tasks of their
    /// own, in no order.
    static let ntfyLatenessSeconds: Int64 = 60
    /// Bytes of a line of an ntfy server's: a message with every character escaped, and the rest.
    static let ntfyLineBytes = 40 << 10
    /// Bytes of an ntfy server's refusal.
    static let ntfyRefusalBytes = 4 << 10
    /// Seconds for a connection with its handshake.
    static let connectSeconds = 30
}
