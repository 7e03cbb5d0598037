extension MessageFromApp {
    /// The message that `fields` are; nil when it isn't one of the hot ones, or isn't whole.
    package init?(_ fields: PlainFields) {
        switch fields.type {
        case "handled":
            guard let seq = fields.seq else { return nil }
            self = .handled(seq: seq)
        case "beginTask":
            guard let request = fields.request, let task = fields.task else { return nil }
            self = .beginTask(request: request, task: task, name: fields.name)
        case "endTask":
            guard let request = fields.request, let task = fields.task else { return nil }
            self = .endTask(request: request, task: task)
        case "completeWake":
            guard let request = fields.request, let wake = fields.wake,
                let result = fields.result.flatMap(WakeResult.init(rawValue:))
            else { return nil }
            self = .completeWake(request: request, wake: wake, result: result)
        case _:
            return nil
        }
    }

    /// The datagram of a hot message; nil for the others.
    package var plainForm: [UInt8]? {
        switch self {
        case .hello, .requestPermission, .scene, .transfer, .notification, .fetching, .push:
            return nil
        case .handled(let seq):
            var writer = PlainWriter(type: "handled")
            writer.put("seq", seq)
            return writer.datagram
        case .beginTask(let request, let task, let name):
            var writer = PlainWriter(type: "beginTask")
            writer.put("request", request)
            writer.put("task", task)
            if let name, !writer.put("name", string: name) { return nil }
            return writer.datagram
        case .endTask(let request, let task):
            var writer = PlainWriter(type: "endTask")
            writer.put("request", request)
            writer.put("task", task)
            return writer.datagram
        case .completeWake(let request, let wake, let result):
            var writer = PlainWriter(type: "completeWake")
            writer.put("request", request)
            writer.put("wake", wake)
            _ = writer.put("result", string: result.rawValue)
            return writer.datagram
        }
    }
}

extension MessageToApp {
    /// The message that `fields` are; nil when it isn't one of the hot ones, or isn't whole.
    package init?(_ fields: PlainFields) {
        switch fields.type {
        case "deliver":
            guard let seq = fields.seq, let call = Call(fields) else { return nil }
            self = .deliver(Delivery(seq: seq, redelivered: fields.redelivered, call: call))
        case "ack":
            guard let request = fields.request else { return nil }
            self = .ack(request: request)
        case "backgroundTime":
            self = .backgroundTime(deadline: fields.deadline)
        case _:
            return nil
        }
    }

    /// The datagram of a hot message; nil for the others.
    package var plainForm: [UInt8]? {
        switch self {
        case .welcome, .session, .progress, .notifications, .error:
            return nil
        case .deliver(let delivery):
            return delivery.plainForm
        case .ack(let request):
            var writer = PlainWriter(type: "ack")
            writer.put("request", request)
            return writer.datagram
        case .backgroundTime(_, isOver: true):
            return nil
        case .backgroundTime(let deadline, isOver: false):
            var writer = PlainWriter(type: "backgroundTime")
            if let deadline { writer.put("deadline", deadline) }
            return writer.datagram
        }
    }
}

extension MessageToApp.Call {
    fileprivate init?(_ fields: PlainFields) {
        switch fields.call {
        case "didBecomeActive": self = .didBecomeActive
        case "willResignActive": self = .willResignActive
        case "didEnterBackground": self = .didEnterBackground(deadline: fields.deadline)
        case "willEnterForeground": self = .willEnterForeground
        case "willTerminate": self = .willTerminate
        case "performFetch":
            guard let wake = fields.wake else { return nil }
            self = .performFetch(wake: wake)
        case "remoteNotification":
            guard let wake = fields.wake, let payload = fields.payload else { return nil }
            self = .remoteNotification(wake: wake, payload: payload)
        case _:
            return nil
        }
    }
}

extension MessageToApp.Delivery {
    fileprivate var plainForm: [UInt8]? {
        var writer = PlainWriter(type: "deliver")
        writer.put("seq", seq)
        if redelivered { writer.putTrue("redelivered") }
        switch call {
        case .finishLaunching, .expireTasks, .systemEvents, .memoryWarning, .permission, .input,
            .transfer, .notification, .push, .backgroundTask, .expireWake,
            .fetchRefused:
            return nil
        case .didBecomeActive: writer.put("call", word: "didBecomeActive")
        case .willResignActive: writer.put("call", word: "willResignActive")
        case .didEnterBackground(let deadline):
            writer.put("call", word: "didEnterBackground")
            if let deadline { writer.put("deadline", deadline) }
        case .willEnterForeground: writer.put("call", word: "willEnterForeground")
        case .willTerminate: writer.put("call", word: "willTerminate")
        case .performFetch(let wake):
            writer.put("call", word: "performFetch")
            writer.put("wake", wake)
        case .remoteNotification(let wake, let payload):
            writer.put("call", word: "remoteNotification")
            writer.put("wake", wake)
            guard writer.put("payload", string: payload) else { return nil }
        }
        return writer.datagram
    }
}
