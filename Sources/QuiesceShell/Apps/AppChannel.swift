import QuiesceCore
import QuiesceWire

/// The daemon's end of one app's connection: whether what the app says is in order and within its
/// quota, and which event it is to the core. It performs no I/O.
package struct AppChannel {
    package let key: ProcessKey
    package private(set) var saidHello = false
    private var lastSent: UInt64 = 0
    /// The app's quota. The next connection gets the rest of it.
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

    /// The meaning of a message for the device.
    package enum News {
        case event(Event)
        case asked(any AppRequest, request: UInt64)
    }

    /// Reads a message; nil for a scene, which is shown and is neither an event nor a request.
    package mutating func take(_ message: MessageFromApp) throws(WireError) -> News? {
        let (app, launch) = (key.app, key.launch)
        if case .transfer = message {
        } else {
            try quota.countUsual()
        }
        switch message {
        case .hello(let hello): return .event(try connected(hello))
        case _ where !saidHello:
            throw WireError(code: .outOfOrder, message: "the first message must be hello")
        case .handled(let seq):
            guard seq <= lastSent else {
                throw WireError(code: .outOfOrder, message: "delivery \(seq) was never sent")
            }
            return .event(.handled(app, launch, seq: seq))
        case .beginTask(let request, let task, let name):
            let kept = name.map {
                String(decoding: $0.utf8.prefix(Limits.taskNameBytes), as: UTF8.self)
            }
            return .event(.beginTask(app, launch, request: request, TaskID(task), name: kept))
        case .endTask(let request, let task):
            return .event(.endTask(app, launch, request: request, TaskID(task)))
        case .completeWake(let request, let wake, let result):
            return .event(.completeWake(app, launch, request: request, WakeID(wake), result))
        case .requestPermission(let request, let name):
            guard let permission = Permission(rawValue: name) else {
                throw WireError(
                    code: .malformed, message: "no permission is named \(name.prefix(40))")
            }
            return .event(.requestPermission(app, launch, request: request, permission))
        case .scene: return nil
        case .transfer(let request, let asked): return try news(asked, request)
        case .notification(let request, let asked): return try news(asked, request)
        case .fetching(let request, let asked):
            try asked.check()
            return .event(.fetching(.asked(app, launch, request: request, asked)))
        case .push(let request, let asked):
            return .event(.pushService(.asked(app, launch, request: request, asked)))
        case .motion(let request, let asked):
            return .event(.motion(.asked(app, launch, request: request, asked)))
        case .location(let request, let asked):
            return .event(.location(.asked(app, launch, request: request, asked)))
        case .audio(let request, let asked):
            return .event(.audio(.asked(app, launch, request: request, asked)))
        case .voip(let request, let asked):
            return .event(.voip(.asked(app, launch, request: request, asked)))
        case .accessory(let request, let asked):
            try asked.check()
            return .event(.accessory(.asked(app, launch, request: request, asked)))
        case .bluetooth(let request, let asked):
            return .event(.bluetooth(.asked(app, launch, request: request, asked)))
        case .link(let request, let asked):
            return .event(.link(.asked(app, launch, request: request, asked)))
        case .idleTimer(let request, let disabled):
            return .event(.idleTimer(.asked(app, launch, request: request, disabled: disabled)))
        case .continued(let request, let asked):
            try asked.check()
            return .event(.continued(.asked(app, launch, request: request, asked)))
        }
    }

    private func news(_ asked: any AppRequest, _ request: UInt64) throws(WireError) -> News {
        try asked.check()
        return .asked(asked, request: request)
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
        guard hello.lastHandled <= hello.lastReceived else {
            throw WireError(
                code: .outOfOrder,
                message: "delivery \(hello.lastHandled) was handled, and not received")
        }
        saidHello = true
        lastSent = hello.lastReceived
        return .connected(
            key.app, key.launch, lastReceived: hello.lastReceived, lastHandled: hello.lastHandled,
            openTasks: hello.openTasks.map { TaskID($0) })
    }
}
