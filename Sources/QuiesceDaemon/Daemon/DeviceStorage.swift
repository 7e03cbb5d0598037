import Foundation
import Glibc
import QuiesceCore
import QuiesceJournal
import QuiesceLinux
import QuiesceShell

/// A device's memory: the journal, which survives the daemon's SIGKILL, and the store of facts,
/// which survives a power cut. At a start the one that knows more decides.
final class DeviceStorage {
    /// Where the device goes on from.
    let machine: SystemMachine
    /// The last event that is known.
    let seq: UInt64
    /// The machine itself has restarted since what is known: no process of then can exist.
    let deviceRestarted: Bool
    let notes: [String]

    private let journal: Journal<SystemMachine, Event>
    /// The fingerprint of the core's reaction to the last event of this daemon.
    private var previous: Fingerprint?
    private let journalPayloads: Bool
    private let store: FactStore
    private let stored: [String: Data]
    private let staged: StagedPayloads
    private let loop: EventLoop

    /// - Parameter journalPayloads: whether pushes' payloads are kept in the journal.
    init(
        _ directory: StateDirectory, profile: PolicyProfile, journalPayloads: Bool, loop: EventLoop
    ) throws {
        self.loop = loop
        self.journalPayloads = journalPayloads
        var notes: [String] = []
        let staged = try StagedPayloads(in: directory.descriptor)
        self.staged = staged
        let (store, rows, report) = try FactStore.open(directory: directory.path, now: Date()) {
            staged.stored($0)
        }
        self.store = store
        notes += report.notes
        stored = Dictionary(rows.map { ($0.key, $0.value) }) { _, newer in newer }
        if let version = Self.version(stored[Self.versionKey]), version > SystemMachine.stateVersion
        {
            store.close()
            throw ConfigurationError(
                message:
                    "the store in \(directory.path) has facts of version \(version), and this daemon "
                    + "knows \(SystemMachine.stateVersion): it was written by a newer quiesced; run "
                    + "that, or choose another --home")
        }
        let path = directory.path(of: .journal)
        journal = try .ofDevice(directory: path)
        let bootID = try Self.currentBootID()
        let storedSeq = rows.map(\.seq).max() ?? 0
        let contents = try Self.readJournal(path, &notes)
        let restoration = Restoration(
            journal: contents.map { contents in
                Restoration.Recorded(
                    state: contents.state, events: contents.entries.map { ($0.moment, $0.event) },
                    lastSeq: contents.lastSeq)
            }, storedSeq: storedSeq,
            facts: {
                guard report.movedAside != nil else {
                    return rows.filter { !Self.ownKeys.contains($0.key) }.compactMap {
                        // None is in a row that no version of ours wrote.
                        try? Fact.read(Array($0.value))
                    }
                }
                let facts = Self.installed(in: directory)
                notes.append(
                    "\(facts.count) apps were found by their bundles; force-quits and waiting wake-ups are lost"
                )
                return facts
            }, profile: profile, boot: String(decoding: bootID, as: UTF8.self),
            storedBoot: stored[Self.bootIDKey].map { String(decoding: $0, as: UTF8.self) },
            at: LinuxClock.now())
        machine = restoration.machine
        deviceRestarted = restoration.deviceRestarted
        seq = restoration.seq
        if restoration.isFromFacts, contents != nil {
            notes.append("the journal is older than the store; the daemon started from the store")
        }
        self.notes = notes
        let own = [Self.bootIDKey: bootID, Self.versionKey: Self.ownVersion]
        let changes = own.filter { stored[$0.key] != $0.value }.map {
            StoreChange.put(key: $0.key, value: $0.value)
        }
        if !changes.isEmpty { store.submit(changes, seq: seq, completion: nil) }
    }

    /// A segment with the present state, before the first event.
    func start() throws {
        try journal.start(seq: seq, moment: LinuxClock.now(), state: machine)
    }

    /// The apps that the store knows.
    var apps: [AppManifest] {
        stored.values.compactMap {
            if case .app(let fact) = try? Fact.read(Array($0)) { fact.manifest } else { nil }
        }
    }

    /// The changes that bring the store in line with the core.
    func corrections(_ facts: [Fact], payloads: [PayloadHandle]) -> [StorePort.Change] {
        var changes: [StorePort.Change] = []
        var wanted = Self.ownKeys
        for fact in facts {
            wanted.insert(fact.key)
            if stored[fact.key] != Data(fact.json) { changes.append(.record(.put(fact))) }
        }
        for key in stored.keys where !wanted.contains(key) && !Self.isShells(key) {
            changes.append(.record(.delete(key: key)))
        }
        let inUse = Set(payloads.map(\.value))
        for handle in (try? store.payloadHandles()) ?? [] where !inUse.contains(handle) {
            changes.append(.dropPayload(PayloadHandle(handle)))
        }
        for (handle, body) in staged.all {
            let handle = PayloadHandle(handle)
            changes.append(
                inUse.contains(handle.value) ? .putPayload(handle, body) : .dropPayload(handle))
        }
        return changes
    }

    /// Calls `then` on the loop once everything submitted so far is on disk.
    func whenDurable(_ then: @escaping () -> Void) {
        submit([], seq, completion: loop.returning { (_: Result<Void, StoreError>) in then() })
    }

    // MARK: Holding back

    /// The changes on their way to the disk that somebody waits for.
    private var undone = (count: 0, bytes: 0)
    /// The disk is slower than what is asked of it: whoever asks for more is to wait.
    var isBehind: Bool {
        undone.count >= Limits.storeBacklog || undone.bytes >= Limits.storeBacklogBytes
    }
    /// It was, and isn't any more.
    var onCaughtUp: () -> Void = {}

    private func note(done bytes: Int) {
        let wasBehind = isBehind
        undone.count -= 1
        undone.bytes -= bytes
        if wasBehind, !isBehind { onCaughtUp() }
    }

    /// Hands changes to the store's writer when the present turn's work is done: waking that thread
    /// takes longer than thawing an app, and where there are few cores it would run in its stead.
    private func submit(
        _ changes: [StoreChange], _ seq: UInt64,
        completion: (@Sendable (Result<Void, StoreError>) -> Void)? = nil
    ) {
        loop.later { [store] in store.submit(changes, seq: seq, completion: completion) }
    }

    func close() {
        store.close()
        try? journal.finish(previous)
        try? journal.sync()
    }

    var journalPort: JournalPort {
        JournalPort(
            append: { [unowned self] in
                try journal.append(
                    seq: $0, moment: $1, event: $2, previous: previous, payload: payload(of: $2))
            },
            hasGap: { [journal] in journal.hasGap },
            needsRotation: { [journal] in journal.needsRotation },
            rotate: { [journal] in journal.rotate(seq: $0, moment: $1, state: $2) },
            reacted: { [unowned self] in previous = $0.fingerprint })
    }

    /// The payload of a push that the journal is to keep beside its handle. The store has the
    /// payload already.
    private func payload(of event: Event) -> String? {
        guard journalPayloads, case .push(let push, _) = event,
            let body = try? store.payload(push.payload.value)
        else { return nil }
        return String(decoding: body, as: UTF8.self)
    }

    var storePort: StorePort {
        StorePort(
            submit: { [unowned self] changes, seq, completion in
                let changes = changes.map(StoreChange.init)
                guard let completion else { return submit(changes, seq) }
                let bytes = changes.reduce(0) { $0 + $1.size }
                undone.count += 1
                undone.bytes += bytes
                submit(
                    changes, seq,
                    completion: loop.returning {
                        [unowned self] (result: Result<Void, StoreError>) in
                        note(done: bytes)
                        switch result {
                        case .success: completion(nil)
                        case .failure(let error): completion(error.reason)
                        }
                    })
            },
            keep: { [unowned self] in try staged.keep($0.value, $1) },
            payload: { [store, staged] in
                try staged.payload($0.value) ?? store.payload($0.value)
            })
    }

    private static func isShells(_ key: String) -> Bool {
        key.hasPrefix(AppUsers.keyPrefix) || key.hasPrefix(ProgramSessions.keyPrefix)
    }

    /// Facts of the shell itself, under a prefix of their own.
    func rows(prefix: String) -> [String: Data] { stored.filter { $0.key.hasPrefix(prefix) } }
    func put(_ key: String, _ value: Data) {
        submit([.put(key: key, value: value)], seq)
    }
    func delete(_ key: String) { submit([.delete(key: key)], seq) }

    private static let bootIDKey = "boot"
    /// The key of the facts' version: facts of a newer version may be of kinds that this daemon
    /// would take for none, and delete.
    private static let versionKey = "version"
    private static let ownKeys: Set = [bootIDKey, versionKey]
    private static let ownVersion = Data("\(SystemMachine.stateVersion)".utf8)

    private static func version(_ value: Data?) -> Int? {
        value.flatMap { Int(String(decoding: $0, as: UTF8.self)) }
    }

    /// The apps of the bundles in place, as facts, where neither store nor journal tells: apps and
    /// their documents must not go because a database has (D7 of the reliability catalogue).
    private static func installed(in directory: StateDirectory) -> [Fact] {
        let output = OutputFiles(directory: directory.path(of: .output))
        return BundleStore.manifests(in: directory.descriptor(of: .bundles)).map { manifest in
            // Numbers of launches are never used again; those that left output are known.
            let launch = output.launches(of: manifest.id).last ?? Launch(number: 0)
            return .app(AppFact(manifest: manifest, launch: launch))
        }
    }

    private static func currentBootID() throws -> Data {
        Data((ProcFile.read("/proc/sys/kernel/random/boot_id") ?? "unknown").utf8)
    }

    private static func readJournal(_ path: String, _ notes: inout [String]) throws
        -> JournalContents<SystemMachine, Event>?
    {
        let contents = try JournalReader<SystemMachine, Event>(from: SystemMachine.oldestState)
            .load(path)
        if let contents {
            notes += contents.damage.map { "the journal: \($0)" }
        } else if try !JournalReader<SystemMachine, Event>.segments(path).isEmpty {
            notes.append("the journal can't be read; the daemon started from the store")
        }
        return contents
    }
}

extension StoreChange {
    fileprivate init(_ change: StorePort.Change) {
        self =
            switch change {
            case .record(.put(let fact)): .put(key: fact.key, value: Data(fact.json))
            case .record(.delete(let key)): .delete(key: key)
            case .putPayload(let handle, let body): .putPayload(handle: handle.value, body: body)
            case .dropPayload(let handle): .deletePayload(handle: handle.value)
            }
    }
}

extension StoreError {
    /// The reason that the caller is given.
    fileprivate var reason: Reason {
        switch self {
        case .noSpace: .noSpace
        case _: .storeFailed
        }
    }
}
