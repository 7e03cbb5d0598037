// The requests for transfers, by apps and by the user.
extension Transfers {
    mutating func handle(_ event: TransferEvent, in around: inout Surroundings) {
        if let speaker = event.speaker {
            guard around.takeRequest(speaker) else {
                // It was carried out before, or its process is gone.
                if let payload = event.payload { around.out.dropPayload(payload) }
                return
            }
            releaseAll(in: &around)
        }
        switch event {
        case .requested(let app, let launch, _, let asked):
            carryOut(asked, app, launch, in: &around)
        case .get(let new, let settings, let ticket):
            get(new, settings, ticket, in: &around)
        case .control(let id, let command, let ticket):
            control(id, command, ticket, in: &around)
        case .agentStarted: agentStarted(in: &around)
        case .agentEnded: agentEnded(in: &around)
        case .responded(let id, let attempt, let outcome):
            responded(id, attempt, outcome, in: &around)
        case .asked(let id, let attempt, let question, let kind):
            asked(id, attempt, question, kind, in: &around)
        case .finished(let id, let attempt, let file, let response):
            finished(id, attempt, file, response, in: &around)
        case .interrupted(let id, let attempt, let failure, let received, let after, let response):
            interrupted(id, attempt, failure, received, after, response, in: &around)
        case .stopped(let id, let attempt, let received):
            stopped(id, attempt, received)
        case .placed(let id, let failure, let copy):
            placed(id, failure, copy: copy, in: &around)
        case .notStored(let ids, let reason):
            for id in ids { notStored(id, reason, in: &around) }
        }
    }

    private mutating func carryOut(
        _ asked: StoredSessionRequest, _ app: AppID, _ launch: Launch, in around: inout Surroundings
    ) {
        switch asked {
        case .openSession(let session):
            openSession(app, launch, session.identifier, session.settings, in: &around)
        case .closeSession(let session, let cancelling):
            closeSession(app, launch, session, cancelling: cancelling, in: &around)
        case .create(let new):
            create(new, app, launch, in: &around)
        case .resume, .suspend, .cancel, .setPriority, .setEarliestBegin, .setDescription:
            guard let (session, task, command) = asked.command,
                let id = index.tasks[SessionKey(owner: .app(app), identifier: session)]?
                    .numbers[task]
            else { return }
            _ = carryOut(command, on: id, in: &around)
        case .handled(let transfer):
            handled(TransferID(transfer), in: &around)
        case .answer(let transfer, let question, _):
            answered(TransferID(transfer), question, in: &around)
        }
    }

    // MARK: New ones

    private mutating func create(
        _ new: NewTransfer, _ app: AppID, _ launch: Launch, in around: inout Surroundings
    ) {
        let key = SessionKey(owner: .app(app), identifier: new.session)
        guard let session = self[key], session.openIn == launch, !session.isClosing,
            index.tasks[key]?.numbers[new.task] == nil
        else {
            around.out.dropPayload(new.request.handle)
            return note(.refuse, .unknownSession, .x1, app: app, in: &around)
        }
        let count = sessions(of: app)
            .reduce(0) { $0 + (index.tasks[$1]?.numbers.count ?? 0) }
        guard count < Limits.transfersPerApp + Limits.transferVerdictsBeyond else {
            around.out.dropPayload(new.request.handle)
            return note(.refuse, .tooManyTransfers, .x1, app: app, in: &around)
        }
        if goOn(new, app, in: &around) { return }
        let machine = TransferMachine(
            transfer(new, owner: .app(app), id: nextID(in: &around), at: around.now, in: &around))
        add(machine)
        record(machine, in: &around)
        guard count >= Limits.transfersPerApp else { return }
        note(.refuse, .tooManyTransfers, .x1, app: app, in: &around)
        end(
            machine.transfer.id, .failed(TransferFailure(.noSpace), received: 0, response: nil),
            in: &around)
    }

    /// Lets a task go on from the bytes that a cancelled one left.
    private mutating func goOn(
        _ new: NewTransfer, _ app: AppID, in around: inout Surroundings
    ) -> Bool {
        guard let id = new.resumesTransfer.map({ TransferID($0) }), let old = self[id],
            old.transfer.owner == .app(app),
            old.isResumable, new.kind == .download, old.transfer.kind == .download
        else { return false }
        // The app goes on in the callback that tells it of the verdict: that it has handled that
        // one comes later.
        let isTold = self[old.transfer.sessionKey]?.delivering.contains(id) == true
        takeBack(id, in: &around)
        around.out.dropPayload(old.transfer.request)
        kept.removeAll { $0 == id }
        let transfer = transfer(new, owner: .app(app), id: id, at: around.now, in: &around)
        let machine = change(id) {
            $0.transfer = transfer
            $0.failures = 0
            $0.retry = nil
            $0.limitedUntil = nil
            $0.beginsAt = nil
            $0.deadline = nil
            $0.wasTold = false
            // A new task, whatever the disk took of the one before.
            $0.isStored = true
            $0.since = around.now.wall
            if isTold { $0.staleVerdicts &+= 1 }
        }
        around.out.record(.put(.transfers(fact)))
        if let machine { record(machine, in: &around) }
        return true
    }

    private mutating func get(
        _ new: NewTransfer, _ settings: SessionSettings, _ ticket: Ticket,
        in around: inout Surroundings
    ) {
        around.input(.transfer)
        let key = SessionKey(owner: .user, identifier: "")
        let count = index.tasks[key]?.numbers.count ?? 0
        guard around.shuttingDown == nil, count < Limits.transfersOfUser else {
            around.out.dropPayload(new.request.handle)
            let reason: Reason = around.shuttingDown == nil ? .tooManyTransfers : .shuttingDown
            return around.refuse(Refusal(reason), nil, ticket)
        }
        releaseAll(in: &around)
        var transfer = transfer(
            new, owner: .user, id: nextID(in: &around), at: around.now, in: &around)
        transfer.session = ""
        transfer.task = transfer.id.value
        transfer.settings = settings
        add(TransferMachine(transfer))
        _ = carryOut(.resume, on: transfer.id, in: &around)
        // Whoever asks by hand wants to know now, also what others have failed at.
        tryHost(transfer.origin, insists: false)
        around.answer(ticket, durable: true)
    }

    private mutating func nextID(in around: inout Surroundings) -> TransferID {
        last &+= 1
        around.out.record(.put(.transfers(fact)))
        return TransferID(last)
    }

    private func transfer(
        _ new: NewTransfer, owner: TransferOwner, id: TransferID, at now: Moment,
        in around: inout Surroundings
    ) -> Transfer {
        Transfer(
            id: id, owner: owner, session: new.session, task: new.task, kind: new.kind,
            origin: new.request.origin, request: new.request.handle,
            priority: min(max(new.priority, 0), 100),
            earliestBegin: new.earliestBegin.map { WallTime(milliseconds: $0).clamped(at: now) },
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
