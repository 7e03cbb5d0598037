import QuiesceCore
import QuiesceWire

// Checks of the bytes: those that came, and those that an app is given.
extension SimulatedDevice {
    func checkBytes(_ id: TransferID, goOnAt offset: UInt64) {
        if let problem = transfers.watch?.bytes.goesOn(id, at: offset) {
            fail(.littleComesAgain, problem, transfers.watch?.known[id]?.owner.app)
        }
    }

    /// The agent says that the whole is there.
    func checkFinished(_ id: TransferID) {
        guard let body = transfers.placed[id]?.body ?? transfers.agent.files[id]?.body else {
            return
        }
        checkWhole(body, id)
    }

    func checkWhole(_ body: FileRuns, _ id: TransferID) {
        guard body.count > 0, body.wholeVersion == nil else { return }
        fail(
            .wholeFiles, "transfer \(id) has finished with \(body)",
            transfers.watch?.known[id]?.owner.app)
    }

    /// Judges that a transfer that an app is told of has a file, and the file is there.
    func checkDelivered(_ callback: TransferCallback, to app: AppID) {
        guard case .completed(let number, _, _, let verdict) = callback else { return }
        let id = TransferID(number)
        if let owner = transfers.watch?.known[id]?.owner.app, owner != app {
            return fail(.nothingCrosses, "transfer \(id) of \(owner) reaches another", app)
        }
        guard verdict.failure == nil, verdict.file != nil else { return }
        guard let file = transfers.placed[id] else {
            if transfers.deletedTooSoon.contains(id) { return }
            return fail(.wholeFiles, "transfer \(id) is delivered without its file", app)
        }
        if file.place != .container(app) {
            fail(.nothingCrosses, "the file of transfer \(id) lies elsewhere", app)
        }
        checkWhole(file.body, id)
    }
}
