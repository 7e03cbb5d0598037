extension ControlRequest {
    /// Remote notifications and their gateway.
    // derive: tag=type
    public enum Push: Sendable, Hashable {
        /// `payload`: the push's JSON object as text, up to 4,096 bytes, and 5,120 of a voip push.
        // json: voip unless false
        case sendPush(app: String, payload: String, voip: Bool = false)
        /// The latest pushes and their receipts, a `PushRow` each. `follow`: these rows, and then a
        /// row for each change, until the client closes.
        // json: follow unless false
        case pushes(app: String?, follow: Bool)
        /// The push gateway that the device has joined: a `GatewayRow`.
        case gateway
        /// `certificate`: PEM, what the gateway's own is checked against. Answered once the device
        /// has joined.
        case joinGateway(url: String, certificate: String)
        /// Its tokens are no more.
        case leaveGateway
    }
}
