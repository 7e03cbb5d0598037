import QuiesceBus
import QuiesceClient
import QuiesceTerminal
import QuiesceWire

/// The result of a call.
enum DeviceReply: Sendable {
    case nothing
    case text(String)
    case one(Fields)
    case list([Fields])
}

/// A call that the device doesn't answer: a D-Bus error.
struct DeviceRefusal: Error, Hashable {
    /// The last part of its name: `UnknownApp`.
    var name: String
    /// As the tool would say it.
    var message: String

    init(_ name: String, _ message: String) {
        self.name = name
        self.message = oneLine(message)
    }

    init(_ refusal: ControlReply.Refusal) {
        // A name on the bus has these alone.
        let word = refusal.reason.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        self.init(
            word.isEmpty ? "Refused" : word.prefix(1).uppercased() + word.dropFirst(),
            refusal.message)
    }

    init(_ failure: Failure, hasRunOut: Bool = false) {
        self.init(
            failure.isOfNoDaemon ? "NotRunning" : hasRunOut ? "TimedOut" : "Refused",
            failure.message)
    }
}

/// A call, as the control socket answers it. It may take its time: on a thread of its own.
struct DeviceRequest: Sendable {
    var method: DeviceInterface.Method
    var arguments: [BusTree]

    func answer(_ paths: DevicePaths, patience: Int) -> Result<DeviceReply, DeviceRefusal> {
        do {
            return .success(try Line(paths, patience: patience).reply(to: self))
        } catch {
            return .failure(error)
        }
    }

    /// An app, or an action.
    fileprivate func text(_ at: Int) -> String { arguments[at].text ?? "" }
    fileprivate var number: UInt64 { UInt64(clamping: arguments[0].number ?? 0) }
    fileprivate var allows: Bool { arguments[1].flag ?? false }
}

/// A connection to the daemon, for one call.
private struct Line {
    let client: ControlClient
    let patience: Int

    init(_ paths: DevicePaths, patience: Int) throws(DeviceRefusal) {
        self.patience = patience
        do throws(Failure) {
            client = try ControlClient(paths: paths, tellsOfWaiting: false)
        } catch {
            throw DeviceRefusal(error)
        }
    }

    func reply(to request: DeviceRequest) throws(DeviceRefusal) -> DeviceReply {
        switch request.method {
        case .list: return .list(try apps().map { Fields($0.app, $0.process) })
        case .state:
            let id = try self.app(request.text(0))
            guard let row = try apps().first(where: { $0.app.id == id }) else { throw nobody(id) }
            return .one(Fields(row.app, row.process))
        case .why:
            let id = try self.app(request.text(0))
            guard let answer = try rows(.why(app: id, not: nil), as: WhyAnswer.self).first,
                !answer.isOfNobody
            else { throw nobody(id) }
            return .text(answer.sentences)
        case .open: return try carryOut(.open(app: app(request.text(0)), arguments: []))
        case .leave: return try carryOut(.home)
        case .quit: return try carryOut(.quit(app: app(request.text(0))))
        case .notifications:
            let request = ControlRequest.Notification.notifications(
                app: nil, scheduled: false, follow: false)
            let rows = try rows(.notification(request), as: NotificationRow.self)
            return .list(rows.map { Fields($0) })
        case .openNotification:
            return try carryOut(.notification(.openNotification(request.number)))
        case .answerNotification:
            let text = request.text(2)
            return try carryOut(
                .notification(
                    .answerNotification(
                        notification: request.number, action: request.text(1),
                        text: text.isEmpty ? nil : text)))
        case .dismissNotification:
            return try carryOut(.notification(.dismissNotification(request.number)))
        case .prompts:
            return .list(
                try rows(.permission(.prompts), as: PromptRow.self).map { Fields($0) })
        case .answerPrompt:
            return try carryOut(
                .permission(.answerPrompt(prompt: request.number, allow: request.allows)))
        }
    }

    private func nobody(_ app: String) -> DeviceRefusal {
        DeviceRefusal("UnknownApp", "\(app): no app of that id is installed; see `quiesce apps`")
    }

    /// All that are installed.
    private func apps() throws(DeviceRefusal) -> [(app: AppRow, process: ProcessRow?)] {
        let processes = try rows(.ps, as: ProcessRow.self)
        return try rows(.apps, as: AppRow.self).map { app in
            (app, processes.first { $0.id == app.id })
        }
    }

    /// The id of an app, by that or the end of it.
    private func app(_ name: String) throws(DeviceRefusal) -> String {
        let ids = try rows(.apps, as: AppRow.self).map(\.id)
        do throws(Failure) {
            return try AppName.resolve(name, among: ids)
        } catch {
            throw DeviceRefusal("UnknownApp", error.message)
        }
    }

    private func carryOut(_ request: ControlRequest) throws(DeviceRefusal) -> DeviceReply {
        try ask(request) { _ in }
        return .nothing
    }

    private func rows<Row: JSONReadable>(
        _ request: ControlRequest, as _: Row.Type
    ) throws(DeviceRefusal) -> [Row] {
        var rows: [Row] = []
        try ask(request) { text throws(Failure) in rows.append(try decodeRow(text)) }
        return rows
    }

    private func ask(
        _ request: ControlRequest, _ row: (String) throws(Failure) -> Void
    ) throws(DeviceRefusal) {
        let answer: Result<String?, ControlReply.Refusal>
        do throws(Failure) {
            answer = try client.ask(request, patience: patience, row: row)
        } catch {
            throw DeviceRefusal(error, hasRunOut: client.hasRunOut)
        }
        if case .failure(let refusal) = answer { throw DeviceRefusal(refusal) }
    }
}
