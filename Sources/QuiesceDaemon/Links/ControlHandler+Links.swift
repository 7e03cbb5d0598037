import Foundation
import QuiesceCore
import QuiesceWire

// What the user opens apps with.
extension ControlHandler {
    func handle(_ request: ControlRequest.Link, _ client: ControlServer.Client) {
        switch request {
        case .openURL(let url, let app?):
            ask(app, client) { .link(.open(.url(url, source: nil), app: $0, $1)) }
        case .openURL(let url, nil):
            device.ask(
                { .link(.open(.url(url, source: nil), app: nil, $0)) }, reply: answer(client))
        case .openShortcut(let app, let type):
            ask(app, client) { .link(.open(.shortcut(type), app: $0, $1)) }
        case .openActivity(let app, let type, let userInfo):
            let object = userInfo.map { try? JSONSerialization.jsonObject(with: Data($0.utf8)) }
            if let object, !(object is [String: Any]) {
                return client.refuse(
                    ProtocolErrorCode.malformed.rawValue,
                    "\(app): the user info is no JSON object")
            }
            let activity = AppActivity(type: type, userInfo: userInfo)
            ask(app, client) { .link(.open(.activity(activity), app: $0, $1)) }
        }
    }
}
