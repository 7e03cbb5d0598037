import QuiesceAgentProtocol
import QuiesceCore
import QuiesceWire

/// With whose name an attempt authenticates, and how often that was refused.
struct Login {
    struct Credential: Equatable {
        var user: String
        var password: String
        var method: OfferedChallenge.Method
    }

    /// For the server that the request goes to.
    var server: Credential?
    var proxy: Credential?
    /// Refusals by this server, and by the proxy.
    var failures = 0
    var proxyFailures = 0
    /// The stored one has been tried here, in the way that was chosen.
    var triedStored = false
    /// Negotiate was tried here, or nobody wanted it: it needs a ticket, which a password isn't.
    /// The server's other offers come next.
    var isPastNegotiate = false
    var certificate: TransferRequest.ClientCertificate?

    /// Another server: nothing of what was said to the last is for it.
    mutating func leaveServer() {
        server = nil
        failures = 0
        triedStored = false
        isPastNegotiate = false
        certificate = nil
    }
}
