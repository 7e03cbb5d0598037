import QuiesceCore

/// The changes that the journal knew at a start and the store didn't. Until the disk has them
/// nothing is acknowledged: an acknowledgement would be for the app's requests to the daemon
/// before, too, and the app wouldn't say them again.
struct Reconciliation {
    let changes: [StorePort.Change]
    /// It is on its way to the disk.
    var isUnderway = false
    /// The disk refused it once: the store has it beside what is tried again, and goes on with it.
    var isKept = false
    /// By process, the newest request whose acknowledgement waits.
    private var held: [ProcessKey: UInt64] = [:]

    init(_ changes: [StorePort.Change]) { self.changes = changes }

    mutating func hold(_ request: UInt64, of key: ProcessKey) {
        held[key] = max(held[key] ?? 0, request)
    }

    /// The requests that may be acknowledged once the changes are on the disk.
    var acknowledgements: [(key: ProcessKey, request: UInt64)] {
        held.map { ($0.key, $0.value) }.sorted {
            ($0.key.app, $0.key.launch.number) < ($1.key.app, $1.key.launch.number)
        }
    }
}

extension Device {
    /// Puts the world right after a start: what the journal alone knew goes to the disk, and no
    /// notification stays on the desktop that the device doesn't show.
    ///
    /// - Parameter uninstalled: apps that the store alone still knows. What they had is deleted
    ///   once it doesn't.
    package func reconcile(_ changes: [StorePort.Change], uninstalled: [AppID]) {
        world.notifications.keep(Set(machine.shownNotifications))
        reconciliation = Reconciliation(changes)
        deletions.uninstalled.formUnion(uninstalled)
        deletions.apps += uninstalled
        goOnReconciling()
    }

    func goOnReconciling() {
        guard let changes = reconciliation?.changes, reconciliation?.isUnderway == false else {
            return
        }
        reconciliation?.isUnderway = true
        world.store.submit(asTheyAre(changes), seq) { [self] failure in
            guard failure == nil else {
                if reconciliation?.isKept == false { storeAgain(changes) }
                reconciliation?.isKept = true
                reconciliation?.isUnderway = false
                return
            }
            let held = reconciliation?.acknowledgements ?? []
            reconciliation = nil
            delete([], [], isStored: true)
            for (key, request) in held { acknowledge(request, to: key) }
        }
    }
}
