import QuiesceVocabulary

extension AppSession {
    /// Background fetches and background tasks (F1).
    package mutating func ask(_ request: FetchRequest) {
        self.request { .fetching(request: $0, request) }
    }

    /// What it has asked of its fetches, oldest first, and the daemon may not have recorded.
    package var unacknowledgedFetches: [FetchRequest] {
        outbox.all.compactMap { entry in
            if case .fetching(_, let request) = entry.message { request } else { nil }
        }
    }
}
