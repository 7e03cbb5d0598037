import QuiesceCore
import QuiesceWire

extension PushRow {
    package init(_ receipt: PushReceipt, at now: Moment) {
        self.init(
            push: receipt.id.value, app: receipt.app.name,
            type: receipt.type == .voip ? receipt.type.rawValue : nil, id: receipt.apnsID,
            received: receipt.received.iso8601, silent: receipt.isSilent,
            contentAvailable: receipt.contentAvailable, state: receipt.outcome.word,
            since: receipt.at.iso8601, detail: receipt.outcome.detail(at: now))
        switch receipt.outcome {
        case .woke(_, let result): reason = result?.rawValue
        case .dropped(let why): reason = why.rawValue
        case .merged(let into): mergedInto = into.value
        case .held(let until):
            heldUntil = until.map { (now.wall + ($0 - now.instant)).iso8601 }
        case .heldByCrash(let until): heldUntil = (now.wall + (until - now.instant)).iso8601
        case .shown, .told: break
        }
    }
}

extension PushReceipt.Outcome {
    fileprivate var word: String {
        switch self {
        case .shown: "shown"
        case .told: "delivered"
        case .woke: "woken"
        case .held, .heldByCrash: "held"
        case .merged: "merged"
        case .dropped: "dropped"
        }
    }

    fileprivate func detail(at now: Moment) -> String {
        switch self {
        case .shown: "shown, and woke no app"
        case .told: "handed to its app, which was in front"
        case .woke(let wake, nil): "woke its app, which has not completed wake-up \(wake) yet"
        case .woke(_, .completedNewData?): "woke its app, which completed with new data"
        case .woke(_, .completedNoData?): "woke its app, which completed without new data"
        case .woke(_, .completedFailed?): "woke its app, which completed, and failed"
        case .woke(_, .appEnded?): "woke its app, which ended before it had completed it"
        case .woke(_, let result?):
            "could not wake its app: \(Refusal(result).explained(at: now))"
        case .held(nil): "waits until the device is awake anyway (R4)"
        case .held(.some): "waits, because its app has used up its silent pushes for now (R4)"
        case .heldByCrash: "waits until its app, which failed, may be launched again (W5)"
        case .merged(let newer): "push \(newer) took its place (R4)"
        case .dropped(let why): "dropped: \(Refusal(why).explained(at: now))"
        }
    }
}
