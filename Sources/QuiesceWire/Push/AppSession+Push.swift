import QuiesceVocabulary

extension AppSession {
    /// Pushes (R1).
    package mutating func demand(_ demand: PushDemand) {
        if demand == .unregister { isRegisteredForPushes = false }
        request { .push(request: $0, demand) }
    }

    /// What it has asked of its pushes last, if the daemon may not have recorded it.
    var unacknowledgedPushDemand: PushDemand? {
        for entry in outbox.all.reversed() {
            if case .push(_, let demand) = entry.message { return demand }
        }
        return nil
    }
}
