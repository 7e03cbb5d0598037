import QuiesceCore
import QuiesceWire

extension AccessoryRequest {
    /// A protocol is kept with the session, so its name has bounds.
    package func check() throws(WireError) {
        switch self {
        case .open(_, _, let speaking, _):
            guard (1...Limits.accessoryTextBytes).contains(speaking.utf8.count) else {
                throw WireError.malformed(
                    "a protocol's name has 1 to \(Limits.accessoryTextBytes) bytes")
            }
        case .close: break
        }
    }
}
