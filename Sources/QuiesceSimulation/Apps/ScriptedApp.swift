import QuiesceCore
import QuiesceWire

/// The behaviour of one app, which may change while it runs.
final class Script {
    var behaviour = AppBehaviour()
    var transfers = TransferNotes()
}

/// An app that answers as its behaviour says: a main thread that takes one callback after the
/// other, over the SDK's own session.
final class ScriptedApp: SimulatedApp {
    unowned let process: SimulatedProcess
    let script: Script
    var session = AppSession()
    private(set) var isConnected = false
    /// Mail that the app's main thread hasn't come to yet, from `nextMail` on.
    private var mail: [Mail] = []
    private var nextMail = 0
    var inCall = false
    /// Its main thread never returns from the call that it is in.
    var isStuck = false
    /// In front nothing ends it for them; days of it would take hours.
    private static let mostHangUps = 200
    private var hangUps = 0
    var openTasks: [UInt64] = []
    private var received = 0
    /// Milliseconds until it connects again, and since when it is connected: as the SDK's
    /// `Reconnection`.
    private var reconnectsAfter = ScriptedApp.firstReconnection
    /// It doesn't connect again in this life, whatever its behaviour is from then on.
    private(set) var hasHungUp = false
    private var connectedAt: AwakeInstant?
    var isObedient: Bool
    var transfers = TransferLaunch()
    /// Between didBecomeActive and willResignActive.
    var isActive = false

    private static let firstReconnection: Int64 = 10
    private static let longestReconnection: Int64 = 1_000

    private enum Mail {
        case connected
        case disconnected
        case message(MessageToApp)
    }

    init(_ process: SimulatedProcess, _ script: Script) {
        self.process = process
        self.script = script
        isObedient = script.behaviour.obeys
    }

    /// Its behaviour was changed.
    func behaviourChanged() {
        if !script.behaviour.obeys { isObedient = false }
    }

    // MARK: What happens to it

    func started(arguments: [String]) {
        for _ in 0..<script.behaviour.forks { process.fork() }
        connect(after: 1)
    }

    func connected() { take(.connected) }
    func disconnected() { take(.disconnected) }
    func receive(_ message: MessageToApp) { take(.message(message)) }

    private func connect(after milliseconds: Int64) {
        guard script.behaviour.connects else {
            hasHungUp = true
            return
        }
        process.after(.milliseconds(milliseconds)) { [unowned self] in process.connect() }
    }

    /// Soon at first, then less often, unless the connection was a good one.
    private func reconnect() {
        if let connectedAt, process.now.awake - connectedAt >= .seconds(1) {
            reconnectsAfter = Self.firstReconnection
        }
        connectedAt = nil
        connect(after: reconnectsAfter)
        reconnectsAfter = min(2 * reconnectsAfter, Self.longestReconnection)
    }

    private func take(_ item: Mail) {
        guard !inCall, mail.isEmpty else { return mail.append(item) }
        if process.lives { handle(item) }
    }

    /// The main thread takes what has come, until it is in a callback.
    func goOn() {
        while !inCall, nextMail < mail.count, process.lives {
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
            connectedAt = process.now.awake
            session.connected()
            flush()
        case .disconnected:
            isConnected = false
            session.disconnected()
            reconnect()
        case .message(let message):
            received += 1
            if let least = script.behaviour.diesAfter, received > least {
                return process.exit(.signalled(11))
            }
            handle(message)
            if let count = script.behaviour.hangsUpAfter, received % max(count, 1) == 0,
                hangUps < Self.mostHangUps
            {
                hangUps += 1
                hangUp()
            }
        }
    }

    private func handle(_ message: MessageToApp) {
        switch message {
        case .welcome(let welcome):
            session.welcomed(welcome)
            for part in process.device.parts.all { part.welcomes(self) }
            flush()
        case .ack(let request):
            session.acknowledged(request)
            for part in process.device.parts.all { part.settles(upTo: request, in: self) }
        case .backgroundTime(let deadline, let isOver):
            session.backgroundDeadline = deadline
            session.isBackgroundTimeOver = isOver
        case .deliver(let delivery):
            guard session.receive(delivery) else { return flush() }
            run(delivery)
        // News that it makes nothing of.
        case _: break
        }
    }

    // MARK: What it says

    var runs: Bool { process.lives && !process.stands }

    func end(_ task: UInt64) {
        openTasks.removeAll { $0 == task }
        endTurn(with: session.endTask(task), .task(task))
    }

    func flush() {
        guard isConnected else { return }
        while let message = session.takeNextToSend() { process.say(message) }
    }
}
