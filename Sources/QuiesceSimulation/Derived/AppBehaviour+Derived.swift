// Derived from Apps/AppBehaviour.swift by scripts/derive. Change that, and run it.
// sha256 5720196572998fe3

import QuiesceCore
import QuiesceVocabulary

extension AppBehaviour: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("callTakes", callTakes, unless: 1)
        sink.field("ignores", ignores, unless: [])
        sink.field("diesIn", diesIn, unless: [])
        sink.field("completesAfter", completesAfter)
        sink.field("completesTwice", completesTwice, unless: false)
        sink.field("goesOn", goesOn)
        sink.field("endsTasksWhenExpired", endsTasksWhenExpired, unless: true)
        sink.field("exitsWhenTerminated", exitsWhenTerminated, unless: true)
        sink.field("connects", connects, unless: true)
        sink.field("canBeStarted", canBeStarted, unless: true)
        sink.field("canBeKilled", canBeKilled, unless: true)
        sink.field("floods", floods, unless: 0)
        sink.field("diesAfter", diesAfter)
        sink.field("hangsUpAfter", hangsUpAfter)
        sink.field("forks", forks, unless: 0)
        sink.field("lies", lies, unless: false)
        sink.field("memory", memory, unless: 20_000_000)
        sink.field("holdsLock", holdsLock, unless: false)
        sink.field("listens", listens)
        sink.field("burnsCPU", burnsCPU, unless: 0)
        sink.field("usesGPU", usesGPU, unless: false)
        sink.field("result", result, unless: WakeResult.newData)
        sink.field("answersQuestions", answersQuestions, unless: true)
        sink.field("habits", habits, unless: [])
    }

    public init(fields: JSONObject) throws(JSONError) {
        callTakes = try fields.read("callTakes", or: 1)
        ignores = try fields.read("ignores", or: [])
        diesIn = try fields.read("diesIn", or: [])
        completesAfter = try fields.readIfPresent("completesAfter")
        completesTwice = try fields.read("completesTwice", or: false)
        goesOn = try fields.readIfPresent("goesOn")
        endsTasksWhenExpired = try fields.read("endsTasksWhenExpired", or: true)
        exitsWhenTerminated = try fields.read("exitsWhenTerminated", or: true)
        connects = try fields.read("connects", or: true)
        canBeStarted = try fields.read("canBeStarted", or: true)
        canBeKilled = try fields.read("canBeKilled", or: true)
        floods = try fields.read("floods", or: 0)
        diesAfter = try fields.readIfPresent("diesAfter")
        hangsUpAfter = try fields.readIfPresent("hangsUpAfter")
        forks = try fields.read("forks", or: 0)
        lies = try fields.read("lies", or: false)
        memory = try fields.read("memory", or: 20_000_000)
        holdsLock = try fields.read("holdsLock", or: false)
        listens = try fields.readIfPresent("listens")
        burnsCPU = try fields.read("burnsCPU", or: 0)
        usesGPU = try fields.read("usesGPU", or: false)
        result = try fields.read("result", or: WakeResult.newData)
        answersQuestions = try fields.read("answersQuestions", or: true)
        habits = try fields.read("habits", or: [])
    }
}
