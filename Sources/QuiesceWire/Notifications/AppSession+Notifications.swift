import QuiesceVocabulary

extension AppSession {
    /// Local notifications (N1).
    package mutating func ask(_ request: LocalNotificationRequest) {
        self.request { .notification(request: $0, request) }
    }

    /// What it has asked of its notifications, oldest first, and the daemon may not have recorded.
    package var unacknowledgedNotifications: [LocalNotificationRequest] {
        outbox.all.compactMap { entry in
            if case .notification(_, let request) = entry.message { request } else { nil }
        }
    }
}
