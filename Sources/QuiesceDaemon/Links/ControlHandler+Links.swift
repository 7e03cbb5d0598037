import Foundation
import QuiesceCore
import QuiesceWire

// The links and the like that the user opens apps with.
extension ControlHandler {
    func handle(_ request: ControlRequest.Link, _ client: ControlServer.Client) {
        switch request {
        case .openURL(let url, let app?):
            open(app, .url(url, source: nil), client)
        case .openURL(let url, nil):
            perform("open", for: client, nobody: "its app is in front already") {
                .link(.open(.url(url, source: nil), app: nil, $0))
            }
        case .openShortcut(let app, let type): open(app, .shortcut(type), client)
        case .openActivity(let app, let type, let userInfo):
            if type == SecondStart.activity, let id = AppID(app), daemon.sessions[id] != nil,
                let why = daemon.sessions.refusal(of: client.uid)
            {
                return client.refuse(ProtocolErrorCode.notAllowed.rawValue, "\(app): \(why)")
            }
            let object = userInfo.map { try? JSONSerialization.jsonObject(with: Data($0.utf8)) }
            if let object, !(object is [String: Any]) {
                return client.refuse(
                    ProtocolErrorCode.malformed.rawValue,
                    "\(app): the user info is no JSON object")
            }
            let activity = AppActivity(type: type, userInfo: userInfo)
            open(app, .activity(activity), client)
        }
    }

    private func open(_ app: String, _ link: AppLink, _ client: ControlServer.Client) {
        perform("open", app, for: client, nobody: Self.opening) {
            .link(.open(link, app: $0, $1))
        }
    }
}
