import QuiesceAnswers
import QuiesceCore
import QuiesceWire

// Tasks that apps began in front, and go on with (F10).
extension ControlHandler {
    func handle(_ request: ControlRequest.ContinuedTasks, _ client: ControlServer.Client) {
        switch request {
        case .continuedTasks:
            list(device.machine.continuedViews.map(ContinuedRow.init), client)
        case .stopContinuedTask(let app, let identifier):
            guard let id = appID(app, client) else { return }
            let name = identifier.map { "the task \($0.printable) of \(app)" } ?? "\(app)'s tasks"
            device.ask(
                { .continued(.stop(id, identifier: identifier, $0)) },
                reply: answer(client, about: app, saying: "\(name): told to come to an end"))
        }
    }
}
