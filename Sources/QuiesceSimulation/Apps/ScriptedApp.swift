import QuiesceCore
import QuiesceWire

/// The manners of one app, which may change while it runs.
final class Script {
    var manners = Manners()
}

/// An app that answers as its manners say: a main thread that takes one callback after the other,
/// over the SDK's own session.
final class ScriptedApp: SimulatedApp {
    private unowned let process: SimulatedProcess
    private let script: Script
    private var session = AppSession()
    private var isConnected = false
    /// What its main thread hasn't come to yet, from `nextMail` on.
    private var mail: [Mail] = []
    private var nextMail = 0
    private var inCall = false
    /// Its main thread never returns from the call that it is in.
    private var isStuck = false
    private var openTasks: [UInt64] = []
    private var received = 0
    private(set) var isObedient: Bool

    private enum Mail {
        case connected
        case disconnected
        case message(MessageToApp)
    }

    init(_ process: SimulatedProcess, _ script: Script) {
        self.process = process
        self.script = script
        isObedient = script.manners.obeys
    }

    /// Its manners were changed.
    func mannersChanged() {
        if !script.manners.obeys { isObedient = false }
    }

    // MARK: What happens to it

    func started(arguments: [String]) {
        for _ in 0..<script.manners.forks { process.fork() }
        connect(after: 1)
    }

    func connected() { take(.connected) }
    func disconnected() { take(.disconnected) }
    func receive(_ message: MessageToApp) { take(.message(message)) }

    private func connect(after milliseconds: Int64) {
        guard script.manners.connects else { return }
        process.after(.milliseconds(milliseconds)) { [unowned self] in process.connect() }
    }

    private func take(_ item: Mail) {
        mail.append(item)
        goOn()
    }

    /// The main thread takes what has come, until it is in a callback.
    private func goOn() {
        while !inCall, nextMail < mail.count, process.isAlive {
            let item = mail[nextMail]
            nextMail += 1
            handle(item)
        }
        guard nextMail == mail.count else { return }
        mail.removeAll(keepingCapacity: true)
        nextMail = 0
    }

    private func handle(_ item: Mail) {
        switch item {
        case .connected:
            isConnected = true
            session.connected()
            flush()
        case .disconnected:
            isConnected = false
            session.disconnected()
            connect(after: 4)
        case .message(let message):
            received += 1
            if let least = script.manners.diesAfter, received > least {
                return process.exit(.signalled(11))
            }
            handle(message)
            if let count = script.manners.hangsUpAfter, received % max(count, 1) == 0 { hangUp() }
        }
    }

    private func handle(_ message: MessageToApp) {
        switch message {
        case .welcome(let welcome):
            session.welcomed(welcome)
            flush()
        case .ack(let request): session.acknowledged(request)
        case .backgroundTime(let deadline): session.backgroundDeadline = deadline
        case .error: break
        case .deliver(let delivery):
            guard session.receive(delivery) else { return flush() }
            run(delivery)
        }
    }

    // MARK: Callbacks

    private func run(_ delivery: MessageToApp.Delivery) {
        inCall = true
        let name = delivery.call.name
        if script.manners.diesIn.contains(name) { return process.exit(.signalled(6)) }
        if script.manners.ignores.contains(name) {
            isStuck = true
            return
        }
        if script.manners.floods > 0 { flood(script.manners.floods) }
        if script.manners.lies { lie(delivery.seq) }
        process.after(.milliseconds(script.manners.callTakes)) { [unowned self] in
            finish(delivery)
        }
    }

    private func finish(_ delivery: MessageToApp.Delivery) {
        switch delivery.call {
        case .expireTasks(let tasks):
            if script.manners.endsTasksWhenExpired { for task in tasks { end(task) } }
        case .performFetch(let wake), .remoteNotification(let wake, _):
            session.wakeBegan(wake)
            if let delay = script.manners.completesAfter {
                let result = script.manners.result.onTheWire
                process.after(.milliseconds(delay)) { [unowned self] in complete(wake, result) }
            }
        case .willTerminate:
            session.isTerminating = true
            if script.manners.exitsWhenTerminated { return process.exit(.exited(code: 0)) }
        case .finishLaunching, .didBecomeActive, .willResignActive, .didEnterBackground,
            .willEnterForeground, .systemEvents, .memoryWarning, .permission:
            break
        }
        for habit in script.manners.habits where habit.call == delivery.call.name {
            start(habit.work)
        }
        inCall = false
        session.handled(delivery.seq)
        flush()
        goOn()
    }

    // MARK: What it does by itself

    func beginTask() { begin(Work(lasts: nil)) }

    func begin(_ work: Work) {
        guard runs else { return }
        start(work)
        flush()
    }

    private func start(_ work: Work) {
        guard case .success(let task) = session.beginTask(name: work.name, onExpiration: nil) else {
            return
        }
        openTasks.append(task)
        guard let lasts = work.lasts else { return }
        process.after(.milliseconds(lasts)) { [unowned self] in
            end(task)
            flush()
        }
    }

    /// Ends the oldest open task, or one that never was.
    func endTask(known: Bool) {
        guard runs else { return }
        if !known {
            isObedient = false
            // Beside its SDK, which would not say it.
            process.say(.endTask(request: session.lastRequest + 1, task: 1_000_000))
        } else if let task = openTasks.first {
            end(task)
            flush()
        }
    }

    /// Calls the completion handler of a wake-up, whether or not it was ever given one.
    func complete(_ wake: UInt64, _ result: QuiesceWire.WakeResult) {
        guard runs else { return }
        session.wakeBegan(wake)
        _ = session.completeWake(wake, result: result)
        if script.manners.completesTwice {
            session.wakeBegan(wake)
            _ = session.completeWake(wake, result: .failed)
        }
        flush()
    }

    func ask(for permission: Permission) {
        guard runs else { return }
        session.requestPermission(permission.rawValue)
        flush()
    }

    func hangUp() {
        guard runs, isConnected else { return }
        process.disconnect()
    }

    /// Sends so many messages that mean nothing.
    func flood(_ count: Int) {
        guard runs else { return }
        isObedient = false
        for _ in 0..<count { process.say(.handled(seq: 0)) }
    }

    private func lie(_ seq: UInt64) {
        isObedient = false
        switch seq % 4 {
        case 0: process.say(.handled(seq: seq + 100))
        case 1: process.say(.hello(.init(lastReceived: 1_000, lastHandled: 1_000)))
        case 2: process.say(.handled(seq: seq))
        case _:
            for wake: UInt64 in 1...5 {
                process.say(
                    .completeWake(
                        request: session.lastRequest + wake, wake: wake, result: .newData))
            }
        }
    }

    private var runs: Bool { process.isAlive && !process.isFrozen }

    private func end(_ task: UInt64) {
        openTasks.removeAll { $0 == task }
        _ = session.endTask(task)
    }

    private func flush() {
        guard isConnected else { return }
        while let message = session.nextToSend {
            process.say(message)
            session.sentNext()
        }
    }
}

extension QuiesceCore.WakeResult {
    fileprivate var onTheWire: QuiesceWire.WakeResult {
        switch self {
        case .newData: .newData
        case .noData: .noData
        case .failed: .failed
        }
    }
}

extension MessageToApp.Call {
    /// The delegate's method.
    var name: String {
        switch self {
        case .finishLaunching: "didFinishLaunching"
        case .didBecomeActive: "didBecomeActive"
        case .willResignActive: "willResignActive"
        case .didEnterBackground: "didEnterBackground"
        case .willEnterForeground: "willEnterForeground"
        case .willTerminate: "willTerminate"
        case .expireTasks: "expirationHandler"
        case .performFetch: "performFetch"
        case .remoteNotification: "didReceiveRemoteNotification"
        case .systemEvents: "systemEvents"
        case .memoryWarning: "didReceiveMemoryWarning"
        case .permission: "permission"
        }
    }
}
