extension TransferEvent {
    /// One line that doesn't depend on how Swift prints values; what only names something is left out.
    package var words: String {
        switch self {
        case .openSession(let app, let launch, let request, let session, _):
            "openSession \(app.name).\(launch) \(request) \(session)"
        case .closeSession(let app, let launch, let request, let session, let cancelling):
            "closeSession \(app.name).\(launch) \(request) \(session) \(cancelling ? 1 : 0)"
        case .create(let app, let launch, let request, let new):
            "create \(app.name).\(launch) \(request) \(new.session) \(new.task) \(new.kind.rawValue)"
        case .command(let app, let launch, let request, let session, let task, let command):
            "\(command.words) \(app.name).\(launch) \(request) \(session) \(task)"
        case .handled(let app, let launch, let request, let id):
            "handled \(app.name).\(launch) \(request) \(id)"
        case .answered(let app, let launch, let request, let id, let question):
            "answered \(app.name).\(launch) \(request) \(id) \(question)"
        case .get(let new, _, let ticket): "get \(new.origin) #\(ticket.value)"
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
