// Derived from Transfers/TransferMessages.swift by scripts/derive. Change that, and run it.
// sha256 9e0c47d66cb3a4c5

extension SessionRequest: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .openSession(let value0):
            sink.word("openSession", number: 0, at: "action")
            value0.describeFields(to: &sink)
        case .closeSession(let value0, let value1):
            sink.word("closeSession", number: 1, at: "action")
            sink.field("session", value0)
            sink.field("cancelling", value1, unless: false)
        case .create(let value0):
            sink.word("create", number: 2, at: "action")
            value0.describeFields(to: &sink)
        case .resume(let value0, let value1):
            sink.word("resume", number: 3, at: "action")
            sink.field("session", value0)
            sink.field("task", value1)
        case .suspend(let value0, let value1):
            sink.word("suspend", number: 4, at: "action")
            sink.field("session", value0)
            sink.field("task", value1)
        case .cancel(let value0, let value1, let value2):
            sink.word("cancel", number: 5, at: "action")
            sink.field("session", value0)
            sink.field("task", value1)
            sink.field("keepingBytes", value2, unless: false)
        case .setPriority(let value0, let value1, let value2):
            sink.word("setPriority", number: 6, at: "action")
            sink.field("session", value0)
            sink.field("task", value1)
            sink.field("priority", value2)
        case .setEarliestBegin(let value0, let value1, let value2):
            sink.word("setEarliestBegin", number: 7, at: "action")
            sink.field("session", value0)
            sink.field("task", value1)
            sink.field("earliestBegin", value2)
        case .setDescription(let value0, let value1, let value2):
            sink.word("setDescription", number: 8, at: "action")
            sink.field("session", value0)
            sink.field("task", value1)
            sink.field("description", value2)
        case .handled(let value0):
            sink.word("handled", number: 9, at: "action")
            sink.field("transfer", value0)
        case .answer(let value0, let value1, let value2):
            sink.word("answer", number: 10, at: "action")
            sink.field("transfer", value0)
            sink.field("question", value1)
            sink.field("answer", value2)
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "action") {
        case "openSession":
            self = .openSession(
                try .init(fields: fields))
        case "closeSession":
            self = .closeSession(
                session: try fields.read("session"),
                cancelling: try fields.read("cancelling", or: false))
        case "create":
            self = .create(
                try .init(fields: fields))
        case "resume":
            self = .resume(
                session: try fields.read("session"),
                task: try fields.read("task"))
        case "suspend":
            self = .suspend(
                session: try fields.read("session"),
                task: try fields.read("task"))
        case "cancel":
            self = .cancel(
                session: try fields.read("session"),
                task: try fields.read("task"),
                keepingBytes: try fields.read("keepingBytes", or: false))
        case "setPriority":
            self = .setPriority(
                session: try fields.read("session"),
                task: try fields.read("task"),
                try fields.read("priority"))
        case "setEarliestBegin":
            self = .setEarliestBegin(
                session: try fields.read("session"),
                task: try fields.read("task"),
                try fields.readIfPresent("earliestBegin"))
        case "setDescription":
            self = .setDescription(
                session: try fields.read("session"),
                task: try fields.read("task"),
                try fields.readIfPresent("description"))
        case "handled":
            self = .handled(
                transfer: try fields.read("transfer"))
        case "answer":
            self = .answer(
                transfer: try fields.read("transfer"),
                question: try fields.read("question"),
                try fields.read("answer"))
        case _: throw .wrong("action")
        }
    }

    /// The words of its cases.
    public static var words: [String] {
        [
            "openSession", "closeSession", "create", "resume", "suspend", "cancel", "setPriority",
            "setEarliestBegin", "setDescription", "handled", "answer",
        ]
    }
}

extension SessionConfiguration: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("session", identifier)
        settings.describeFields(to: &sink)
    }

    public init(fields: JSONObject) throws(JSONError) {
        identifier = try fields.read("session")
        settings = try .init(fields: fields)
    }
}

extension SessionSettings: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("sendsLaunchEvents", sendsLaunchEvents, unless: true)
        sink.field("isDiscretionary", isDiscretionary, unless: false)
        sink.field("allowsCellularAccess", allowsCellularAccess, unless: true)
        sink.field("connectionsPerHost", connectionsPerHost, unless: 4)
        sink.field("resourceTimeout", resourceTimeout, unless: 604_800.0)
    }

    public init(fields: JSONObject) throws(JSONError) {
        sendsLaunchEvents = try fields.read("sendsLaunchEvents", or: true)
        isDiscretionary = try fields.read("isDiscretionary", or: false)
        allowsCellularAccess = try fields.read("allowsCellularAccess", or: true)
        connectionsPerHost = try fields.read("connectionsPerHost", or: 4)
        resourceTimeout = try fields.read("resourceTimeout", or: 604_800.0)
    }
}

extension TransferKind: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .download: sink.word("download", number: 0)
        case .upload: sink.word("upload", number: 1)
        case .data: sink.word("data", number: 2)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}

extension SessionTask: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("session", session)
        sink.field("task", task)
        sink.field("kind", kind)
        sink.field("request", request)
        sink.field("uploadFile", uploadFile)
        sink.field("priority", priority, unless: 50)
        sink.field("earliestBegin", earliestBegin)
        sink.field("description", description)
        sink.field("resumesTransfer", resumesTransfer)
    }

    public init(fields: JSONObject) throws(JSONError) {
        session = try fields.read("session")
        task = try fields.read("task")
        kind = try fields.read("kind")
        request = try fields.read("request")
        uploadFile = try fields.readIfPresent("uploadFile")
        priority = try fields.read("priority", or: 50)
        earliestBegin = try fields.readIfPresent("earliestBegin")
        description = try fields.readIfPresent("description")
        resumesTransfer = try fields.readIfPresent("resumesTransfer")
    }
}

extension TransferCallback: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        switch self {
        case .handleEvents(let value0, let value1):
            sink.word("handleEvents", number: 0, at: "kind")
            sink.field("wake", value0)
            sink.field("session", value1)
        case .ask(let value0, let value1, let value2, let value3, let value4):
            sink.word("ask", number: 1, at: "kind")
            sink.field("transfer", value0)
            sink.field("question", value1)
            sink.field("session", value2)
            sink.field("task", value3)
            sink.field("inquiry", value4)
        case .completed(let value0, let value1, let value2, let value3):
            sink.word("completed", number: 2, at: "kind")
            sink.field("transfer", value0)
            sink.field("session", value1)
            sink.field("task", value2)
            sink.field("verdict", value3)
        case .finishedEvents(let value0):
            sink.word("finishedEvents", number: 3, at: "kind")
            sink.field("session", value0)
        }
    }

    public init(fields: JSONObject) throws(JSONError) {
        switch try fields.word(at: "kind") {
        case "handleEvents":
            self = .handleEvents(
                wake: try fields.read("wake"),
                session: try fields.read("session"))
        case "ask":
            self = .ask(
                transfer: try fields.read("transfer"),
                question: try fields.read("question"),
                session: try fields.read("session"),
                task: try fields.read("task"),
                try fields.read("inquiry"))
        case "completed":
            self = .completed(
                transfer: try fields.read("transfer"),
                session: try fields.read("session"),
                task: try fields.read("task"),
                try fields.read("verdict"))
        case "finishedEvents":
            self = .finishedEvents(
                session: try fields.read("session"))
        case _: throw .wrong("kind")
        }
    }

    /// The words of its cases.
    public static let words = ["handleEvents", "ask", "completed", "finishedEvents"]
}

extension TransferVerdict: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("response", response)
        sink.field("file", file)
        sink.field("bytesReceived", bytesReceived, unless: 0)
        sink.field("bytesSent", bytesSent, unless: 0)
        sink.field("failure", failure)
        sink.field("resumable", resumable)
    }

    public init(fields: JSONObject) throws(JSONError) {
        response = try fields.readIfPresent("response")
        file = try fields.readIfPresent("file")
        bytesReceived = try fields.read("bytesReceived", or: 0)
        bytesSent = try fields.read("bytesSent", or: 0)
        failure = try fields.readIfPresent("failure")
        resumable = try fields.readIfPresent("resumable")
    }
}

extension TransferVerdict.Failure: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("reason", reason)
        sink.field("code", code)
    }

    public init(fields: JSONObject) throws(JSONError) {
        reason = try fields.read("reason")
        code = try fields.readIfPresent("code")
    }
}

extension SessionTasks: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("session", session)
        sink.field("tasks", tasks)
        sink.field("isLast", isLast)
    }

    public init(fields: JSONObject) throws(JSONError) {
        session = try fields.read("session")
        tasks = try fields.read("tasks")
        isLast = try fields.read("isLast")
    }
}

extension SessionTasks.Task: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("task", task)
        sink.field("kind", kind)
        sink.field("url", url)
        sink.field("state", state)
        sink.field("priority", priority)
        sink.field("description", description)
    }

    public init(fields: JSONObject) throws(JSONError) {
        task = try fields.read("task")
        kind = try fields.read("kind")
        url = try fields.read("url")
        state = try fields.read("state")
        priority = try fields.read("priority")
        description = try fields.readIfPresent("description")
    }
}

extension SessionTasks.Task.State: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .suspended: sink.word("suspended", number: 0)
        case .running: sink.word("running", number: 1)
        case .canceling: sink.word("canceling", number: 2)
        case .completed: sink.word("completed", number: 3)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}

extension TransferProgress: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("session", session)
        sink.field("task", task)
        sink.field("received", received)
        sink.field("expected", expected)
        sink.field("sent", sent)
        sink.field("expectedToSend", expectedToSend)
        sink.field("resumedAt", resumedAt)
    }

    public init(fields: JSONObject) throws(JSONError) {
        session = try fields.read("session")
        task = try fields.read("task")
        received = try fields.read("received")
        expected = try fields.readIfPresent("expected")
        sent = try fields.read("sent")
        expectedToSend = try fields.readIfPresent("expectedToSend")
        resumedAt = try fields.readIfPresent("resumedAt")
    }
}
