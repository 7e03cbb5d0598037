import QuiesceCore
import QuiesceShell

// The world's side of transfers: the port, files in containers, and what steps do to the network.
extension SimulatedDevice {
    var transferPort: TransferPort {
        TransferPort(
            startAgent: { [unowned self] in
                guard permits() else { return }
                forgetUnknownBytes()
                startAgent()
            },
            tell: { [unowned self] in if permits() { tellAgent($0, $1) } },
            place: { [unowned self] in if permits() { place($0, $1, $2) } },
            unplace: { [unowned self] id, _ in if permits() { transfers.placed[id] = nil } },
            upload: { [unowned self] in transfers.uploads[UploadPlace(app: $0, path: $1)] })
    }

    /// A file that an app has to upload, by the app and the path.
    struct UploadPlace: Hashable {
        var app: AppID
        var path: String
    }

    struct PlacedFile {
        var place: FilePlace
        var body: FileRuns
    }

    func addUpload(of app: AppID, _ path: String, bytes: UInt64) {
        transfers.uploads[UploadPlace(app: app, path: path)] = UploadFile(
            app: app, path: path, size: bytes, inode: UInt64(transfers.uploads.count),
            modified: (now.wall - .zero).nanoseconds)
    }

    func changeUploads(of app: AppID) {
        for place in transfers.uploads.keys where place.app == app {
            transfers.uploads[place]?.modified = (now.wall - .zero).nanoseconds
        }
    }

    /// Its container is gone.
    func removeTransfers(of app: AppID) {
        for (id, file) in transfers.placed where file.place == .container(app) {
            transfers.placed[id] = nil
        }
        for place in transfers.uploads.keys where place.app == app {
            transfers.uploads[place] = nil
        }
        if let index = indices[app] { scripts[index].transfers = TransferNotes() }
    }

    /// The files of some apps' finished transfers, of which the disk still knows, are gone.
    func noteDeletedFiles(where isOf: (AppID) -> Bool) {
        for case .transfer(let transfer) in store.durable.facts.values {
            guard case .ended(.finished) = transfer.stage, transfers.placed[transfer.id] == nil,
                let app = transfer.owner.app, isOf(app)
            else { continue }
            transfers.deletedTooSoon.insert(transfer.id)
        }
    }

    /// A daemon that starts deletes the containers of apps that neither it nor the store knows.
    func removeUnknownContainers() {
        let known = Set(appsOfStore)
        for app in apps where machine.view(app.id) == nil && !known.contains(app.id) {
            removeTransfers(of: app.id)
        }
    }

    /// An app asks a session for its tasks before it goes on with one: what it had asked for in the
    /// moment before isn't there.
    func forgetUnknownTransfers() {
        var known: Set<TransferNotes.TaskName> = []
        for case .transfer(let transfer) in device.machine.facts {
            known.insert(TransferNotes.TaskName(session: transfer.session, task: transfer.task))
        }
        for script in scripts { script.transfers.tasks.removeAll { !known.contains($0) } }
    }

    /// Those of which the disk has it that they are installed.
    var appsOfStore: [AppID] {
        store.durable.facts.values.compactMap {
            if case .app(let fact) = $0 { fact.manifest.id } else { nil }
        }.sorted()
    }

    /// Returns the problem that a file to be uploaded has got since it was handed over.
    func problem(of upload: UploadFile) -> TransferFailure? {
        guard let app = upload.app else { return nil }
        guard let now = transfers.uploads[UploadPlace(app: app, path: upload.path)] else {
            return TransferFailure(.fileMissing)
        }
        return now == upload ? nil : TransferFailure(.fileChanged)
    }

    private func place(
        _ id: TransferID, _ place: FilePlace, _ completion: @escaping TransferPort.Placed
    ) {
        plan(
            .told(
                { [unowned self] in
                    if transfers.placed[id] == nil {
                        guard let file = transfers.agent.files[id], file.finished != nil else {
                            return completion(TransferFailure(.diskFailed, code: 2), nil)
                        }
                        transfers.placed[id] = PlacedFile(place: place, body: file.body)
                        transfers.agent.files[id]?.body = FileRuns()
                    }
                    completion(nil, nil)
                }, life: life), after: .milliseconds(2))
    }

    // MARK: Steps

    func change(_ change: NetworkChange) {
        switch change {
        case .link(let link):
            guard link != transfers.web.link else { return }
            transfers.web.link = link
            breakConnections()
            daemon { $0.take(.sensed(.network(link))) }
        case .rate(let rate): transfers.web.rate = max(1_000, rate)
        case .cut(let bytes): transfers.web.cutsNextAfter = bytes
        }
    }

    /// A daemon that starts looks at the network, and at what an earlier one left in the agent's
    /// folder and in containers.
    func senseNetwork() {
        if transfers.watch != nil {
            forgetUnknownBytes()
            for (id, file) in transfers.placed where machine.transferView(id) == nil {
                guard case .container = file.place else { continue }
                transfers.placed[id] = nil
                if store.durable.knows(id) { transfers.deletedTooSoon.insert(id) }
            }
        }
        daemon { $0.take(.sensed(.network(transfers.web.link))) }
    }

    /// Before an agent runs: the last may have died before it was told.
    func forgetUnknownBytes() {
        for id in transfers.agent.files.keys where machine.transferView(id) == nil {
            transfers.agent.files[id] = nil
        }
    }

    func change(server place: Int, _ change: ServerChange) {
        guard transfers.web.servers.indices.contains(place) else { return }
        transfers.web.servers[place].change(change)
    }

    func suffer(_ fault: AgentFault) {
        switch fault {
        case .kill: killAgent()
        case .crashLoop(let times):
            transfers.agent.crashes = times
            killAgent()
        }
    }

    /// Faults are over: servers tell the truth, the network is there, and the power.
    func calmTransfers() {
        guard transfers.watch != nil else { return }
        transfers.agent.crashes = 0
        transfers.web.cutsNextAfter = nil
        transfers.web.rate = 5_000_000
        for place in transfers.web.servers.indices {
            transfers.web.servers[place].change(.mood(.honest))
        }
        change(.link(.wifi))
        daemon { $0.take(.sensed(.battery(percent: 100, .charging))) }
        daemon { $0.take(.sensed(.lowPowerMode(false))) }
        // A tool's word about the network, the battery and Low Power Mode holds no longer.
        for source in [RealSource.network, .battery, .lowPower] {
            perform(.change(words: DeviceChange.automatic(source).words))
        }
    }
}
