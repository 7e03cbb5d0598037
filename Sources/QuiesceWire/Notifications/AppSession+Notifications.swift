import QuiesceVocabulary

extension AppSession {
    /// Local notifications (N1).
    package mutating func demand(_ demand: NotificationDemand) {
        request { .notification(request: $0, demand) }
    }

    /// What it has asked of its notifications, oldest first, and the daemon may not have recorded.
    package var unacknowledgedNotifications: [NotificationDemand] {
        outbox.all.compactMap { entry in
            if case .notification(_, let demand) = entry.message { demand } else { nil }
        }
    }
}
