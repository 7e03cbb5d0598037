import QuiesceCore

/// The task, wake-up, transfer … that several decisions are about, one after the other.
enum Subject: Hashable {
    case task(AppID?, Launch?, TaskID)
    case wake(WakeID)
    case call(AppID?, Launch?, UInt64)
    case transfer(TransferID)
    case notification(NotificationID)
    case push(PushID)

    /// nil: the decision stands for itself.
    init?(_ decision: Decision) {
        switch decision.detail {
        case .task(let id, _): self = .task(decision.app, decision.launch, id)
        case .wake(let id, _, _), .wakeResult(let id, _, _): self = .wake(id)
        case .call(_, let seq): self = .call(decision.app, decision.launch, seq)
        case .transfer(let detail):
            guard let id = detail.transfer else { return nil }
            self = .transfer(id)
        case .notification(.about(let id, _)), .notification(.fired(let id, _, _, _)),
            .notification(.answered(let id, _, _)):
            self = .notification(id)
        case .push(.about(let id)), .push(.held(let id, _)), .push(.merged(let id, _)):
            self = .push(id)
        case _: return nil
        }
    }
}
