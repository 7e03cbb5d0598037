import Testing

@testable import QuiesceCore

let origin = "https://example.org:443"

extension TestDevice {
    // MARK: What apps ask

    func openSession(_ app: AppID, _ session: String = "s", _ settings: SessionSettings = .init()) {
        request(app) {
            .openSession(app, $0, request: $1, session: session, settings)
        }
    }

    func request(_ app: AppID, _ make: @escaping (Launch, UInt64) -> TransferEvent) {
        guard let process = processes[app] else {
            Issue.record("\(app) isn't running")
            return
        }
        perform(process) { .transfer(make(process.launch, $0)) }
    }

    func create(
        _ app: AppID, _ task: UInt64, _ session: String = "s", from origin: String = origin,
        _ change: (inout NewTransfer) -> Void = { _ in }
    ) {
        var new = NewTransfer(
            session: session, task: task, kind: .download, origin: origin, request: newPayload())
        change(&new)
        request(app) { [new] in .create(app, $0, request: $1, new) }
    }

    func command(_ app: AppID, _ task: UInt64, _ command: TransferCommand, _ session: String = "s")
    {
        request(app) {
            .command(app, $0, request: $1, session: session, task: task, command)
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
