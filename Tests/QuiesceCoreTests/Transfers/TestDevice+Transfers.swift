import Testing

@testable import QuiesceCore

let origin = "https://example.org:443"

extension TestDevice {
    // MARK: What apps ask

    func openSession(_ app: AppID, _ session: String = "s", _ settings: SessionSettings = .init()) {
        request(app, .openSession(SessionConfiguration(identifier: session, settings: settings)))
    }

    func request(_ app: AppID, _ asked: StoredSessionRequest) {
        guard let process = processes[app] else {
            Issue.record("\(app) isn't running")
            return
        }
        perform(process) { .transfer(.requested(app, process.launch, request: $0, asked)) }
    }

    func create(
        _ app: AppID, _ task: UInt64, _ session: String = "s", from origin: String = origin,
        _ change: (inout NewTransfer) -> Void = { _ in }
    ) {
        var new = NewTransfer(
            session: session, task: task, kind: .download, origin: origin, request: newPayload())
        change(&new)
        request(app, .create(new))
    }

    func command(_ app: AppID, _ task: UInt64, _ command: TransferCommand, _ session: String = "s")
    {
        switch command {
        case .resume: request(app, .resume(session: session, task: task))
        case .suspend: request(app, .suspend(session: session, task: task))
        case .cancel(let keepingBytes):
            request(app, .cancel(session: session, task: task, keepingBytes: keepingBytes))
        case .setPriority(let priority):
            request(app, .setPriority(session: session, task: task, priority))
        case .setEarliestBegin(let time):
            request(app, .setEarliestBegin(session: session, task: task, time?.milliseconds))
        case .setDescription(let description):
            request(app, .setDescription(session: session, task: task, description))
        case .hurry: Issue.record("no app says that")
        }
    }

    /// Made and resumed.
    func begin(
        _ app: AppID, _ task: UInt64, _ session: String = "s", from origin: String = origin,
        _ change: (inout NewTransfer) -> Void = { _ in }
    ) {
        create(app, task, session, from: origin, change)
        command(app, task, .resume, session)
    }

    @discardableResult
    func get(_ origin: String = origin, _ settings: SessionSettings = .init()) -> Answer? {
        let new = NewTransfer(
            session: "", task: 0, kind: .download, origin: origin, request: newPayload())
        return ask { .transfer(.get(new, settings, $0)) }
    }

    @discardableResult
    func control(_ id: UInt64, _ command: TransferCommand) -> Answer? {
        ask { .transfer(.control(TransferID(id), command, $0)) }
    }

    // MARK: What tests look at

    func view(_ id: UInt64) -> TransferView? { machine.transferView(TransferID(id)) }

    func wait(_ id: UInt64) -> TransferWait? { view(id)?.wait }

    /// The names of the calls about transfers that `app` received.
    func transferCalls(_ app: AppID) -> [String] {
        heard[app, default: []].compactMap { if case .transfer = $0 { $0.name } else { nil } }
    }
}
