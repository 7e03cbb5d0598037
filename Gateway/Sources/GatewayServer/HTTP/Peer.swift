import GatewayRules
import Synchronization

/// The other end of one connection, and what it has shown of who it is.
final class Peer: Sendable {
    /// The identity in the peer's certificate; TLS has checked that one of our authorities says so.
    enum Identity: Sendable, Hashable {
        /// It has none.
        case unknown
        case device(DeviceID)
        case provider(KeyID)
        /// Its certificate is one of an authority of ours, but not for a client.
        case other
    }

    /// Its address, without the port.
    let address: String
    let identity = Mutex<Identity?>(nil)
    let session = Mutex(ProviderSession())
    /// Whether one of its requests came from whom it said: a connection without one isn't kept.
    let isTrusted = Atomic(false)

    init(address: String) { self.address = address }

    /// `unknown` until the first request has come, which needs the handshake done.
    var known: Identity { identity.withLock { $0 } ?? .unknown }
}
