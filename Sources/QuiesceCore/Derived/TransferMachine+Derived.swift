// Derived from Transfers/TransferMachine.swift by scripts/derive. Change that, and run it.
// sha256 54753a018f05b76b

extension TransferMachine: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("transfer", transfer)
        sink.field("run", run)
        sink.field("attempt", attempt)
        sink.field("received", received)
        sink.field("failures", failures)
        sink.field("retry", retry)
        sink.field("limitedUntil", limitedUntil)
        sink.field("beginsAt", beginsAt)
        sink.field("deadline", deadline)
        sink.field("since", since)
        sink.field("restarted", restarted)
        sink.field("wasTold", wasTold)
        sink.field("isStored", isStored)
        sink.field("hasBytes", hasBytes)
        sink.field("staleVerdicts", staleVerdicts)
    }

    init(fields: JSONObject) throws(JSONError) {
        transfer = try fields.read("transfer")
        run = try fields.read("run")
        attempt = try fields.read("attempt")
        received = try fields.read("received")
        failures = try fields.read("failures")
        retry = try fields.readIfPresent("retry")
        limitedUntil = try fields.readIfPresent("limitedUntil")
        beginsAt = try fields.readIfPresent("beginsAt")
        deadline = try fields.readIfPresent("deadline")
        since = try fields.read("since")
        restarted = try fields.readIfPresent("restarted")
        wasTold = try fields.read("wasTold")
        isStored = try fields.read("isStored")
        hasBytes = try fields.read("hasBytes")
        staleVerdicts = try fields.read("staleVerdicts")
    }
}

extension TransferMachine.Run: Described, JSONReadable {
    func describe(to sink: inout some Sink) {
        switch self {
        case .idle:
            sink.beginCase("idle", number: 0)
        case .running:
            sink.beginCase("running", number: 1)
        case .asking(let value0, let value1):
            sink.beginCase("asking", number: 2)
            sink.field("_0", value0)
            sink.field("_1", value1)
        case .stopping:
            sink.beginCase("stopping", number: 3)
        }
        sink.endCase()
    }

    init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("idle") {
            self = .idle
        } else if word.isWord("running") {
            self = .running
        } else if word.isWord("asking") {
            self = .asking(
                try fields.read("_0"),
                try fields.read("_1"))
        } else if word.isWord("stopping") {
            self = .stopping
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}

extension TransferMachine.Hold: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("wait", wait)
        sink.field("until", until)
        sink.field("latest", latest)
        sink.field("failure", failure)
    }

    init(fields: JSONObject) throws(JSONError) {
        wait = try fields.read("wait")
        until = try fields.read("until")
        latest = try fields.readIfPresent("latest")
        failure = try fields.readIfPresent("failure")
    }
}

extension SessionKey: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("owner", owner)
        sink.field("identifier", identifier)
    }

    init(fields: JSONObject) throws(JSONError) {
        owner = try fields.read("owner")
        identifier = try fields.read("identifier")
    }
}

extension SessionMachine: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("fact", fact)
        sink.field("openIn", openIn)
        sink.field("isClosing", isClosing)
        sink.field("delivering", delivering)
        sink.field("asked", asked)
        sink.field("hasNews", hasNews)
        sink.field("owesFinish", owesFinish)
        sink.field("wakeAt", wakeAt)
    }

    init(fields: JSONObject) throws(JSONError) {
        fact = try fields.read("fact")
        openIn = try fields.readIfPresent("openIn")
        isClosing = try fields.read("isClosing")
        delivering = try fields.read("delivering")
        asked = try fields.read("asked")
        hasNews = try fields.read("hasNews")
        owesFinish = try fields.read("owesFinish")
        wakeAt = try fields.readIfPresent("wakeAt")
    }
}
