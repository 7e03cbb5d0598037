// Derived from Transfers/AppTransferAction.swift by scripts/derive. Change that, and run it.
// sha256 10ea5d80b1a0170a

import QuiesceVocabulary

extension AppTransferAction: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .begin(let value0, let value1, let value2):
            sink.beginCase("begin", number: 0)
            sink.field("session", value0)
            sink.field("host", value1)
            sink.field("file", value2)
        case .create(let value0, let value1, let value2):
            sink.beginCase("create", number: 1)
            sink.field("session", value0)
            sink.field("host", value1)
            sink.field("file", value2)
        case .upload(let value0, let value1, let value2):
            sink.beginCase("upload", number: 2)
            sink.field("session", value0)
            sink.field("host", value1)
            sink.field("bytes", value2)
        case .resume(let value0):
            sink.beginCase("resume", number: 3)
            sink.field("task", value0)
        case .suspend(let value0):
            sink.beginCase("suspend", number: 4)
            sink.field("task", value0)
        case .cancel(let value0, let value1):
            sink.beginCase("cancel", number: 5)
            sink.field("task", value0)
            sink.field("keepingBytes", value1)
        case .goOn(let value0, let value1, let value2):
            sink.beginCase("goOn", number: 6)
            sink.field("session", value0)
            sink.field("host", value1)
            sink.field("file", value2)
        case .prioritize(let value0, let value1):
            sink.beginCase("prioritize", number: 7)
            sink.field("task", value0)
            sink.field("_1", value1)
        case .postpone(let value0, let value1):
            sink.beginCase("postpone", number: 8)
            sink.field("task", value0)
            sink.field("milliseconds", value1)
        case .open(let value0):
            sink.beginCase("open", number: 9)
            sink.field("session", value0)
        case .close(let value0, let value1):
            sink.beginCase("close", number: 10)
            sink.field("session", value0)
            sink.field("cancelling", value1)
        case .changeUploads:
            sink.beginCase("changeUploads", number: 11)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("begin") {
            self = .begin(
                session: try fields.read("session"),
                host: try fields.read("host"),
                file: try fields.read("file"))
        } else if word.isWord("create") {
            self = .create(
                session: try fields.read("session"),
                host: try fields.read("host"),
                file: try fields.read("file"))
        } else if word.isWord("upload") {
            self = .upload(
                session: try fields.read("session"),
                host: try fields.read("host"),
                bytes: try fields.read("bytes"))
        } else if word.isWord("resume") {
            self = .resume(
                task: try fields.read("task"))
        } else if word.isWord("suspend") {
            self = .suspend(
                task: try fields.read("task"))
        } else if word.isWord("cancel") {
            self = .cancel(
                task: try fields.read("task"),
                keepingBytes: try fields.read("keepingBytes"))
        } else if word.isWord("goOn") {
            self = .goOn(
                session: try fields.read("session"),
                host: try fields.read("host"),
                file: try fields.read("file"))
        } else if word.isWord("prioritize") {
            self = .prioritize(
                task: try fields.read("task"),
                try fields.read("_1"))
        } else if word.isWord("postpone") {
            self = .postpone(
                task: try fields.read("task"),
                milliseconds: try fields.read("milliseconds"))
        } else if word.isWord("open") {
            self = .open(
                session: try fields.read("session"))
        } else if word.isWord("close") {
            self = .close(
                session: try fields.read("session"),
                cancelling: try fields.read("cancelling"))
        } else if word.isWord("changeUploads") {
            self = .changeUploads
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}
