import Foundation
import QuiesceAgentProtocol
import QuiesceCore
import QuiesceWire

// Transfers: between the core, which knows them by number, and the agent and apps, who know what they are.
extension Device {
    /// Takes what an app asks of its transfers.
    package func take(_ demand: TransferDemand, request: UInt64, from key: ProcessKey) {}

    /// Takes what the agent says.
    package func heard(_ message: MessageFromAgent) {}

    func carryOut(_ effect: TransferEffect) {}

    /// A callback with all that belongs to it.
    func wireCallback(_ call: TransferCall) -> TransferCallback {
        switch call {
        case .handleEvents(let wake, let session):
            .handleEvents(wake: wake.value, session: session)
        case .finishedEvents(let session): .finishedEvents(session: session)
        case .ask(let id, let session, let task, let question):
            .ask(
                transfer: id.value, question: question, session: session, task: task,
                .redirect(
                    TransferResponse(url: "", status: 0, version: "", headers: []), to: ""))
        case .completed(let id, let session, let task):
            .completed(transfer: id.value, session: session, task: task, TransferVerdict())
        }
    }
}
