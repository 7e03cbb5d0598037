// Derived from Transfers/TransferEvent.swift by scripts/derive. Change that, and run it.
// sha256 4ec48bfef6c6da91

extension TransferEvent: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .requested(let value0, let value1, let value2, let value3):
            sink.beginCase("requested", number: 0)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("request", value2)
            sink.field("_3", value3)
        case .get(let value0, let value1, let value2):
            sink.beginCase("get", number: 1)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("_2", value2)
        case .control(let value0, let value1, let value2):
            sink.beginCase("control", number: 2)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("_2", value2)
        case .agentStarted:
            sink.beginCase("agentStarted", number: 3)
        case .agentEnded(let value0):
            sink.beginCase("agentEnded", number: 4)
            sink.field("_0", value0)
        case .responded(let value0, let value1, let value2):
            sink.beginCase("responded", number: 5)
            sink.field("_0", value0)
            sink.field("attempt", value1)
            sink.field("_2", value2)
        case .asked(let value0, let value1, let value2, let value3):
            sink.beginCase("asked", number: 6)
            sink.field("_0", value0)
            sink.field("attempt", value1)
            sink.field("question", value2)
            sink.field("_3", value3)
        case .finished(let value0, let value1, let value2, let value3):
            sink.beginCase("finished", number: 7)
            sink.field("_0", value0)
            sink.field("attempt", value1)
            sink.field("_2", value2)
            sink.field("response", value3)
        case .interrupted(let value0, let value1, let value2, let value3, let value4, let value5):
            sink.beginCase("interrupted", number: 8)
            sink.field("_0", value0)
            sink.field("attempt", value1)
            sink.field("_2", value2)
            sink.field("received", value3)
            sink.field("retryAfter", value4)
            sink.field("response", value5)
        case .stopped(let value0, let value1, let value2):
            sink.beginCase("stopped", number: 9)
            sink.field("_0", value0)
            sink.field("attempt", value1)
            sink.field("received", value2)
        case .placed(let value0, let value1, let value2):
            sink.beginCase("placed", number: 10)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("copy", value2)
        case .notStored(let value0, let value1):
            sink.beginCase("notStored", number: 11)
            sink.field("_0", value0)
            sink.field("_1", value1)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("requested") {
            self = .requested(
                try fields.read("_0"),
                try fields.read("_1"),
                request: try fields.read("request"),
                try fields.read("_3"))
        } else if word.isWord("get") {
            self = .get(
                try fields.read("_0"),
                try fields.read("_1"),
                try fields.read("_2"))
        } else if word.isWord("control") {
            self = .control(
                try fields.read("_0"),
                try fields.read("_1"),
                try fields.read("_2"))
        } else if word.isWord("agentStarted") {
            self = .agentStarted
        } else if word.isWord("agentEnded") {
            self = .agentEnded(
                try fields.readIfPresent("_0"))
        } else if word.isWord("responded") {
            self = .responded(
                try fields.read("_0"),
                attempt: try fields.read("attempt"),
                try fields.read("_2"))
        } else if word.isWord("asked") {
            self = .asked(
                try fields.read("_0"),
                attempt: try fields.read("attempt"),
                question: try fields.read("question"),
                try fields.read("_3"))
        } else if word.isWord("finished") {
            self = .finished(
                try fields.read("_0"),
                attempt: try fields.read("attempt"),
                try fields.read("_2"),
                response: try fields.read("response"))
        } else if word.isWord("interrupted") {
            self = .interrupted(
                try fields.read("_0"),
                attempt: try fields.read("attempt"),
                try fields.read("_2"),
                received: try fields.read("received"),
                retryAfter: try fields.readIfPresent("retryAfter"),
                response: try fields.readIfPresent("response"))
        } else if word.isWord("stopped") {
            self = .stopped(
                try fields.read("_0"),
                attempt: try fields.read("attempt"),
                received: try fields.read("received"))
        } else if word.isWord("placed") {
            self = .placed(
                try fields.read("_0"),
                try fields.readIfPresent("_1"),
                copy: try fields.readIfPresent("copy"))
        } else if word.isWord("notStored") {
            self = .notStored(
                try fields.read("_0"),
                try fields.read("_1"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}

extension TransferEffect: Described {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .startAgent:
            sink.beginCase("startAgent", number: 0)
        case .start(let value0, let value1, let value2):
            sink.beginCase("start", number: 1)
            sink.field("_0", value0)
            sink.field("attempt", value1)
            sink.field("_2", value2)
        case .stop(let value0, let value1):
            sink.beginCase("stop", number: 2)
            sink.field("_0", value0)
            sink.field("attempt", value1)
        case .forget(let value0):
            sink.beginCase("forget", number: 3)
            sink.field("_0", value0)
        case .answer(let value0, let value1, let value2, let value3):
            sink.beginCase("answer", number: 4)
            sink.field("_0", value0)
            sink.field("attempt", value1)
            sink.field("question", value2)
            sink.field("usual", value3)
        case .place(let value0, let value1, let value2):
            sink.beginCase("place", number: 5)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("_2", value2)
        case .tellSession(let value0, let value1, let value2):
            sink.beginCase("tellSession", number: 6)
            sink.field("_0", value0)
            sink.field("_1", value1)
            sink.field("session", value2)
        }
        sink.endCase()
    }
}

extension TransferPromise: Described {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .unplace(let value0, let value1):
            sink.beginCase("unplace", number: 0)
            sink.field("_0", value0)
            sink.field("_1", value1)
        }
        sink.endCase()
    }
}

extension TransferCall: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .handleEvents(let value0, let value1):
            sink.beginCase("handleEvents", number: 0)
            sink.field("_0", value0)
            sink.field("session", value1)
        case .ask(let value0, let value1, let value2, let value3):
            sink.beginCase("ask", number: 1)
            sink.field("_0", value0)
            sink.field("session", value1)
            sink.field("task", value2)
            sink.field("question", value3)
        case .completed(let value0, let value1, let value2):
            sink.beginCase("completed", number: 2)
            sink.field("_0", value0)
            sink.field("session", value1)
            sink.field("task", value2)
        case .finishedEvents(let value0):
            sink.beginCase("finishedEvents", number: 3)
            sink.field("session", value0)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("handleEvents") {
            self = .handleEvents(
                try fields.read("_0"),
                session: try fields.read("session"))
        } else if word.isWord("ask") {
            self = .ask(
                try fields.read("_0"),
                session: try fields.read("session"),
                task: try fields.read("task"),
                question: try fields.read("question"))
        } else if word.isWord("completed") {
            self = .completed(
                try fields.read("_0"),
                session: try fields.read("session"),
                task: try fields.read("task"))
        } else if word.isWord("finishedEvents") {
            self = .finishedEvents(
                session: try fields.read("session"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}
