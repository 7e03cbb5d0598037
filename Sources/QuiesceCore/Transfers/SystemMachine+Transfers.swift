// What is asked of transfers, by apps and by the user.
extension SystemMachine {
    mutating func transfer(_ event: TransferEvent, _ now: Moment, _ out: inout Recorder) {
        if let speaker = event.speaker {
            guard takeRequest(speaker, now, &out) else {
                // It was carried out before, or its process is gone.
                if case .create(_, _, _, let new) = event { out.dropPayload(new.request) }
                return
            }
            transfers.release()
        }
        switch event {
        case .openSession(let app, let launch, _, let session, let settings):
            openSession(app, launch, session, settings, now, &out)
        case .closeSession(let app, let launch, _, let session, let cancelling):
            closeSession(app, launch, session, cancelling: cancelling, now, &out)
        case .create(let app, let launch, _, let new):
            create(new, app, launch, now, &out)
        case .command(let app, _, _, let session, let task, let command):
            let key = SessionKey(owner: .app(app), identifier: session)
            guard let id = transfers.index.tasks[key]?.numbers[task] else { return }
            _ = carryOut(command, on: id, now, &out)
        case .handled(_, _, _, let id):
            handled(id, now, &out)
        case .answered(_, _, _, let id, let question):
            answered(id, question, &out)
        case .get(let new, let settings, let ticket):
            get(new, settings, ticket, now, &out)
        case .control(let id, let command, let ticket):
            control(id, command, ticket, now, &out)
        case .agentStarted: agentStarted(&out)
        case .agentEnded: agentEnded(now, &out)
        case .responded(let id, let attempt, let outcome):
            responded(id, attempt, outcome, &out)
        case .asked(let id, let attempt, let question, let kind):
            asked(id, attempt, question, kind, now, &out)
        case .finished(let id, let attempt, let file, let response):
            finished(id, attempt, file, response, now, &out)
        case .interrupted(let id, let attempt, let failure, let received, let after, let response):
            interrupted(id, attempt, failure, received, after, response, now, &out)
        case .stopped(let id, let attempt, let received):
            stopped(id, attempt, received)
        case .placed(let id, let failure, let copy):
            placed(id, failure, copy: copy, now, &out)
        case .notStored(let ids, let reason):
            for id in ids { notStored(id, reason, now, &out) }
        }
    }

    /// Acknowledges a request, once what follows from it is on disk.
    ///
    /// - Returns: whether it is to be carried out.
    mutating func takeRequest(
        _ speaker: (app: AppID, launch: Launch, request: UInt64), _ now: Moment,
        _ out: inout Recorder
    ) -> Bool {
        guard let slot = slot(speaker.app), apps[slot].launch == speaker.launch, apps[slot].isAlive
        else { return false }
        var isNew = false
        update(slot, now, &out) { app, _, out in
            isNew = app.isNew(request: speaker.request)
            out.effects.append(
                .ack(speaker.app, speaker.launch, request: speaker.request, durable: true))
        }
        return isNew
    }

    // MARK: New ones

    private mutating func create(
        _ new: NewTransfer, _ app: AppID, _ launch: Launch, _ now: Moment, _ out: inout Recorder
    ) {
        let key = SessionKey(owner: .app(app), identifier: new.session)
        guard let session = transfers[key], session.openIn == launch, !session.isClosing,
            transfers.index.tasks[key]?.numbers[new.task] == nil
        else {
            out.dropPayload(new.request)
            return noteTransfer(.refuse, .unknownSession, .x1, app: app, &out)
        }
        let count = transfers.sessions(of: app)
            .reduce(0) { $0 + (transfers.index.tasks[$1]?.numbers.count ?? 0) }
        guard count < Limits.transfersPerApp + Limits.transferVerdictsBeyond else {
            out.dropPayload(new.request)
            return noteTransfer(.refuse, .tooManyTransfers, .x1, app: app, &out)
        }
        if goOn(new, app, now, &out) { return }
        let machine = TransferMachine(
            transfer(new, owner: .app(app), id: nextTransfer(&out), at: now))
        transfers.add(machine)
        recordTransfer(machine, &out)
        guard count >= Limits.transfersPerApp else { return }
        noteTransfer(.refuse, .tooManyTransfers, .x1, app: app, &out)
        endTransfer(
            machine.transfer.id, .failed(TransferFailure(.noSpace), received: 0, response: nil),
            now, &out)
    }

    /// Lets a task go on from the bytes that a cancelled one left.
    private mutating func goOn(
        _ new: NewTransfer, _ app: AppID, _ now: Moment, _ out: inout Recorder
    ) -> Bool {
        guard let id = new.resumes, let old = transfers[id], old.transfer.owner == .app(app),
            old.isResumable, new.kind == .download, old.transfer.kind == .download
        else { return false }
        // The app goes on in the callback that tells it of the verdict: that it has handled that one
        // comes later.
        let isTold = transfers[old.transfer.sessionKey]?.delivering.contains(id) == true
        takeBack(id, now, &out)
        out.dropPayload(old.transfer.request)
        transfers.kept.removeAll { $0 == id }
        let transfer = transfer(new, owner: .app(app), id: id, at: now)
        let machine = transfers.change(id) {
            $0.transfer = transfer
            $0.failures = 0
            $0.retry = nil
            $0.limitedUntil = nil
            $0.beginsAt = nil
            $0.deadline = nil
            $0.wasTold = false
            // A new task, whatever the disk took of the one before.
            $0.isStored = true
            $0.since = now.wall
            if isTold { $0.staleVerdicts &+= 1 }
        }
        out.effects.append(.record(.put(.transfers(transfersFact))))
        if let machine { recordTransfer(machine, &out) }
        return true
    }

    private mutating func get(
        _ new: NewTransfer, _ settings: SessionSettings, _ ticket: Ticket, _ now: Moment,
        _ out: inout Recorder
    ) {
        input(.transfer, &out)
        let key = SessionKey(owner: .user, identifier: "")
        let count = transfers.index.tasks[key]?.numbers.count ?? 0
        guard shuttingDown == nil, count < Limits.transfersOfUser else {
            out.dropPayload(new.request)
            let reason: Reason = shuttingDown == nil ? .tooManyTransfers : .shuttingDown
            return refuse(Refusal(reason), nil, ticket, &out)
        }
        transfers.release()
        var transfer = transfer(new, owner: .user, id: nextTransfer(&out), at: now)
        transfer.session = ""
        transfer.task = transfer.id.value
        transfer.settings = settings
        transfers.add(TransferMachine(transfer))
        _ = carryOut(.resume, on: transfer.id, now, &out)
        // Whoever asks by hand wants to know now, also what others have failed at.
        tryHost(transfer.origin, insists: false)
        answer(ticket, durable: true, &out)
    }

    private mutating func nextTransfer(_ out: inout Recorder) -> TransferID {
        transfers.last &+= 1
        out.effects.append(.record(.put(.transfers(transfersFact))))
        return TransferID(transfers.last)
    }

    private func transfer(
        _ new: NewTransfer, owner: TransferOwner, id: TransferID, at now: Moment
    ) -> Transfer {
        Transfer(
            id: id, owner: owner, session: new.session, task: new.task, kind: new.kind,
            origin: new.origin, request: new.request, priority: min(max(new.priority, 0), 100),
            earliestBegin: new.earliestBegin.map { $0.clamped(at: now) },
            description: new.description.map(Self.clipped), isDiscretionary: false,
            created: now.wall, stage: .suspended)
    }

    static func clipped(_ description: String) -> String {
        var bytes = Array(description.utf8.prefix(Limits.transferDescriptionBytes))
        guard bytes.count < description.utf8.count else { return description }
        // Not through the middle of a character.
        while let last = bytes.last, last & 0b1100_0000 == 0b1000_0000 { bytes.removeLast() }
        if !bytes.isEmpty { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension TransferMachine {
    /// Another task may go on from its bytes.
    var isResumable: Bool {
        switch transfer.stage {
        case .kept, .ended(.cancelled(_, _, resumable: true)): true
        case .suspended, .queued, .placing, .ended: false
        }
    }

    /// Holds it until the clock shows `begin`.
    mutating func await(_ begin: WallTime?, at now: Moment) {
        beginsAt = begin.flatMap { $0 > now.wall ? now.instant + ($0 - now.wall) : nil }
    }
}

extension Reading<WallClock> {
    /// Within what adds up without overflow: from 1970 until a hundred years from now.
    func clamped(at now: Moment) -> WallTime {
        min(max(self, .zero), max(now.wall, .zero) + Limits.farthestBegin)
    }
}

extension Recorder {
    mutating func dropPayload(_ handle: PayloadHandle) { effects.append(.dropPayload(handle)) }
}
