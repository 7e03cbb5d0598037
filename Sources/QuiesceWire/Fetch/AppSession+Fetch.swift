import QuiesceVocabulary

extension AppSession {
    /// Background fetches and background tasks (F1).
    package mutating func ask(_ request: FetchRequest) {
        self.request { .fetching(request: $0, request) }
    }

    /// The app's requests about its fetches that the daemon may not have recorded, oldest first.
    package var unacknowledgedFetches: [FetchRequest] {
        outbox.all.compactMap { entry in
            if case .fetching(_, let request) = entry.message { request } else { nil }
        }
    }
}
