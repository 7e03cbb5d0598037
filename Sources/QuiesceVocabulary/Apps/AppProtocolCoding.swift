// The JSON form of the app protocol: one flat object with a `type`, and for a delivery a `call`.

extension MessageFromApp: Codable {
    private enum Key: String, CodingKey {
        case type, seq, request, task, name, wake, result, permission, scene, transfer
        case notification, fetching, push
    }

    enum Kind: String, Codable, CaseIterable {
        case hello, handled, beginTask, endTask, completeWake, requestPermission, scene, transfer
        case notification, fetching, push
    }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        switch try fields.kind(Kind.self, at: .type) {
        case .hello:
            self = .hello(try Hello(from: decoder))
        case .handled:
            self = .handled(seq: try fields.decode(UInt64.self, forKey: .seq))
        case .beginTask:
            self = .beginTask(
                request: try fields.decode(UInt64.self, forKey: .request),
                task: try fields.decode(UInt64.self, forKey: .task),
                name: try fields.decodeIfPresent(String.self, forKey: .name))
        case .endTask:
            self = .endTask(
                request: try fields.decode(UInt64.self, forKey: .request),
                task: try fields.decode(UInt64.self, forKey: .task))
        case .completeWake:
            self = .completeWake(
                request: try fields.decode(UInt64.self, forKey: .request),
                wake: try fields.decode(UInt64.self, forKey: .wake),
                result: try fields.decode(WakeResult.self, forKey: .result))
        case .requestPermission:
            self = .requestPermission(
                request: try fields.decode(UInt64.self, forKey: .request),
                permission: try fields.decode(String.self, forKey: .permission))
        case .scene:
            self = .scene(try fields.decodeIfPresent(Scene.self, forKey: .scene))
        case .transfer:
            self = .transfer(
                request: try fields.decode(UInt64.self, forKey: .request),
                try fields.decode(TransferDemand.self, forKey: .transfer))
        case .notification:
            self = .notification(
                request: try fields.decode(UInt64.self, forKey: .request),
                try fields.decode(NotificationDemand.self, forKey: .notification))
        case .fetching:
            self = .fetching(
                request: try fields.decode(UInt64.self, forKey: .request),
                try fields.decode(FetchDemand.self, forKey: .fetching))
        case .push:
            self = .push(
                request: try fields.decode(UInt64.self, forKey: .request),
                try fields.decode(PushDemand.self, forKey: .push))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        switch self {
        case .hello(let hello):
            try fields.encode(Kind.hello, forKey: .type)
            try hello.encode(to: encoder)
        case .handled(let seq):
            try fields.encode(Kind.handled, forKey: .type)
            try fields.encode(seq, forKey: .seq)
        case .beginTask(let request, let task, let name):
            try fields.encode(Kind.beginTask, forKey: .type)
            try fields.encode(request, forKey: .request)
            try fields.encode(task, forKey: .task)
            try fields.encodeIfPresent(name, forKey: .name)
        case .endTask(let request, let task):
            try fields.encode(Kind.endTask, forKey: .type)
            try fields.encode(request, forKey: .request)
            try fields.encode(task, forKey: .task)
        case .completeWake(let request, let wake, let result):
            try fields.encode(Kind.completeWake, forKey: .type)
            try fields.encode(request, forKey: .request)
            try fields.encode(wake, forKey: .wake)
            try fields.encode(result, forKey: .result)
        case .requestPermission(let request, let permission):
            try fields.encode(Kind.requestPermission, forKey: .type)
            try fields.encode(request, forKey: .request)
            try fields.encode(permission, forKey: .permission)
        case .scene(let scene):
            try fields.encode(Kind.scene, forKey: .type)
            try fields.encodeIfPresent(scene, forKey: .scene)
        case .transfer(let request, let demand):
            try fields.encode(Kind.transfer, forKey: .type)
            try fields.encode(request, forKey: .request)
            try fields.encode(demand, forKey: .transfer)
        case .notification(let request, let demand):
            try fields.encode(Kind.notification, forKey: .type)
            try fields.encode(request, forKey: .request)
            try fields.encode(demand, forKey: .notification)
        case .fetching(let request, let demand):
            try fields.encode(Kind.fetching, forKey: .type)
            try fields.encode(request, forKey: .request)
            try fields.encode(demand, forKey: .fetching)
        case .push(let request, let demand):
            try fields.encode(Kind.push, forKey: .type)
            try fields.encode(request, forKey: .request)
            try fields.encode(demand, forKey: .push)
        }
    }
}

extension MessageToApp: Codable {
    private enum Key: String, CodingKey {
        case type, request, deadline, over, code, message, session, progress
        case notifications
    }

    enum Kind: String, Codable, CaseIterable {
        case welcome, deliver, ack, backgroundTime, session, progress, notifications, error
    }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        switch try fields.kind(Kind.self, at: .type) {
        case .welcome:
            self = .welcome(try Welcome(from: decoder))
        case .deliver:
            self = .deliver(try Delivery(from: decoder))
        case .ack:
            self = .ack(request: try fields.decode(UInt64.self, forKey: .request))
        case .backgroundTime:
            self = .backgroundTime(
                deadline: try fields.decodeIfPresent(Int64.self, forKey: .deadline),
                isOver: try fields.decodeIfPresent(Bool.self, forKey: .over) ?? false)
        case .session:
            self = .session(try fields.decode(SessionTasks.self, forKey: .session))
        case .progress:
            self = .progress(try fields.decode(TransferProgress.self, forKey: .progress))
        case .notifications:
            self = .notifications(
                try fields.decode(AppNotifications.self, forKey: .notifications))
        case .error:
            self = .error(
                code: try fields.decode(ProtocolErrorCode.self, forKey: .code),
                message: try fields.decode(String.self, forKey: .message))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        switch self {
        case .welcome(let welcome):
            try fields.encode(Kind.welcome, forKey: .type)
            try welcome.encode(to: encoder)
        case .deliver(let delivery):
            try fields.encode(Kind.deliver, forKey: .type)
            try delivery.encode(to: encoder)
        case .ack(let request):
            try fields.encode(Kind.ack, forKey: .type)
            try fields.encode(request, forKey: .request)
        case .backgroundTime(let deadline, let isOver):
            try fields.encode(Kind.backgroundTime, forKey: .type)
            try fields.encodeIfPresent(deadline, forKey: .deadline)
            if isOver { try fields.encode(true, forKey: .over) }
        case .session(let session):
            try fields.encode(Kind.session, forKey: .type)
            try fields.encode(session, forKey: .session)
        case .progress(let progress):
            try fields.encode(Kind.progress, forKey: .type)
            try fields.encode(progress, forKey: .progress)
        case .notifications(let notifications):
            try fields.encode(Kind.notifications, forKey: .type)
            try fields.encode(notifications, forKey: .notifications)
        case .error(let code, let message):
            try fields.encode(Kind.error, forKey: .type)
            try fields.encode(code, forKey: .code)
            try fields.encode(message, forKey: .message)
        }
    }
}

extension MessageToApp.Delivery: Codable {
    private enum Key: String, CodingKey {
        case seq, redelivered, call, launch, deadline, tasks, wake, payload, events, device, input
        case permission, state, transfer, notification, identifier, kind, push, reason
    }

    enum CallName: String, Codable, CaseIterable {
        case finishLaunching, didBecomeActive, willResignActive, didEnterBackground
        case willEnterForeground, willTerminate, expireTasks, performFetch, remoteNotification
        case systemEvents, memoryWarning, permission, input, transfer
        case notification, push, backgroundTask, expireWake, fetchRefused
    }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        seq = try fields.decode(UInt64.self, forKey: .seq)
        redelivered = try fields.decodeIfPresent(Bool.self, forKey: .redelivered) ?? false
        switch try fields.kind(CallName.self, at: .call) {
        case .finishLaunching:
            call = .finishLaunching(
                try fields.decode(MessageToApp.LaunchContext.self, forKey: .launch))
        case .didBecomeActive: call = .didBecomeActive
        case .willResignActive: call = .willResignActive
        case .didEnterBackground:
            call = .didEnterBackground(
                deadline: try fields.decodeIfPresent(Int64.self, forKey: .deadline))
        case .willEnterForeground: call = .willEnterForeground
        case .memoryWarning: call = .memoryWarning
        case .willTerminate: call = .willTerminate
        case .expireTasks:
            call = .expireTasks(try fields.decode([UInt64].self, forKey: .tasks))
        case .performFetch:
            call = .performFetch(wake: try fields.decode(UInt64.self, forKey: .wake))
        case .remoteNotification:
            call = .remoteNotification(
                wake: try fields.decode(UInt64.self, forKey: .wake),
                payload: try fields.decode(String.self, forKey: .payload))
        case .systemEvents:
            call = .systemEvents(
                try fields.decode([String].self, forKey: .events),
                device: try fields.decode(MessageToApp.DeviceState.self, forKey: .device))
        case .permission:
            call = .permission(
                try fields.decode(String.self, forKey: .permission),
                state: try fields.decode(String.self, forKey: .state))
        case .input:
            call = .input(try fields.decode(UserInput.self, forKey: .input))
        case .transfer:
            call = .transfer(try fields.decode(TransferCallback.self, forKey: .transfer))
        case .notification:
            call = .notification(
                try fields.decode(NotificationCallback.self, forKey: .notification))
        case .push:
            call = .push(try fields.decode(PushCallback.self, forKey: .push))
        case .backgroundTask:
            call = .backgroundTask(
                wake: try fields.decode(UInt64.self, forKey: .wake),
                identifier: try fields.decode(String.self, forKey: .identifier),
                kind: try fields.decode(String.self, forKey: .kind))
        case .expireWake:
            call = .expireWake(wake: try fields.decode(UInt64.self, forKey: .wake))
        case .fetchRefused:
            call = .fetchRefused(
                identifier: try fields.decodeIfPresent(String.self, forKey: .identifier),
                reason: try fields.decode(String.self, forKey: .reason))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(seq, forKey: .seq)
        if redelivered { try fields.encode(true, forKey: .redelivered) }
        switch call {
        case .finishLaunching(let context):
            try fields.encode(CallName.finishLaunching, forKey: .call)
            try fields.encode(context, forKey: .launch)
        case .didBecomeActive: try fields.encode(CallName.didBecomeActive, forKey: .call)
        case .willResignActive: try fields.encode(CallName.willResignActive, forKey: .call)
        case .didEnterBackground(let deadline):
            try fields.encode(CallName.didEnterBackground, forKey: .call)
            try fields.encodeIfPresent(deadline, forKey: .deadline)
        case .memoryWarning: try fields.encode(CallName.memoryWarning, forKey: .call)
        case .willEnterForeground: try fields.encode(CallName.willEnterForeground, forKey: .call)
        case .willTerminate: try fields.encode(CallName.willTerminate, forKey: .call)
        case .expireTasks(let tasks):
            try fields.encode(CallName.expireTasks, forKey: .call)
            try fields.encode(tasks, forKey: .tasks)
        case .performFetch(let wake):
            try fields.encode(CallName.performFetch, forKey: .call)
            try fields.encode(wake, forKey: .wake)
        case .remoteNotification(let wake, let payload):
            try fields.encode(CallName.remoteNotification, forKey: .call)
            try fields.encode(wake, forKey: .wake)
            try fields.encode(payload, forKey: .payload)
        case .systemEvents(let events, let device):
            try fields.encode(CallName.systemEvents, forKey: .call)
            try fields.encode(events, forKey: .events)
            try fields.encode(device, forKey: .device)
        case .permission(let permission, let state):
            try fields.encode(CallName.permission, forKey: .call)
            try fields.encode(permission, forKey: .permission)
            try fields.encode(state, forKey: .state)
        case .input(let event):
            try fields.encode(CallName.input, forKey: .call)
            try fields.encode(event, forKey: .input)
        case .transfer(let callback):
            try fields.encode(CallName.transfer, forKey: .call)
            try fields.encode(callback, forKey: .transfer)
        case .notification(let callback):
            try fields.encode(CallName.notification, forKey: .call)
            try fields.encode(callback, forKey: .notification)
        case .push(let callback):
            try fields.encode(CallName.push, forKey: .call)
            try fields.encode(callback, forKey: .push)
        case .backgroundTask(let wake, let identifier, let kind):
            try fields.encode(CallName.backgroundTask, forKey: .call)
            try fields.encode(kind, forKey: .kind)
            try fields.encode(wake, forKey: .wake)
            try fields.encode(identifier, forKey: .identifier)
        case .expireWake(let wake):
            try fields.encode(CallName.expireWake, forKey: .call)
            try fields.encode(wake, forKey: .wake)
        case .fetchRefused(let identifier, let reason):
            try fields.encode(CallName.fetchRefused, forKey: .call)
            try fields.encodeIfPresent(identifier, forKey: .identifier)
            try fields.encode(reason, forKey: .reason)
        }
    }
}

/// A `type` (or `call`) that this version of the protocol doesn't have.
package struct UnknownKind: Error {
    package let name: String
}

extension KeyedDecodingContainer {
    /// The message's kind; a string that names none is `UnknownKind`, anything else is malformed.
    package func kind<Kind: RawRepresentable>(_: Kind.Type, at key: Key) throws -> Kind
    where Kind.RawValue == String {
        let name = try decode(String.self, forKey: key)
        guard let kind = Kind(rawValue: name) else { throw UnknownKind(name: name) }
        return kind
    }
}
