extension TransferEvent {
    /// One line that doesn't depend on how Swift prints values; what only names something is left
    /// out.
    package var words: String {
        switch self {
        case .requested(let app, let launch, let request, let asked):
            asked.words(of: "\(app.name).\(launch) \(request)")
        case .get(let new, _, let ticket): "get \(new.request.origin) #\(ticket.value)"
        case .control(let id, let command, let ticket): "\(command.words) \(id) #\(ticket.value)"
        case .agentStarted: "agentStarted"
        case .agentEnded: "agentEnded"
        case .responded(let id, let attempt, let outcome):
            "responded \(id).\(attempt) \(outcome.words)"
        case .asked(let id, let attempt, let question, let kind):
            "asked \(id).\(attempt) \(question) \(kind.rawValue)"
        case .finished(let id, let attempt, let file, _):
            "finished \(id).\(attempt) \(file.status) \(file.size)"
        case .interrupted(let id, let attempt, let failure, let received, let retryAfter, _):
            "interrupted \(id).\(attempt) \(failure.kind.rawValue) \(received) \(retryAfter?.nanoseconds ?? -1)"
        case .stopped(let id, let attempt, let received): "stopped \(id).\(attempt) \(received)"
        case .placed(let id, let failure, let copy):
            "placed \(id) \(failure?.kind.rawValue ?? "")" + (copy.map { " copy \($0)" } ?? "")
        case .notStored(let ids, let reason):
            "notStored \(ids.map(\.description).joined(separator: ",")) \(reason.rawValue)"
        }
    }
}

extension StoredSessionRequest {
    fileprivate func words(of caller: String) -> String {
        switch self {
        case .openSession(let session): "openSession \(caller) \(session.identifier)"
        case .closeSession(let session, let cancelling):
            "closeSession \(caller) \(session) \(cancelling ? 1 : 0)"
        case .create(let new):
            "create \(caller) \(new.session) \(new.task) \(new.kind.rawValue)"
        case .resume(let session, let task), .suspend(let session, let task),
            .cancel(let session, let task, _), .setPriority(let session, let task, _),
            .setEarliestBegin(let session, let task, _), .setDescription(let session, let task, _):
            "\(command?.command.words ?? "") \(caller) \(session) \(task)"
        case .handled(let transfer): "handled \(caller) \(transfer)"
        case .answer(let transfer, let question, _): "answered \(caller) \(transfer) \(question)"
        }
    }
}

extension TransferCommand {
    package var words: String {
        switch self {
        case .resume: "resume"
        case .suspend: "suspend"
        case .cancel(let keepingBytes): keepingBytes ? "cancelKeepingBytes" : "cancel"
        case .setPriority(let priority): "setPriority \(priority)"
        case .setEarliestBegin(let time): "setEarliestBegin \(time?.nanoseconds ?? -1)"
        case .setDescription: "setDescription"
        case .hurry(let insists, let timeout):
            "hurry" + (insists ? " insisting" : "")
                + (timeout.map { " for \($0.nanoseconds)" } ?? "")
        }
    }
}

extension ReplyOutcome {
    package var words: String {
        switch self {
        case .began: "began"
        case .resumed(let offset): "resumed \(offset)"
        case .restarted(let reason, let discarded): "restarted \(reason.rawValue) \(discarded)"
        case .complete: "complete"
        }
    }
}
