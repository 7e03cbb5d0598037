import Foundation
import QuiesceAgentProtocol

// What a gateway and a device say to each other: JSON, as docs/gateway.md has it.

struct Registration: Encodable {
    var publicKey: String
    var signature: String
    var name: String
}

struct Registered: Decodable {
    var device: String
    var certificate: String
}

struct TokenDemand: Encodable {
    var topic: String
}

struct IssuedToken: Decodable {
    var token: String
}

struct Acknowledgements: Encodable {
    var sequences: [UInt64]
}

struct GatewayRefusal: Decodable {
    var reason: String
}

/// A line of the endless response.
enum PushLine {
    /// The first: it is this device's line.
    case hello(device: String)
    case push(ReceivedPush)

    private struct Hello: Decodable {
        struct Whom: Decodable { var device: String }
        var hello: Whom
    }

    init(_ line: [UInt8]) throws {
        let data = Data(line)
        if let hello = try? JSONDecoder().decode(Hello.self, from: data) {
            self = .hello(device: hello.hello.device)
        } else {
            self = .push(try JSONDecoder().decode(ReceivedPush.self, from: data))
        }
    }
}

extension IssuedToken {
    /// nil: it isn't one.
    init?(_ body: [UInt8]) {
        guard let issued = try? JSONDecoder().decode(Self.self, from: Data(body)) else {
            return nil
        }
        self = issued
    }
}
