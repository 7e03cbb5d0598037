import QuiesceCore
import QuiesceWire

/// The daemon's end of one app's connection: whether what the app says is in order and within its
/// quota, and which event it is to the core. It performs no I/O.
package struct AppChannel {
    package let key: ProcessKey
    package private(set) var saidHello = false
    private var lastSent: UInt64 = 0
    /// What is left of it is the next connection's.
    package private(set) var quota: AppQuota

    package init(_ key: ProcessKey, quota: AppQuota) {
        self.key = key
        self.quota = quota
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
        try quota.count(at: now)
    }

    /// What a message means; nil for a scene, which is shown and is no event, and for what is asked of
    /// transfers, notifications and fetches, which `Device.take(_:request:from:)` takes.
    package mutating func event(_ message: MessageFromApp) throws(WireError) -> Event? {
        let (app, launch) = (key.app, key.launch)
        if case .transfer = message {
        } else {
            try quota.countUsual()
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
            return .completeWake(app, launch, request: request, WakeID(wake), result)
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

    private mutating func connected(_ hello: MessageFromApp.Hello) throws(WireError) -> Event {
        guard !saidHello else {
            throw WireError(code: .outOfOrder, message: "hello was sent already")
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
