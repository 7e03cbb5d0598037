import Foundation
import QuiesceWire
import Synchronization

/// One background session, to whoever talks to the daemon for it. From any thread. None of it
/// waits, or calls back into `BackgroundTransfers` other than to ask for something.
package protocol BackgroundTransferSession: AnyObject, Sendable {
    /// The session's configuration, as the daemon knows it.
    var daemonConfiguration: SessionConfiguration { get }
    /// Which tasks it has.
    func opened(_ tasks: SessionTasks)
    func progressed(_ progress: TransferProgress)
    /// Never `handleEvents`, which is the application's.
    func take(_ callback: TransferCallback)
}

/// An app's background sessions, while they are valid, and their way to the daemon. From any
/// thread.
package final class BackgroundTransfers: Sendable {
    private struct State {
        var sessions: [String: any BackgroundTransferSession] = [:]
        /// Callbacks for sessions that the app hasn't made again yet (X6).
        var waiting: [String: [TransferCallback]] = [:]
        /// Completion handlers to call once a session's delegate has heard that all events are
        /// told.
        var completions: [String: [@Sendable () -> Void]] = [:]
        /// Sessions that the app was woken for, and whose delegate hasn't heard that all events are
        /// told.
        var owed: Set<String> = []
        /// Verdicts that delegates are being told.
        var untold: Set<UInt64> = []
        var lastTask: UInt32 = 0
        var isFirstWelcome = true
    }

    private static let newest = Mutex<BackgroundTransfers?>(nil)

    /// Those of the app that was created last; one process has one app for life, except in a test.
    package static var current: BackgroundTransfers? {
        get { newest.withLock { $0 } }
        set { newest.withLock { $0 = newValue } }
    }

    /// Newsstand's own session: the app is told of its downloads, not of its events.
    package static let newsstandSession = "org.quiesce.newsstand"

    /// The app's own directory.
    package let container: URL?
    private let link: DaemonLink
    private let state = Mutex(State())

    init(_ link: DaemonLink, container: URL?) {
        self.link = link
        self.container = container
    }

    /// Whether a test's virtual device is what the app runs on: it sees what runs on the main queue
    /// only.
    package var isVirtual: Bool { !(AppTime.source is MachineTime) }

    package func ask(_ request: BackgroundSessionRequest) { link.change { $0.ask(request) } }

    /// A number that no task has ever had (X1): the launch's is in its upper half.
    package func newTask() -> UInt64 {
        let number = state.withLock { state in
            state.lastTask += 1
            return state.lastTask
        }
        // Before the daemon has said which launch this is, a random number above all launches'
        // does.
        let launch = link.read { $0.launch } ?? UInt64.random(in: 0x4000_0000...0x7fff_ffff)
        return launch << 32 | UInt64(number)
    }

    /// Tells the daemon of `session`, and it what has waited for it.
    ///
    /// - Returns: false if there is one of this name already (X8).
    package func open(_ session: any BackgroundTransferSession) -> Bool {
        let configuration = session.daemonConfiguration
        let name = configuration.identifier
        let isNew = state.withLock { state in
            guard state.sessions[name] == nil else { return false }
            state.sessions[name] = session
            // Here, so that none comes before those that waited.
            for callback in state.waiting.removeValue(forKey: name) ?? [] { session.take(callback) }
            return true
        }
        if isNew { ask(.openSession(configuration)) }
        return isNew
    }

    /// A delegate is about to be told the verdict on `transfer`.
    package func isTelling(_ transfer: UInt64) {
        state.withLock { _ = $0.untold.insert(transfer) }
    }

    /// The delegate has been told, or has made use of what it was told: the daemon may forget it.
    package func told(_ transfer: UInt64) {
        let isFirst = state.withLock { $0.untold.remove(transfer) != nil }
        if isFirst { ask(.handled(transfer: transfer)) }
    }

    /// A verdict has come again. Unless a delegate is just being told, the daemon may forget it.
    package func toldAgain(_ transfer: UInt64) {
        let isTold = state.withLock { !$0.untold.contains(transfer) }
        if isTold { ask(.handled(transfer: transfer)) }
    }

    /// The session is invalid: its name is free.
    package func close(_ name: String) {
        state.withLock { $0.sessions[name] = nil }
    }

    /// The app is about to be told that it was woken for that session's events.
    func woken(for name: String) { state.withLock { _ = $0.owed.insert(name) } }

    /// Whether the session's delegate is still to hear that all events are told.
    package func owesEnd(ofEventsOf name: String) -> Bool {
        state.withLock { $0.owed.contains(name) }
    }

    /// The session's delegate knows that all events are told.
    package func finishedEvents(of name: String) {
        let completions = state.withLock { state in
            state.owed.remove(name)
            return state.completions.removeValue(forKey: name)
        }
        for completion in completions ?? [] { completion() }
    }

    /// Calls `completion` when the delegate of that session knows that all events are told; at once
    /// if there is no such session.
    func complete(afterEventsOf name: String, _ completion: @escaping @Sendable () -> Void) {
        let waits = state.withLock { state in
            guard state.sessions[name] != nil else { return false }
            state.completions[name, default: []].append(completion)
            return true
        }
        if !waits { completion() }
    }
}

// Messages from the daemon.
extension BackgroundTransfers {
    /// A daemon that was started anew is told again which sessions there are.
    func welcomed() {
        let sessions = state.withLock { state in
            defer { state.isFirstWelcome = false }
            return state.isFirstWelcome ? [] : state.sessions.values.map(\.daemonConfiguration)
        }
        for session in sessions.sorted(by: { $0.identifier < $1.identifier }) {
            ask(.openSession(session))
        }
    }

    func take(_ callback: TransferCallback) {
        let name = callback.session
        let session = state.withLock { state in
            let session = state.sessions[name]
            // A session that is closed has told its delegate before it let go of it.
            if case .finishedEvents = callback, !state.owed.contains(name) { return session }
            if session == nil { state.waiting[name, default: []].append(callback) }
            return session
        }
        session?.take(callback)
    }

    func opened(_ tasks: SessionTasks) { session(tasks.session)?.opened(tasks) }
    func progressed(_ progress: TransferProgress) {
        session(progress.session)?.progressed(progress)
    }

    private func session(_ name: String) -> (any BackgroundTransferSession)? {
        state.withLock { $0.sessions[name] }
    }
}

extension TransferCallback {
    fileprivate var session: String {
        switch self {
        case .handleEvents(_, let session), .ask(_, _, let session, _, _),
            .completed(_, let session, _, _), .finishedEvents(let session):
            session
        }
    }
}

extension UIApplication {
    /// handleEventsForBackgroundURLSession (X6)
    func handleEvents(
        of session: String, _ completion: @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) {
        let done: @Sendable () -> Void = { completion(.newData) }
        transfers.woken(for: session)
        guard let delegate, session != BackgroundTransfers.newsstandSession else {
            return transfers.complete(afterEventsOf: session, done)
        }
        delegate.application(
            self, handleEventsForBackgroundURLSession: session, completionHandler: done)
    }
}

extension BackgroundTransfers: AppRoom {
    convenience init(of link: DaemonLink) { self.init(link, container: AppContainer.current) }
    func welcomed(_: MessageToApp.Welcome) { welcomed() }
}

extension UIApplication {
    var transfers: BackgroundTransfers { room() }
}
