import QuiesceCore
import QuiesceWire

extension PushRow {
    package init(_ receipt: PushReceipt, at now: Moment) {
        self.init(
            push: receipt.id.value, app: receipt.app.name, id: receipt.apnsID,
            received: receipt.received.iso8601, silent: receipt.isSilent,
            contentAvailable: receipt.contentAvailable, state: receipt.outcome.word,
            since: receipt.at.iso8601, detail: receipt.sentence)
        switch receipt.outcome {
        case .woke(_, let result): reason = result?.rawValue
        case .dropped(let why): reason = why.rawValue
        case .merged(let into): mergedInto = into.value
        case .held(let until):
            heldUntil = until.map { (now.wall + ($0 - now.instant)).iso8601 }
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
        case .held: "held"
        case .merged: "merged"
        case .dropped: "dropped"
        }
    }
}
