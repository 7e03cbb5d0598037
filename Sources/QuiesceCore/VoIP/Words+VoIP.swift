// Sockets that are kept in plain words, for the log and `why`.

extension KeptSocket {
    /// "TCP socket 7"
    var words: String {
        switch transport {
        case .tcp: "TCP socket \(descriptor)"
        case .udp: "UDP socket \(descriptor)"
        case .local: "Unix socket \(descriptor)"
        case nil: "descriptor \(descriptor)"
        }
    }
}

extension Reason {
    public static let socketKept = Reason("socketKept") { detail, _ in
        .event("its \(detail.socketName) is kept while it is out of sight")
    }
    public static let socketReleased = Reason("socketReleased") { detail, _ in
        .event("its \(detail.socketName) is not kept any more, as it is closed or released")
    }
    public static let socketNotKept = Reason("socketNotKept") { detail, _ in
        .refusal(
            "its \(detail.socketName) cannot be kept: it is no connected or bound TCP, UDP or Unix socket",
            change: "it should hand over a socket that receives")
    }
    public static let tooManySockets = Reason("tooManySockets") { detail, _ in
        .refusal(
            "its \(detail.socketName) is not kept, because \(Limits.keptSocketsPerApp) of its sockets are",
            change: "it should release some, or wait by fewer")
    }
    public static let keepAliveSet = Reason("keepAliveSet") { detail, _ in
        .event("its keep-alive handler is called every \(detail.socketName) at least")
    }
    public static let keepAliveCleared = Reason(
        "keepAliveCleared", .event("it has no keep-alive handler any more"))
    public static let keepAliveTooShort = Reason("keepAliveTooShort") { detail, _ in
        .refusal(
            "its keep-alive timeout is shorter than \(detail.socketName)",
            change: "it should ask for a longer one")
    }
    public static let voipRationed = Reason("voipRationed") { _, _ in
        .refusal(
            "its sockets have woken it too often",
            change: "nothing is lost; it is woken for what has arrived a little later")
    }
    public static let wokenForVoIP = Reason(
        "wokenForVoIP", .event("it waits for calls by a connection that needs it"))
    public static let wokenForKeepAlive = Reason(
        "wokenForKeepAlive", .event("its keep-alive handler is due"))
    public static let voipAtStart = Reason(
        "voipAtStart", .event("it waits for calls, and the device has started"))
    public static let voipRelaunched = Reason(
        "voipRelaunched", .event("it waits for calls, and had ended without having meant to"))
}

extension VoIP {
    static let reasons: [Reason] = [
        .socketKept, .socketReleased, .socketNotKept, .tooManySockets, .keepAliveSet,
        .keepAliveCleared, .keepAliveTooShort, .voipRationed, .wokenForVoIP, .wokenForKeepAlive,
        .voipAtStart, .voipRelaunched,
    ]
}

extension Detail? {
    fileprivate var socketName: String {
        if case .name(let name) = self { name } else { "socket" }
    }
}
