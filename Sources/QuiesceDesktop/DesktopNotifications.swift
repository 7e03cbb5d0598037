import CQuiesceLinux
import Glibc
import Synchronization

/// Notifications on the desktop of this session, through `org.freedesktop.Notifications`, and the
/// device's vibration.
///
/// The bus, its server and their silences are the business of a thread of its own: every call
/// returns at once, from any thread. Without a bus nothing is shown, and each new notification
/// looks for one.
public final class DesktopNotifications: Sendable {
    /// Called on that thread.
    public struct Hooks: Sendable {
        /// The user chose the notification: its app is to be opened. Once for each.
        public var chosen: @Sendable (UInt64) -> Void
        /// The user pressed a button of that identifier.
        public var pressed: @Sendable (UInt64, String) -> Void
        /// The user wrote a text in its field.
        public var replied: @Sendable (UInt64, String) -> Void
        /// The user closed it.
        public var dismissed: @Sendable (UInt64) -> Void
        /// It is off the screen, and the user did nothing: its time was over, or its server ended.
        public var vanished: @Sendable (UInt64) -> Void
        /// A line for the log: something that doesn't work, said once until it works again.
        public var warn: @Sendable (String) -> Void

        public init(
            chosen: @escaping @Sendable (UInt64) -> Void,
            pressed: @escaping @Sendable (UInt64, String) -> Void = { _, _ in },
            replied: @escaping @Sendable (UInt64, String) -> Void = { _, _ in },
            dismissed: @escaping @Sendable (UInt64) -> Void = { _ in },
            vanished: @escaping @Sendable (UInt64) -> Void = { _ in },
            warn: @escaping @Sendable (String) -> Void
        ) {
            self.chosen = chosen
            self.pressed = pressed
            self.replied = replied
            self.dismissed = dismissed
            self.vanished = vanished
            self.warn = warn
        }
    }

    private let inbox: DesktopInbox
    private let thread: Mutex<pthread_t?>

    /// - Parameters:
    ///   - address: where the bus is, asked for each time that one is needed; nil: there is none.
    ///   - memory: a file of our own that names what is shown, so that the next daemon knows; nil:
    ///     none.
    ///   - answerSeconds: how long the bus and its servers have for an answer.
    /// - Returns: nil when the kernel has no descriptor or thread left.
    public init?(
        address: @escaping @Sendable () -> String?, memory: String? = nil,
        answerSeconds: UInt64 = DesktopLimits.answerSeconds, hooks: Hooks
    ) {
        guard let inbox = DesktopInbox() else { return nil }
        self.inbox = inbox
        let start = Unmanaged.passRetained(
            ThreadStart(
                inbox: inbox,
                makeClient: {
                    DesktopClient(
                        address: address, memory: memory, answerSeconds: answerSeconds,
                        hooks: hooks)
                }))
        var made = pthread_t()
        guard pthread_create(&made, nil, threadMain, start.toOpaque()) == 0 else {
            start.release()
            return nil
        }
        thread = Mutex(made)
    }

    deinit { shutdown() }

    /// Shows it, in place of what was shown under its number.
    ///
    /// - Parameter done: called once, on that thread: whether the desktop has it, or there is none
    ///   that takes it. Not after `shutdown()`.
    public func show(_ banner: Banner, done: @escaping @Sendable (Bool) -> Void = { _ in }) {
        inbox.add { $0.show(banner, done) }
    }

    /// Takes it away, if it is still there.
    public func close(_ id: UInt64) { inbox.add { $0.close(id) } }

    /// Takes away what an earlier life of ours has left there, but for these.
    public func keep(_ ids: Set<UInt64>) { inbox.add { $0.keep(ids) } }

    /// Vibrates shortly, where the device can.
    public func vibrate(app: String) { inbox.add { $0.vibrate(app: app) } }

    /// Ends the thread, after what was asked of it, and waits for that. What is shown stays.
    public func shutdown() {
        let thread = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        guard let thread else { return }
        inbox.end()
        pthread_join(thread, nil)
    }

    /// The session's bus as the environment and the machine say:
    /// `DBUS_SESSION_BUS_ADDRESS`, else the socket `bus` in `XDG_RUNTIME_DIR`.
    public static func sessionBus(_ environment: [String: String]) -> String? {
        if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty {
            return address
        }
        guard let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/"),
            access("\(folder)/bus", F_OK) == 0
        else { return nil }
        return "unix:path=\(folder)/bus"
    }
}

/// The thread's inbox and the maker of its client, handed to it.
private final class ThreadStart: Sendable {
    let inbox: DesktopInbox
    let makeClient: @Sendable () -> DesktopClient

    init(inbox: DesktopInbox, makeClient: @escaping @Sendable () -> DesktopClient) {
        self.inbox = inbox
        self.makeClient = makeClient
    }
}

/// The thread. A free function: a closure here could be given an actor by its context.
private func threadMain(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    let start = Unmanaged<ThreadStart>.fromOpaque(argument).takeRetainedValue()
    ql_name_thread("quiesce-desktop")
    let client = start.makeClient()
    while let wishes = start.inbox.take() {
        // First, so that a bus that has ended meanwhile isn't used.
        _ = client.turn()
        for wish in wishes { wish(client) }
        let hasMore = client.turn()
        start.inbox.wait(
            with: hasMore ? (pollfd(fd: -1, events: 0, revents: 0), 0) : client.waits())
    }
    client.closeWhatIsUnderWay()
    return nil
}
