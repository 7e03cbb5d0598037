import QuiesceAgentProtocol
import QuiesceVocabulary

// The messages between a gateway and a device: JSON, as docs/gateway.md has it.

// derive: json written
struct Registration {
    var publicKey: String
    var signature: String
    var name: String
}

// derive: json
struct Registered {
    var device: String
    var certificate: String
}

// derive: json written
struct TokenRequest {
    var topic: String
}

// derive: json
struct IssuedToken {
    var token: String
}

// derive: json written
struct Acknowledgements {
    var sequences: [UInt64]
}

// derive: json
struct GatewayRefusal {
    var reason: String
}

/// A line of the endless response.
enum PushLine {
    /// The first: it is this device's line.
    case hello(device: String)
    case push(ReceivedPush)

    // derive: json
    struct Hello {
        var device: String
    }

    init(_ line: [UInt8]) throws(JSONError) {
        self = try JSONText.read(line) { value throws(JSONError) in
            guard let fields = value.object else { throw .unexpected }
            let hello: Hello? = try fields.readIfPresent("hello")
            return if let hello { .hello(device: hello.device) } else {
                .push(try ReceivedPush(fields: fields))
            }
        }
    }
}
