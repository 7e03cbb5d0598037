// Derived from Transfers/TransferRows.swift by scripts/derive. Change that, and run it.
// sha256 7bd5316cc8668c20

extension TransferRow: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("attempts", attempts)
        sink.field("code", code)
        sink.field("discretionary", discretionary)
        sink.field("expected", expected)
        sink.field("expectedToSend", expectedToSend)
        sink.field("failure", failure)
        sink.field("file", file)
        sink.field("joined", joined)
        sink.field("kind", kind)
        sink.field("rate", rate)
        sink.field("received", received)
        sink.field("sent", sent)
        sink.field("sentence", sentence)
        sink.field("session", session)
        sink.field("since", since)
        sink.field("state", state)
        sink.field("status", status)
        sink.field("transfer", transfer)
        sink.field("until", until)
        sink.field("url", url)
        sink.field("wait", wait)
    }

    public init(fields: JSONObject) throws(JSONError) {
        transfer = try fields.read("transfer")
        app = try fields.readIfPresent("app")
        session = try fields.readIfPresent("session")
        kind = try fields.read("kind")
        url = try fields.read("url")
        state = try fields.read("state")
        wait = try fields.readIfPresent("wait")
        sentence = try fields.read("sentence")
        since = try fields.readIfPresent("since")
        until = try fields.readIfPresent("until")
        discretionary = try fields.read("discretionary")
        attempts = try fields.read("attempts")
        received = try fields.readIfPresent("received")
        expected = try fields.readIfPresent("expected")
        sent = try fields.readIfPresent("sent")
        expectedToSend = try fields.readIfPresent("expectedToSend")
        rate = try fields.readIfPresent("rate")
        status = try fields.readIfPresent("status")
        failure = try fields.readIfPresent("failure")
        code = try fields.readIfPresent("code")
        file = try fields.readIfPresent("file")
        joined = try fields.readIfPresent("joined")
    }
}

extension TransferStatus: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("agent", agent)
        sink.field("running", running)
        sink.field("total", total)
        sink.field("waiting", waiting)
    }

    public init(fields: JSONObject) throws(JSONError) {
        agent = try fields.readIfPresent("agent")
        running = try fields.read("running")
        waiting = try fields.read("waiting")
        total = try fields.read("total")
    }
}

extension TransferWhyAnswer: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("chain", chain)
        sink.field("transfer", transfer)
    }

    public init(fields: JSONObject) throws(JSONError) {
        transfer = try fields.readIfPresent("transfer")
        chain = try fields.read("chain")
    }
}

extension GetOrder: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("request", request)
        sink.field("path", path)
        sink.field("discretionary", discretionary)
        sink.field("timeout", timeout)
    }

    public init(fields: JSONObject) throws(JSONError) {
        request = try fields.read("request")
        path = try fields.read("path")
        discretionary = try fields.read("discretionary")
        timeout = try fields.readIfPresent("timeout")
    }
}

extension TransferControl: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .pause: sink.word("pause", number: 0)
        case .resume: sink.word("resume", number: 1)
        case .cancel: sink.word("cancel", number: 2)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}
