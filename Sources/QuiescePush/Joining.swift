import Foundation
import QuiesceAgentProtocol
import QuiesceCrypto

/// A device joins a gateway: its public key, and the proof that it has the private one, for an
/// identity.
package final class Joining {
    private let connection: GatewayConnection
    package private(set) var isOver = false

    package var epoll: Int32 { connection.epoll }
    package var deadline: UInt64? { connection.deadline }

    package init(
        url: String, authority: String, key: String, name: String,
        say: @escaping (PushReport) -> Void
    ) {
        connection = GatewayConnection(Endpoint(url: url, authority: authority))
        guard let registration = try? Registration(key: key, name: name) else {
            isOver = true
            say(.notRegistered("this device's key can't be read"))
            return
        }
        connection.request("POST", "/device/register", json: registration) {
            [unowned self] result in
            isOver = true
            if case .response(201, let body) = result,
                let answer = try? Registered.read(body)
            {
                return say(.registered(device: answer.device, certificate: answer.certificate))
            }
            if case .response(201, _) = result {
                return say(.notRegistered("its answer is not a registration"))
            }
            say(.notRegistered(result.trouble))
        }
    }

    package func work() { connection.work() }
}

extension Registration {
    fileprivate init(key pem: String, name: String) throws {
        let key = try P256PrivateKey(pem: pem)
        publicKey = key.publicKeyPEM
        let text = "quiesce-device-registration\n" + publicKey
        signature = try key.signature(for: Data(text.utf8)).base64EncodedString()
        self.name = name
    }
}
