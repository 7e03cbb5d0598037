import QuiesceCore
import QuiesceShell
import QuiesceWire

/// A scripted app's notes on its transfers, which it keeps on its own disk over its launches.
struct TransferNotes {
    struct TaskName: Hashable {
        var session: String
        var task: UInt64
    }

    /// Sessions that it has used, and opens again.
    var sessions: Set<Int> = []
    /// Tasks without a verdict, oldest first.
    var tasks: [TaskName] = []
    /// The numbers of the kept bytes of cancelled tasks.
    var resumable: [UInt64] = []
    var uploads = 0
}

/// One launch's knowledge of its sessions.
struct TransferLaunch {
    var open: Set<Int> = []
    /// Those that it has closed, and hears the last of.
    var closed: Set<Int> = []
    /// Wake-ups for the events of sessions, by session, until the app is told that these were all.
    var wakes: [String: UInt64] = [:]
    /// Wake-ups that it completed while it wasn't handling their events.
    var completedUnheard: Set<UInt64> = []
    var lastTask: UInt64 = 0
    /// Verdicts that it has taken: the request that says so.
    var handled: [UInt64: TransferNotes.TaskName] = [:]
    /// Those of which the daemon has it on disk.
    var settled: Set<TransferNotes.TaskName> = []

    mutating func completed(_ wake: UInt64) {
        if !wakes.values.contains(wake) { completedUnheard.insert(wake) }
    }
}

extension AppTransferAction: AppAction {
    func perform(in process: ScriptedApp?, of app: AppID, on device: SimulatedDevice) {
        process?.transfer(self)
    }
}

// The app's requests for its transfers.
extension ScriptedApp {
    static func session(_ number: Int) -> String { "session.\(number)" }

    /// Session 0 is as made; 1 is discretionary; 2 takes no cellular network, one connection at a
    /// time, and wakes nobody.
    static func configuration(_ number: Int) -> SessionConfiguration {
        var settings = SessionSettings()
        settings.isDiscretionary = number == 1
        settings.allowsCellularAccess = number != 2
        settings.sendsLaunchEvents = number != 2
        settings.connectionsPerHost = number == 2 ? 1 : 4
        return SessionConfiguration(identifier: session(number), settings: settings)
    }

    func transfer(_ action: AppTransferAction) {
        guard runs else { return }
        switch action {
        case .open(let session): open(session)
        case .close(let session, let cancelling):
            guard transfers.open.remove(session) != nil else { return }
            transfers.closed.insert(session)
            script.transfers.sessions.remove(session)
            ask(.closeSession(session: Self.session(session), cancelling: cancelling))
        case .begin(let session, let host, let file):
            resume(create(session, host, "/\(file)"))
        case .create(let session, let host, let file): _ = create(session, host, "/\(file)")
        case .upload(let session, let host, let bytes):
            resume(create(session, host, "/up", upload: UInt64(max(1, bytes))))
        case .goOn(let session, let host, let file):
            guard let bytes = script.transfers.resumable.popLast() else { return }
            resume(create(session, host, "/\(file)", resumes: bytes))
        case .resume(let task): for name in this(task) { resume(name) }
        case .suspend(let task):
            for name in this(task) { ask(.suspend(session: name.session, task: name.task)) }
        case .cancel(let task, let keepingBytes):
            for name in this(task) {
                ask(
                    .cancel(session: name.session, task: name.task, keepingBytes: keepingBytes))
            }
        case .prioritize(let task, let priority):
            for name in this(task) {
                ask(.setPriority(session: name.session, task: name.task, priority))
            }
        case .postpone(let task, let time):
            let at = (process.now.wall - .zero).nanoseconds / 1_000_000 + time
            for name in this(task) {
                ask(.setEarliestBegin(session: name.session, task: name.task, at))
            }
        case .changeUploads: process.device.changeUploads(of: process.key.app)
        }
        flush()
    }

    private func this(_ number: Int) -> [TransferNotes.TaskName] {
        let tasks = script.transfers.tasks
        return tasks.isEmpty ? [] : [tasks[number % tasks.count]]
    }

    private func resume(_ name: TransferNotes.TaskName) {
        ask(.resume(session: name.session, task: name.task))
    }

    private func open(_ number: Int) {
        guard transfers.open.insert(number).inserted else { return }
        script.transfers.sessions.insert(number)
        ask(.openSession(Self.configuration(number)))
    }

    /// As an app that has sessions does when it starts.
    func openSessions() {
        for number in script.transfers.sessions.sorted() { open(number) }
    }

    private func create(
        _ session: Int, _ host: Int, _ path: String, upload: UInt64? = nil, resumes: UInt64? = nil
    ) -> TransferNotes.TaskName {
        open(session)
        transfers.lastTask += 1
        let name = TransferNotes.TaskName(
            session: Self.session(session),
            task: process.key.launch.number << 32 | transfers.lastTask)
        let origins = SimulatedWeb.origins
        var request = TransferRequest(url: origins[host % origins.count] + path)
        request.uploadBytes = upload
        if upload != nil { request.method = "PUT" }
        request.asksForRedirects = session == 1
        var order = TransferOrder(
            session: name.session, task: name.task, kind: upload == nil ? .download : .upload,
            request: request)
        order.resumesTransfer = resumes
        if let upload {
            script.transfers.uploads += 1
            let path = "up/\(script.transfers.uploads)"
            process.device.addUpload(of: process.key.app, path, bytes: upload)
            order.uploadFile = path
        }
        script.transfers.tasks.append(name)
        ask(.create(order))
        return name
    }

    private func ask(_ request: BackgroundSessionRequest) { session.ask(request) }
}

// The news that the app is told of its transfers.
extension ScriptedApp {
    /// Its callback has run.
    func finish(_ callback: TransferCallback) {
        switch callback {
        case .handleEvents(let wake, let identifier):
            session.wakeBegan(wake)
            transfers.wakes[identifier] = wake
            for number in 0..<3 where Self.session(number) == identifier { open(number) }
        case .ask(let transfer, let question, _, _, let inquiry):
            answer(transfer, question, inquiry)
        case .completed(let transfer, let identifier, let task, let verdict):
            let name = TransferNotes.TaskName(session: identifier, task: task)
            script.transfers.tasks.removeAll { $0 == name }
            if let bytes = verdict.resumable { script.transfers.resumable.append(bytes) }
            ask(.handled(transfer: transfer))
            transfers.handled[session.lastRequest] = name
        case .finishedEvents(let identifier):
            guard let wake = transfers.wakes.removeValue(forKey: identifier),
                let delay = script.behaviour.completesAfter
            else { return }
            process.after(.milliseconds(delay)) { [unowned self] in complete(wake, .newData) }
        }
    }

    private func answer(_ transfer: UInt64, _ question: UInt64, _ inquiry: TransferInquiry) {
        guard script.behaviour.answersQuestions else { return }
        let answer: TransferAnswer =
            switch inquiry {
            case .redirect: .proceed
            case .challenge: .credential(user: "me", password: "secret")
            }
        ask(.answer(transfer: transfer, question: question, answer))
    }

    /// The daemon has on disk what was asked up to that request.
    func transfersAreSettled(upTo request: UInt64) {
        guard !transfers.handled.isEmpty else { return }
        for (number, name) in transfers.handled where number <= request {
            transfers.settled.insert(name)
            transfers.handled[number] = nil
        }
    }

    /// Looks at the order in which it is told (X6).
    func check(_ callback: TransferCallback) {
        func fail(_ problem: String) {
            process.device.fail(.delegateOrder, problem, process.key.app)
        }
        func isOpen(_ identifier: String) -> Bool {
            transfers.open.union(transfers.closed).contains { Self.session($0) == identifier }
        }
        switch callback {
        case .handleEvents(_, let identifier):
            // An app that speaks beside its SDK can have completed the wake-up without knowing, or
            // before it was handed the wake-up.
            if let earlier = transfers.wakes[identifier], isObedient,
                !transfers.completedUnheard.contains(earlier)
            {
                fail("it is to handle events of \(identifier) while it does")
            }
        case .ask(_, _, let identifier, _, _):
            if !isOpen(identifier) { fail("a question of \(identifier), which it hasn't opened") }
        case .completed(_, let identifier, let task, _):
            if !isOpen(identifier) { fail("a verdict in \(identifier), which it hasn't opened") }
            if transfers.settled.contains(.init(session: identifier, task: task)) {
                process.device.fail(
                    .oneVerdict, "task \(task) of \(identifier) completes again", process.key.app)
            }
        case .finishedEvents(let identifier):
            if transfers.wakes[identifier] == nil {
                fail("\(identifier) has finished events that it wasn't woken for")
            }
        }
    }
}
