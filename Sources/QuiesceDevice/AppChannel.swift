import QuiesceCore
import QuiesceWire

/// The daemon's end of one app's connection: whether what the app says is in order and within its
/// quota, and which event it is to the core. It performs no I/O.
package struct AppChannel {
    package let key: ProcessKey
    package private(set) var saidHello = false
    private var lastSent: UInt64 = 0
    /// For all messages, and for those that aren't of transfers.
    private var quota: MessageQuota
    private var usual: MessageQuota
    private var countedAt: AwakeInstant

    package init(_ key: ProcessKey, at now: AwakeInstant) {
        self.key = key
        quota = MessageQuota(
            burst: Limits.anyMessageBurst, perSecond: Limits.anyMessagesPerSecond, at: now)
        usual = MessageQuota(
            burst: Limits.messageBurst, perSecond: Limits.messagesPerSecond, at: now)
        countedAt = now
    }

    /// A message is about to be sent.
    ///
    /// - Returns: whether it may be: before `hello` the app is told nothing.
    package mutating func sending(_ message: MessageToApp) -> Bool {
        guard saidHello else { return false }
        if case .deliver(let delivery) = message { lastSent = max(lastSent, delivery.seq) }
        return true
    }

    /// A message has come, whatever it is.
    package mutating func count(at now: AwakeInstant) throws(WireError) {
        countedAt = now
        guard quota.take(at: now) else { throw Self.flood(Limits.anyMessagesPerSecond) }
    }

    /// What a message means; nil for a scene, which is shown and is no event, and for what is asked of
    /// transfers, notifications and fetches, which `Device.take(_:request:from:)` takes.
    package mutating func event(_ message: MessageFromApp) throws(WireError) -> Event? {
        let (app, launch) = (key.app, key.launch)
        if case .transfer = message {
        } else if !usual.take(at: countedAt) {
            throw Self.flood(Limits.messagesPerSecond)
        }
        switch message {
        case .hello(let hello): return try connected(hello)
        case _ where !saidHello:
            throw WireError(code: .outOfOrder, message: "the first message must be hello")
        case .handled(let seq):
            guard seq <= lastSent else {
                throw WireError(code: .outOfOrder, message: "delivery \(seq) was never sent")
            }
            return .handled(app, launch, seq: seq)
        case .beginTask(let request, let task, let name):
            let kept = name.map {
                String(decoding: $0.utf8.prefix(Limits.taskNameBytes), as: UTF8.self)
            }
            return .beginTask(app, launch, request: request, TaskID(task), name: kept)
        case .endTask(let request, let task):
            return .endTask(app, launch, request: request, TaskID(task))
        case .completeWake(let request, let wake, let result):
            return .completeWake(app, launch, request: request, WakeID(wake), result.core)
        case .requestPermission(let request, let name):
            guard let permission = Permission(rawValue: name) else {
                throw WireError(
                    code: .malformed, message: "no permission is named \(name.prefix(40))")
            }
            return .requestPermission(app, launch, request: request, permission)
        case .scene: return nil
        case .transfer(_, let demand):
            try demand.check()
            return nil
        case .notification(_, let demand):
            try demand.check()
            return nil
        case .fetching(_, let demand):
            try demand.check()
            return nil
        case .push: return nil
        }
    }

    private static func flood(_ limit: Int) -> WireError {
        WireError(code: .flooding, message: "more than \(limit) messages a second")
    }

    private mutating func connected(_ hello: MessageFromApp.Hello) throws(WireError) -> Event {
        guard !saidHello else {
            throw WireError(code: .outOfOrder, message: "hello was said already")
        }
        guard hello.version == AppProtocol.version else {
            throw WireError(
                code: .unsupportedVersion,
                message: "this daemon speaks version \(AppProtocol.version), not \(hello.version)")
        }
        guard hello.openTasks.count <= Limits.openTasksPerApp else {
            throw WireError(
                code: .malformed, message: "more than \(Limits.openTasksPerApp) open tasks")
        }
        saidHello = true
        lastSent = hello.lastReceived
        return .connected(
            key.app, key.launch, lastReceived: hello.lastReceived, lastHandled: hello.lastHandled,
            openTasks: hello.openTasks.map { TaskID($0) })
    }
}

extension QuiesceWire.WakeResult {
    fileprivate var core: QuiesceCore.WakeResult {
        switch self {
        case .newData: .newData
        case .noData: .noData
        case .failed: .failed
        }
    }
}

/// How many messages an app may send: a burst, and then so many a second (A4).
struct MessageQuota {
    private let burst: Int
    private let perSecond: Int
    private var left: Int
    private var filledAt: AwakeInstant

    init(burst: Int, perSecond: Int, at now: AwakeInstant) {
        self.burst = burst
        self.perSecond = perSecond
        left = burst
        filledAt = now
    }

    /// - Returns: whether one more is within the quota.
    mutating func take(at now: AwakeInstant) -> Bool {
        let earned = Int(
            clamping: (now - filledAt).nanoseconds
                / (1_000_000_000 / Int64(perSecond)))
        if earned > 0 {
            left = min(burst, left + earned)
            filledAt = now
        }
        guard left > 0 else { return false }
        left -= 1
        return true
    }
}
