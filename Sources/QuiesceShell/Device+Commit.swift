import QuiesceCore

// After acting: what must last is committed, and promises are kept once it is on disk.
extension Device {
    /// Hands what must last to the store, all of one event together, and keeps its promises when it
    /// is there.
    func commit(_ reaction: Reaction, of event: Event) {
        if reaction.changes.isEmpty, reaction.promises.isEmpty { return }
        let promised = Promised(reaction.promises)
        var changes = payloads
        payloads.removeAll()
        for change in reaction.changes { changes.append(stored(change)) }
        storedFetches.note(changes)
        if promised.pushes.contains(where: \.isAcknowledgement) {
            changes = addUnstored(to: changes)
        }
        if reaction.promises.isEmpty, deletions.isEmpty {
            return world.store.submit(changes, seq, nil)
        }
        for (key, _) in promised.acks { acknowledgements.begin(key) }
        let fetch = event.newFetch
        world.store.submit(changes, seq) { [self, changes] failure in
            delete(promised.files, promised.apps, isStored: failure == nil)
            var isRefused = false
            if let failure {
                storeAgain(changes)
                isRefused = dropTransfers(in: changes, failure)
                isRefused = dropNotifications(in: changes, failure) || isRefused
                isRefused = dropFetch(fetch, in: changes, failure) || isRefused
            } else if !promised.acks.isEmpty {
                storedFetches.stored(changes)
            }
            keep(promised.pushes, changes, failure)
            for (key, request) in promised.acks {
                if failure != nil, !isRefused {
                    // A request that can't be refused is done, and is acknowledged as soon as the
                    // disk takes it.
                    acknowledgements.fail(request, to: key, changes)
                } else if acknowledgements.finish(request, to: key) {
                    acknowledge(request, to: key)
                }
            }
            for ticket in promised.answers {
                // An event that ends something is done, and recorded as soon as the disk takes it.
                if let failure, isRefusable(ticket) {
                    answer(ticket, .refused(Refusal(failure)))
                } else {
                    answer(ticket, .done)
                }
            }
        }
    }

    private func stored(_ change: Change) -> StorePort.Change {
        switch change {
        case .record(let change): return .record(change)
        case .dropPayload(let handle):
            notifications.forget(handle)
            return .dropPayload(handle)
        }
    }

    // MARK: Acknowledgements

    func acknowledge(_ request: UInt64, to key: ProcessKey) {
        // A request that couldn't be written down isn't acknowledged: the app says it again to the
        // daemon that doesn't know of it. The next acknowledgement is for everything before it,
        // too.
        guard isJournalled else { return }
        if reconciliation != nil {
            reconciliation?.hold(request, of: key)
            return
        }
        world.apps.send(key, .ack(request: request))
    }

    /// Tries again what the disk didn't take, if acknowledgements wait for it: with whatever
    /// happens next, as a disk that fails says nothing when it is well again.
    func storeOwed() {
        guard let changes = acknowledgements.retry() else { return }
        world.store.submit(asTheyAre(changes), seq) { [self] failure in
            for (key, request) in acknowledgements.retried(changes, isStored: failure == nil) {
                acknowledge(request, to: key)
            }
        }
    }

    // MARK: Deletions

    /// Deletes what these had, and what earlier ones had, if the store knows that they are no more.
    func delete(_ files: [(TransferID, AppID)], _ apps: [AppID], isStored: Bool) {
        deletions.files += files
        deletions.apps += apps
        guard isStored, !deletions.isEmpty else { return }
        let (files, apps) = (deletions.files, deletions.apps)
        (deletions.files, deletions.apps) = ([], [])
        for (id, app) in files { world.transfers.unplace(id, app) }
        for app in apps { deleteUninstalled(app) }
    }

    /// Does nothing for one that was installed anew: what it had is gone.
    func deleteUninstalled(_ app: AppID) {
        guard deletions.uninstalled.remove(app) != nil else { return }
        world.bundles.remove(app)
        world.screen.forget(app)
    }

    /// Tries again with whatever happens next, as with acknowledgements: nothing else may have to
    /// be stored for days.
    func deleteLeft() {
        guard !deletions.isEmpty, !deletions.isAsking else { return }
        deletions.isAsking = true
        world.store.submit([], seq) { [self] failure in
            deletions.isAsking = false
            delete([], [], isStored: failure == nil)
        }
    }

    // MARK: A disk that fails

    /// The core has changed although the store couldn't: it is told what is true now, and keeps
    /// trying.
    func storeAgain(_ changes: [StorePort.Change]) {
        world.store.submit(asTheyAre(changes), seq, nil)
    }

    /// The same facts and payloads as they are now.
    func asTheyAre(_ changes: [StorePort.Change]) -> [StorePort.Change] {
        let putsPayloads = changes.contains { if case .putPayload = $0 { true } else { false } }
        let inUse = putsPayloads ? Set(machine.payloadsInUse) : []
        return changes.map { change in
            switch change {
            case .record(let change):
                .record(
                    inspect { $0.fact(change.key) }.map { .put($0) } ?? .delete(key: change.key))
            case .putPayload(let handle, _):
                inUse.contains(handle) ? change : .dropPayload(handle)
            case .dropPayload: change
            }
        }
    }

    /// Those of the facts that have these keys.
    func facts(_ keys: Set<String>) -> [String: Fact] {
        var found: [String: Fact] = [:]
        for key in keys { found[key] = inspect { $0.fact(key) } }
        return found
    }
}
