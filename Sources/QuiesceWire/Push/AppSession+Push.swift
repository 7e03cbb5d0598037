import QuiesceVocabulary

extension AppSession {
    /// Pushes (R1).
    package mutating func ask(_ request: PushRequest) {
        if request == .unregister { isRegisteredForPushes = false }
        self.request { .push(request: $0, request) }
    }

    /// The app's last request about its remote notifications, if the daemon may not have recorded
    /// it.
    var unacknowledgedPushRequest: PushRequest? {
        for entry in outbox.all.reversed() {
            if case .push(_, let request) = entry.message, request.type == .remote {
                return request
            }
        }
        return nil
    }
}
