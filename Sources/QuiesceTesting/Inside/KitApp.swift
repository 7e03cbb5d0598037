import Glibc
import QuiesceCore
import QuiesceKit
import QuiesceSimulation
import QuiesceWire
import Synchronization

/// How the app under test is made, for each of its launches.
struct AppMaker {
    var application: UIApplication.Type
    var scene: (any UISceneDelegate.Type)?
    var delegate: @MainActor () -> any UIApplicationDelegate
    /// The names of the app's groups.
    var groups: [String] = []
    /// The identifiers of the tasks that it may ask for.
    var taskIdentifiers: [String] = []
}

/// One launch of the app under test: its objects in this process, with the Kit's own session, and a
/// simulated process to the device.
@MainActor final class KitApp: @MainActor SimulatedApp {
    let isObedient = false
    let time: VirtualTime
    private let maker: AppMaker
    private let process: SimulatedProcess
    private let keys: VirtualKeys
    private let container: VirtualContainer
    private let link = DaemonLink()
    /// Messages of the app, from any thread, that the device hasn't received.
    private let outbox = Outbox()
    private var conversation: Conversation?
    /// In a callback, at whose end it ends if it has made a mistake for which iOS ends apps.
    private var isCalledBack = false
    private var isAtFault = false

    init(
        _ process: SimulatedProcess, _ maker: AppMaker, _ keys: VirtualKeys,
        _ container: VirtualContainer
    ) {
        self.process = process
        self.keys = keys
        self.container = container
        self.maker = maker
        time = VirtualTime(process.now)
    }

    /// Whether its code may run now (S8).
    var isRunning: Bool { process.isAlive && !process.isFrozen && conversation != nil }

    func started(arguments: [String]) {
        time.move(to: process.now)
        AppTime.source = time
        VirtualPermits.identifiers = maker.taskIdentifiers
        AppFault.simulatedEnd = { [weak self] in self?.fault() }
        DaemonLink.current = link
        keys.serve(process.key.app.name)
        container.serve(groups: maker.groups)
        let application = UIApplication.start(
            maker.application, scene: maker.scene, delegate: maker.delegate)
        conversation = Conversation(of: application)
        process.connect()
        MainQueue.noteActivity()
    }

    func connected() {
        link.connected { [outbox] message in outbox.append(message) }
        sendOutbox()
    }

    func disconnected() {
        link.disconnected()
        process.connect()
    }

    func receive(_ message: MessageToApp) {
        time.move(to: process.now)
        isCalledBack = true
        let outcome = conversation?.take(message)
        isCalledBack = false
        if isAtFault { return crash() }
        sendOutbox()
        switch outcome {
        case .terminates: process.exit(.exited(code: EXIT_SUCCESS))
        case .isRefused: process.exit(.exited(code: EX_CONFIG))
        case .heard, .calledBack, nil: break
        }
        MainQueue.noteActivity()
    }

    private func fault() {
        isAtFault = true
        if !isCalledBack { crash() }
    }

    private func crash() {
        outbox.takeAll()
        process.exit(.signalled(SIGILL))
        MainQueue.noteActivity()
    }

    func ended() {
        // Nothing that it says can be heard any more.
        link.disconnected()
        outbox.takeAll()
    }

    func thawed() { sendOutbox() }

    var holdings: Findings? { Findings(locks: container.locks(groups: maker.groups)) }

    /// Tells the device what the app has said. What code that can't be frozen says for a frozen app
    /// waits until it is thawed.
    func sendOutbox() {
        guard !process.isFrozen else { return }
        for message in outbox.takeAll() { process.say(message) }
    }
}

/// Messages on their way to the device, from any thread.
private final class Outbox: Sendable {
    private let messages = Mutex<[MessageFromApp]>([])

    func append(_ message: MessageFromApp) {
        messages.withLock { $0.append(message) }
        MainQueue.noteActivity()
    }

    @discardableResult func takeAll() -> [MessageFromApp] {
        messages.withLock { messages in
            defer { messages = [] }
            return messages
        }
    }
}
