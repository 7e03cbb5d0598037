import Foundation
import QuiesceCore
import QuiesceShell
import QuiesceWire

// Pushes and their gateway.
extension ControlHandler {
    func handle(_ request: ControlRequest.Push, _ client: ControlServer.Client) {
        switch request {
        case .sendPush(let app, let payload, let isVoIP):
            push(app, isVoIP ? .voip : .remote, payload, client)
        case .pushes(let app, let follow): pushes(app, follow: follow, client)
        case .gateway: gateway(client)
        case .joinGateway(let url, let certificate): joinGateway(url, certificate, client)
        case .leaveGateway: leaveGateway(client)
        }
    }

    /// A tool's push takes the way of a gateway's from here on (R1, R2).
    func push(
        _ app: String, _ type: PushType, _ payload: String, _ client: ControlServer.Client
    ) {
        guard let view = installed(app, client) else { return }
        let body = Data(payload.utf8)
        let most = type == .voip ? Limits.voipPayloadBytes : Limits.pushPayloadBytes
        guard body.count <= most else {
            return client.refuse(
                Reason.payloadTooLarge.rawValue,
                "\(app): the payload has \(body.count) bytes, \(most) are allowed"
            )
        }
        guard let content = PushContent(body) else {
            return client.refuse(
                ProtocolErrorCode.malformed.rawValue, "\(app): the payload is not a JSON object")
        }
        device.askPush(
            view.manifest.id, type, payload: body, content
        ) { [self] answer in
            // Its receipt is the app's newest.
            let row = daemon.pushes.listing.rows(of: view.manifest.id).max { $0.push < $1.push }
            let message = row.map { "push \($0.push), \($0.state): \($0.detail)" }
            self.answer(client, about: app, saying: message)(answer)
        }
    }

    func pushes(_ app: String?, follow: Bool, _ client: ControlServer.Client) {
        var only: AppID?
        if let app {
            guard let view = installed(app, client) else { return }
            only = view.manifest.id
        }
        let listing = daemon.pushes.listing
        guard follow else { return list(listing.rows(of: only), client) }
        let follower = listing.follow(only) { client.send(item: $0) }
        guard client.isOpen else { return listing.unfollow(follower) }
        client.onClose = { listing.unfollow(follower) }
    }

    func gateway(_ client: ControlServer.Client) { list([daemon.pushes.service.row], client) }

    func joinGateway(_ url: String, _ certificate: String, _ client: ControlServer.Client) {
        daemon.pushes.service.join(url, certificate: certificate) { [daemon] refusal in
            if let refusal { return client.refuse(refusal.reason, refusal.message) }
            let row = daemon.pushes.service.row
            client.send(.done(message: "joined \(row.url ?? url) as \(row.device ?? "")"))
        }
    }

    func leaveGateway(_ client: ControlServer.Client) {
        daemon.pushes.service.leave { refusal in
            if let refusal { return client.refuse(refusal.reason, refusal.message) }
            client.send(.done(message: nil))
        }
    }
}
