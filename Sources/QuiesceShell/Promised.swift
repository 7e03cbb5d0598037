import QuiesceCore

/// The promises of one event, in the order in which they are kept: whoever hears that something is
/// done finds it done.
struct Promised {
    /// Files of transfers that go.
    private(set) var files: [(TransferID, AppID)] = []
    /// Apps that go.
    private(set) var apps: [AppID] = []
    private(set) var pushes: [PushPromise] = []
    private(set) var acks: [(key: ProcessKey, request: UInt64)] = []
    private(set) var answers: [Ticket] = []

    init(_ promises: [Promise]) {
        for promise in promises {
            switch promise {
            case .transfer(.unplace(let id, let app)): files.append((id, app))
            case .remove(let app): apps.append(app)
            case .push(let promise): pushes.append(promise)
            case .ack(let app, let launch, let request):
                acks.append((ProcessKey(app: app, launch: launch), request))
            case .answer(let ticket): answers.append(ticket)
            }
        }
    }
}
