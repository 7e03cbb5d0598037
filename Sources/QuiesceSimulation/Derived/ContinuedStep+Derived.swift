// Derived from ContinuedTasks/ContinuedStep.swift by scripts/derive. Change that, and run it.
// sha256 d92aecaaf1c1f1f1

import QuiesceCore
import QuiesceVocabulary

extension ContinuedStep: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .submit(let value0, let value1, let value2):
            sink.beginCase("submit", number: 0)
            sink.field("app", value0)
            sink.field("task", value1)
            sink.field("waits", value2)
        case .report(let value0):
            sink.beginCase("report", number: 1)
            sink.field("app", value0)
        case .complete(let value0):
            sink.beginCase("complete", number: 2)
            sink.field("app", value0)
        case .cancel(let value0):
            sink.beginCase("cancel", number: 3)
            sink.field("app", value0)
        case .stop(let value0, let value1):
            sink.beginCase("stop", number: 4)
            sink.field("app", value0)
            sink.field("task", value1)
        }
        sink.endCase()
    }

    public init(json: JSONValue) throws(JSONError) {
        let (word, fields) = try json.case()
        if word.isWord("submit") {
            self = .submit(
                app: try fields.read("app"),
                task: try fields.read("task"),
                waits: try fields.read("waits"))
        } else if word.isWord("report") {
            self = .report(
                app: try fields.read("app"))
        } else if word.isWord("complete") {
            self = .complete(
                app: try fields.read("app"))
        } else if word.isWord("cancel") {
            self = .cancel(
                app: try fields.read("app"))
        } else if word.isWord("stop") {
            self = .stop(
                app: try fields.read("app"),
                task: try fields.readIfPresent("task"))
        } else {
            throw .unknownWord(word.string ?? "")
        }
    }
}
