import QuiesceVocabulary

extension AppSession {
    /// The sockets of its calls (V1-V6). Of one that is handed over, whoever sends it adds a
    /// duplicate.
    package mutating func ask(_ request: VoIPRequest) {
        self.request { .voip(request: $0, request) }
    }
}

extension MessageFromApp {
    /// The descriptor that is sent along with the message, for the daemon to have a duplicate.
    package var descriptor: Int32? {
        if case .voip(_, .keep(let socket)) = self { socket.descriptor } else { nil }
    }
}
