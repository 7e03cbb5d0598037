import QuiesceVocabulary

extension AppSession {
    /// Background fetches and background tasks (F1).
    package mutating func demand(_ demand: FetchDemand) {
        request { .fetching(request: $0, demand) }
    }

    /// What it has asked of its fetches, oldest first, and the daemon may not have recorded.
    package var unacknowledgedFetches: [FetchDemand] {
        outbox.all.compactMap { entry in
            if case .fetching(_, let demand) = entry.message { demand } else { nil }
        }
    }
}
