import QuiesceCore
import QuiesceWire

// Pushes and their gateway.
extension ControlHandler {
    func pushes(_ app: String?, follow: Bool, _ client: ControlServer.Client) {
        client.refuse("notYet", "pushes: not yet")
    }

    func gateway(_ client: ControlServer.Client) { client.refuse("notYet", "gateway: not yet") }

    func joinGateway(_ url: String, _ certificate: String, _ client: ControlServer.Client) {
        client.refuse("notYet", "gateway join: not yet")
    }

    func leaveGateway(_ client: ControlServer.Client) {
        client.refuse("notYet", "gateway leave: not yet")
    }
}
