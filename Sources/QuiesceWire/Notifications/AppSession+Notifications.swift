import QuiesceVocabulary

extension AppSession {
    /// Local notifications (N1).
    package mutating func ask(_ request: LocalNotificationRequest) {
        self.request { .notification(request: $0, request) }
    }

    /// The app's requests about its notifications that the daemon may not have recorded, oldest
    /// first.
    package var unacknowledgedNotifications: [LocalNotificationRequest] {
        outbox.all.compactMap { entry in
            if case .notification(_, let request) = entry.message { request } else { nil }
        }
    }
}
