// Derived from Apps/AppProtocol.swift by scripts/derive. Change that, and run it.
// sha256 920247b735624a70

extension MessageFromApp: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .hello(let value0):
            sink.word("hello", number: 0, at: "type")
            value0.describeFields(to: &sink)
        case .handled(let value0):
            sink.word("handled", number: 1, at: "type")
            sink.field("seq", value0)
        case .beginTask(let value0, let value1, let value2):
            sink.word("beginTask", number: 2, at: "type")
            sink.field("request", value0)
            sink.field("task", value1)
            sink.field("name", value2)
        case .endTask(let value0, let value1):
            sink.word("endTask", number: 3, at: "type")
            sink.field("request", value0)
            sink.field("task", value1)
        case .completeWake(let value0, let value1, let value2):
            sink.word("completeWake", number: 4, at: "type")
            sink.field("request", value0)
            sink.field("wake", value1)
            sink.field("result", value2)
        case .requestPermission(let value0, let value1):
            sink.word("requestPermission", number: 5, at: "type")
            sink.field("request", value0)
            sink.field("permission", value1)
        case .scene(let value0):
            sink.word("scene", number: 6, at: "type")
            sink.field("scene", value0)
        case .transfer(let value0, let value1):
            sink.word("transfer", number: 7, at: "type")
            sink.field("request", value0)
            sink.field("transfer", value1)
        case .notification(let value0, let value1):
            sink.word("notification", number: 8, at: "type")
            sink.field("request", value0)
            sink.field("notification", value1)
        case .fetching(let value0, let value1):
            sink.word("fetching", number: 9, at: "type")
            sink.field("request", value0)
            sink.field("fetching", value1)
        case .push(let value0, let value1):
            sink.word("push", number: 10, at: "type")
            sink.field("request", value0)
            sink.field("push", value1)
        case .motion(let value0, let value1):
            sink.word("motion", number: 11, at: "type")
            sink.field("request", value0)
            sink.field("motion", value1)
        case .location(let value0, let value1):
            sink.word("location", number: 12, at: "type")
            sink.field("request", value0)
            sink.field("location", value1)
        case .audio(let value0, let value1):
            sink.word("audio", number: 13, at: "type")
            sink.field("request", value0)
            sink.field("audio", value1)
        case .voip(let value0, let value1):
            sink.word("voip", number: 14, at: "type")
            sink.field("request", value0)
            sink.field("voip", value1)
        case .accessory(let value0, let value1):
            sink.word("accessory", number: 15, at: "type")
            sink.field("request", value0)
            sink.field("accessory", value1)
        case .bluetooth(let value0, let value1):
            sink.word("bluetooth", number: 16, at: "type")
            sink.field("request", value0)
            sink.field("bluetooth", value1)
        case .link(let value0, let value1):
            sink.word("link", number: 17, at: "type")
            sink.field("request", value0)
            sink.field("link", value1)
        case .idleTimer(let value0, let value1):
            sink.word("idleTimer", number: 18, at: "type")
            sink.field("request", value0)
            sink.field("disabled", value1)
        case .continued(let value0, let value1):
            sink.word("continued", number: 19, at: "type")
            sink.field("request", value0)
            sink.field("continued", value1)
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "type") {
        case "hello":
            self = .hello(
                try .init(fields: fields))
        case "handled":
            self = .handled(
                seq: try fields.read("seq"))
        case "beginTask":
            self = .beginTask(
                request: try fields.read("request"),
                task: try fields.read("task"),
                name: try fields.readIfPresent("name"))
        case "endTask":
            self = .endTask(
                request: try fields.read("request"),
                task: try fields.read("task"))
        case "completeWake":
            self = .completeWake(
                request: try fields.read("request"),
                wake: try fields.read("wake"),
                result: try fields.read("result"))
        case "requestPermission":
            self = .requestPermission(
                request: try fields.read("request"),
                permission: try fields.read("permission"))
        case "scene":
            self = .scene(
                try fields.readIfPresent("scene"))
        case "transfer":
            self = .transfer(
                request: try fields.read("request"),
                try fields.read("transfer"))
        case "notification":
            self = .notification(
                request: try fields.read("request"),
                try fields.read("notification"))
        case "fetching":
            self = .fetching(
                request: try fields.read("request"),
                try fields.read("fetching"))
        case "push":
            self = .push(
                request: try fields.read("request"),
                try fields.read("push"))
        case "motion":
            self = .motion(
                request: try fields.read("request"),
                try fields.read("motion"))
        case "location":
            self = .location(
                request: try fields.read("request"),
                try fields.read("location"))
        case "audio":
            self = .audio(
                request: try fields.read("request"),
                try fields.read("audio"))
        case "voip":
            self = .voip(
                request: try fields.read("request"),
                try fields.read("voip"))
        case "accessory":
            self = .accessory(
                request: try fields.read("request"),
                try fields.read("accessory"))
        case "bluetooth":
            self = .bluetooth(
                request: try fields.read("request"),
                try fields.read("bluetooth"))
        case "link":
            self = .link(
                request: try fields.read("request"),
                try fields.read("link"))
        case "idleTimer":
            self = .idleTimer(
                request: try fields.read("request"),
                disabled: try fields.read("disabled"))
        case "continued":
            self = .continued(
                request: try fields.read("request"),
                try fields.read("continued"))
        case let word: throw .unknownWord(word)
        }
    }

    /// The words of its cases.
    public static let words = [
        "hello", "handled", "beginTask", "endTask", "completeWake", "requestPermission", "scene",
        "transfer", "notification", "fetching", "push", "motion", "location", "audio", "voip",
        "accessory", "bluetooth", "link", "idleTimer", "continued",
    ]
}

extension MessageFromApp.Hello: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("version", version)
        sink.field("lastReceived", lastReceived)
        sink.field("lastHandled", lastHandled)
        sink.field("openTasks", openTasks)
        sink.field("outbox", outbox)
    }

    public init(fields: JSONObject) throws(JSONError) {
        version = try fields.read("version")
        lastReceived = try fields.read("lastReceived")
        lastHandled = try fields.read("lastHandled")
        openTasks = try fields.read("openTasks")
        outbox = try fields.read("outbox")
    }
}

extension MessageToApp: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .welcome(let value0):
            sink.word("welcome", number: 0, at: "type")
            value0.describeFields(to: &sink)
        case .deliver(let value0):
            sink.word("deliver", number: 1, at: "type")
            value0.describeFields(to: &sink)
        case .ack(let value0):
            sink.word("ack", number: 2, at: "type")
            sink.field("request", value0)
        case .backgroundTime(let value0, let value1):
            sink.word("backgroundTime", number: 3, at: "type")
            sink.field("deadline", value0)
            sink.field("over", value1, unless: false)
        case .session(let value0):
            sink.word("session", number: 4, at: "type")
            sink.field("session", value0)
        case .progress(let value0):
            sink.word("progress", number: 5, at: "type")
            sink.field("progress", value0)
        case .notifications(let value0):
            sink.word("notifications", number: 6, at: "type")
            sink.field("notifications", value0)
        case .motion(let value0):
            sink.word("motion", number: 7, at: "type")
            sink.field("motion", value0)
        case .location(let value0):
            sink.word("location", number: 8, at: "type")
            sink.field("location", value0)
        case .audio(let value0):
            sink.word("audio", number: 9, at: "type")
            sink.field("audio", value0)
        case .bluetooth(let value0):
            sink.word("bluetooth", number: 10, at: "type")
            sink.field("bluetooth", value0)
        case .error(let value0, let value1):
            sink.word("error", number: 11, at: "type")
            sink.field("code", value0)
            sink.field("message", value1)
        case .accessory(let value0):
            sink.word("accessory", number: 12, at: "type")
            sink.field("accessory", value0)
        case .deliveredNotifications(let value0):
            sink.word("deliveredNotifications", number: 13, at: "type")
            sink.field("deliveredNotifications", value0)
        case .schemes(let value0, let value1):
            sink.word("schemes", number: 14, at: "type")
            sink.field("schemes", value0)
            sink.field("continues", value1, unless: false)
        case .domains(let value0, let value1):
            sink.word("domains", number: 15, at: "type")
            sink.field("domains", value0)
            sink.field("continues", value1, unless: false)
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "type") {
        case "welcome":
            self = .welcome(
                try .init(fields: fields))
        case "deliver":
            self = .deliver(
                try .init(fields: fields))
        case "ack":
            self = .ack(
                request: try fields.read("request"))
        case "backgroundTime":
            self = .backgroundTime(
                deadline: try fields.readIfPresent("deadline"),
                isOver: try fields.read("over", or: false))
        case "session":
            self = .session(
                try fields.read("session"))
        case "progress":
            self = .progress(
                try fields.read("progress"))
        case "notifications":
            self = .notifications(
                try fields.read("notifications"))
        case "motion":
            self = .motion(
                try fields.read("motion"))
        case "location":
            self = .location(
                try fields.read("location"))
        case "audio":
            self = .audio(
                try fields.read("audio"))
        case "bluetooth":
            self = .bluetooth(
                try fields.read("bluetooth"))
        case "error":
            self = .error(
                code: try fields.read("code"),
                message: try fields.read("message"))
        case "accessory":
            self = .accessory(
                try fields.read("accessory"))
        case "deliveredNotifications":
            self = .deliveredNotifications(
                try fields.read("deliveredNotifications"))
        case "schemes":
            self = .schemes(
                try fields.read("schemes"),
                continues: try fields.read("continues", or: false))
        case "domains":
            self = .domains(
                try fields.read("domains"),
                continues: try fields.read("continues", or: false))
        case let word: throw .unknownWord(word)
        }
    }

    /// The words of its cases.
    public static let words = [
        "welcome", "deliver", "ack", "backgroundTime", "session", "progress", "notifications",
        "motion", "location", "audio", "bluetooth", "error", "accessory", "deliveredNotifications",
        "schemes", "domains",
    ]
}

extension MessageToApp.Welcome: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("version", version)
        sink.field("launch", launch)
        sink.field("lastRequest", lastRequest)
        sink.field("multitaskingSupported", multitaskingSupported)
        sink.field("openTasksLimit", openTasksLimit)
        sink.field("device", device)
        sink.field("permissions", permissions)
        sink.field("registeredForPushes", registeredForPushes)
        sink.field("scenesRequired", scenesRequired)
        sink.field("continuedTasks", continuedTasks)
        sink.field("pendingTasks", pendingTasks)
    }

    public init(fields: JSONObject) throws(JSONError) {
        version = try fields.read("version")
        launch = try fields.read("launch")
        lastRequest = try fields.read("lastRequest")
        multitaskingSupported = try fields.read("multitaskingSupported")
        openTasksLimit = try fields.read("openTasksLimit")
        device = try fields.read("device")
        permissions = try fields.readIfPresent("permissions")
        registeredForPushes = try fields.readIfPresent("registeredForPushes")
        scenesRequired = try fields.readIfPresent("scenesRequired")
        continuedTasks = try fields.readIfPresent("continuedTasks")
        pendingTasks = try fields.readIfPresent("pendingTasks")
    }
}

extension MessageToApp.DeviceState: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("orientation", orientation)
        sink.field("batteryPercent", batteryPercent)
        sink.field("batteryState", batteryState)
        sink.field("near", near)
        sink.field("locale", locale)
        sink.field("timeZone", timeZone)
        sink.field("ubiquityIdentity", ubiquityIdentity)
        sink.field("accessories", accessories)
        sink.field("externalScreen", externalScreen)
        sink.field("screen", screen)
        sink.field("statusBarHeight", statusBarHeight)
        sink.field("backgroundRefresh", backgroundRefresh)
        sink.field("protectedDataAvailable", protectedDataAvailable)
        sink.field("lowPowerMode", lowPowerMode)
        sink.field("thermalState", thermalState)
    }

    public init(fields: JSONObject) throws(JSONError) {
        orientation = try fields.read("orientation")
        batteryPercent = try fields.readIfPresent("batteryPercent")
        batteryState = try fields.read("batteryState")
        near = try fields.read("near")
        locale = try fields.readIfPresent("locale")
        timeZone = try fields.readIfPresent("timeZone")
        ubiquityIdentity = try fields.readIfPresent("ubiquityIdentity")
        accessories = try fields.readIfPresent("accessories")
        externalScreen = try fields.readIfPresent("externalScreen")
        screen = try fields.readIfPresent("screen")
        statusBarHeight = try fields.readIfPresent("statusBarHeight")
        backgroundRefresh = try fields.readIfPresent("backgroundRefresh")
        protectedDataAvailable = try fields.readIfPresent("protectedDataAvailable")
        lowPowerMode = try fields.readIfPresent("lowPowerMode")
        thermalState = try fields.readIfPresent("thermalState")
    }
}

extension MessageToApp.Delivery: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("seq", seq)
        sink.field("redelivered", redelivered, unless: false)
        call.describeFields(to: &sink)
    }

    public init(fields: JSONObject) throws(JSONError) {
        seq = try fields.read("seq")
        redelivered = try fields.read("redelivered", or: false)
        call = try .init(fields: fields)
    }
}

extension MessageToApp.Call: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .finishLaunching(let value0):
            sink.word("finishLaunching", number: 0, at: "call")
            sink.field("launch", value0)
        case .didBecomeActive:
            sink.word("didBecomeActive", number: 1, at: "call")
        case .willResignActive:
            sink.word("willResignActive", number: 2, at: "call")
        case .didEnterBackground(let value0):
            sink.word("didEnterBackground", number: 3, at: "call")
            sink.field("deadline", value0)
        case .willEnterForeground:
            sink.word("willEnterForeground", number: 4, at: "call")
        case .memoryWarning:
            sink.word("memoryWarning", number: 5, at: "call")
        case .willTerminate:
            sink.word("willTerminate", number: 6, at: "call")
        case .expireTasks(let value0):
            sink.word("expireTasks", number: 7, at: "call")
            sink.field("tasks", value0)
        case .performFetch(let value0):
            sink.word("performFetch", number: 8, at: "call")
            sink.field("wake", value0)
        case .remoteNotification(let value0, let value1):
            sink.word("remoteNotification", number: 9, at: "call")
            sink.field("wake", value0)
            sink.field("payload", value1)
        case .systemEvents(let value0, let value1):
            sink.word("systemEvents", number: 10, at: "call")
            sink.field("events", value0)
            sink.field("device", value1)
        case .permission(let value0, let value1):
            sink.word("permission", number: 11, at: "call")
            sink.field("permission", value0)
            sink.field("state", value1)
        case .input(let value0):
            sink.word("input", number: 12, at: "call")
            sink.field("input", value0)
        case .transfer(let value0):
            sink.word("transfer", number: 13, at: "call")
            sink.field("transfer", value0)
        case .notification(let value0):
            sink.word("notification", number: 14, at: "call")
            sink.field("notification", value0)
        case .push(let value0):
            sink.word("push", number: 15, at: "call")
            sink.field("push", value0)
        case .backgroundTask(let value0, let value1, let value2):
            sink.word("backgroundTask", number: 16, at: "call")
            sink.field("wake", value0)
            sink.field("identifier", value1)
            sink.field("kind", value2)
        case .expireWake(let value0):
            sink.word("expireWake", number: 17, at: "call")
            sink.field("wake", value0)
        case .fetchRefused(let value0, let value1):
            sink.word("fetchRefused", number: 18, at: "call")
            sink.field("identifier", value0)
            sink.field("reason", value1)
        case .location(let value0, let value1):
            sink.word("location", number: 19, at: "call")
            sink.field("wake", value0)
            sink.field("news", value1)
        case .audio(let value0, let value1):
            sink.word("audio", number: 20, at: "call")
            sink.field("wake", value0)
            sink.field("order", value1)
        case .voip(let value0, let value1):
            sink.word("voip", number: 21, at: "call")
            sink.field("wake", value0)
            sink.field("news", value1)
        case .accessories(let value0, let value1):
            sink.word("accessories", number: 22, at: "call")
            sink.field("wake", value0)
            sink.field("news", value1)
        case .bluetooth(let value0, let value1):
            sink.word("bluetooth", number: 23, at: "call")
            sink.field("wake", value0)
            sink.field("news", value1)
        case .link(let value0):
            sink.word("link", number: 24, at: "call")
            sink.field("link", value0)
        case .continued(let value0):
            sink.word("continued", number: 25, at: "call")
            sink.field("continued", value0)
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "call") {
        case "finishLaunching":
            self = .finishLaunching(
                try fields.read("launch"))
        case "didBecomeActive": self = .didBecomeActive
        case "willResignActive": self = .willResignActive
        case "didEnterBackground":
            self = .didEnterBackground(
                deadline: try fields.readIfPresent("deadline"))
        case "willEnterForeground": self = .willEnterForeground
        case "memoryWarning": self = .memoryWarning
        case "willTerminate": self = .willTerminate
        case "expireTasks":
            self = .expireTasks(
                try fields.read("tasks"))
        case "performFetch":
            self = .performFetch(
                wake: try fields.read("wake"))
        case "remoteNotification":
            self = .remoteNotification(
                wake: try fields.read("wake"),
                payload: try fields.read("payload"))
        case "systemEvents":
            self = .systemEvents(
                try fields.read("events"),
                device: try fields.read("device"))
        case "permission":
            self = .permission(
                try fields.read("permission"),
                state: try fields.read("state"))
        case "input":
            self = .input(
                try fields.read("input"))
        case "transfer":
            self = .transfer(
                try fields.read("transfer"))
        case "notification":
            self = .notification(
                try fields.read("notification"))
        case "push":
            self = .push(
                try fields.read("push"))
        case "backgroundTask":
            self = .backgroundTask(
                wake: try fields.read("wake"),
                identifier: try fields.read("identifier"),
                kind: try fields.read("kind"))
        case "expireWake":
            self = .expireWake(
                wake: try fields.read("wake"))
        case "fetchRefused":
            self = .fetchRefused(
                identifier: try fields.readIfPresent("identifier"),
                reason: try fields.read("reason"))
        case "location":
            self = .location(
                wake: try fields.readIfPresent("wake"),
                news: try fields.read("news"))
        case "audio":
            self = .audio(
                wake: try fields.read("wake"),
                order: try fields.read("order"))
        case "voip":
            self = .voip(
                wake: try fields.read("wake"),
                news: try fields.read("news"))
        case "accessories":
            self = .accessories(
                wake: try fields.readIfPresent("wake"),
                news: try fields.read("news"))
        case "bluetooth":
            self = .bluetooth(
                wake: try fields.readIfPresent("wake"),
                news: try fields.read("news"))
        case "link":
            self = .link(
                try fields.read("link"))
        case "continued":
            self = .continued(
                try fields.read("continued"))
        case let word: throw .unknownWord(word)
        }
    }

    /// The words of its cases.
    public static let words = [
        "finishLaunching", "didBecomeActive", "willResignActive", "didEnterBackground",
        "willEnterForeground", "memoryWarning", "willTerminate", "expireTasks", "performFetch",
        "remoteNotification", "systemEvents", "permission", "input", "transfer", "notification",
        "push", "backgroundTask", "expireWake", "fetchRefused", "location", "audio", "voip",
        "accessories", "bluetooth", "link", "continued",
    ]
}

extension MessageToApp.LaunchContext: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("state", state)
        sink.field("reason", reason)
        sink.field("previousExit", previousExit)
        sink.field("notification", notification)
        sink.field("push", push)
        sink.field("bluetoothCentrals", bluetoothCentrals)
        sink.field("bluetoothPeripherals", bluetoothPeripherals)
        sink.field("notificationDate", notificationDate)
        sink.field("shown", shown)
        sink.field("link", link)
    }

    public init(fields: JSONObject) throws(JSONError) {
        state = try fields.read("state")
        reason = try fields.read("reason")
        previousExit = try fields.readIfPresent("previousExit")
        notification = try fields.readIfPresent("notification")
        push = try fields.readIfPresent("push")
        bluetoothCentrals = try fields.readIfPresent("bluetoothCentrals")
        bluetoothPeripherals = try fields.readIfPresent("bluetoothPeripherals")
        notificationDate = try fields.readIfPresent("notificationDate")
        shown = try fields.readIfPresent("shown")
        link = try fields.readIfPresent("link")
    }
}

extension MessageToApp.LaunchState: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .inactive: sink.word("inactive", number: 0)
        case .background: sink.word("background", number: 1)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}

extension MessageToApp.LaunchReason: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .user: sink.word("user", number: 0)
        case .fetch: sink.word("fetch", number: 1)
        case .remoteNotification: sink.word("remoteNotification", number: 2)
        case .transfer: sink.word("transfer", number: 3)
        case .localNotification: sink.word("localNotification", number: 4)
        case .backgroundTask: sink.word("backgroundTask", number: 5)
        case .location: sink.word("location", number: 6)
        case .audio: sink.word("audio", number: 7)
        case .voip: sink.word("voip", number: 8)
        case .bluetooth: sink.word("bluetooth", number: 9)
        case .voipPush: sink.word("voipPush", number: 10)
        case .notificationAction: sink.word("notificationAction", number: 11)
        case .url: sink.word("url", number: 12)
        case .shortcut: sink.word("shortcut", number: 13)
        case .activity: sink.word("activity", number: 14)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}

extension ProtocolErrorCode: Described, JSONReadable {
    public func describe(to sink: inout some Sink) { rawValue.describe(to: &sink) }

    public init(json: JSONValue) throws(JSONError) {
        self.init(rawValue: try RawValue(json: json))
    }
}
