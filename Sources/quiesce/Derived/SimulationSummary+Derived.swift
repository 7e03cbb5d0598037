// Derived from Output/SimulationSummary.swift by scripts/derive. Change that, and run it.
// sha256 6ae42a7fa8549e4d

import QuiesceCore
import QuiesceScenario
import QuiesceSimulation
import QuiesceTerminal
import QuiesceVocabulary

extension SimulationSummary.Row: DescribedFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("apps", apps)
        sink.field("decisions", decisions)
        sink.field("events", events)
        sink.field("file", file)
        sink.field("finding", finding)
        sink.field("from", from)
        sink.field("hash", hash)
        sink.field("profile", profile)
        sink.field("scenario", scenario)
        sink.field("to", to)
        sink.field("virtualSeconds", virtualSeconds)
    }
}

extension SimulationSummary.Row.Finding: DescribedFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("afterSeconds", afterSeconds)
        sink.field("explanation", explanation)
        sink.field("invariant", invariant)
        sink.field("line", line)
        sink.field("problem", problem)
    }
}

extension SimulationSummary.Row.App: DescribedFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("completions", completions)
        sink.field("exits", exits)
        sink.field("id", id)
        sink.field("kills", kills)
        sink.field("launches", launches)
        sink.field("name", name)
        sink.field("refusals", refusals)
        sink.field("secondsGrantedInFront", secondsGrantedInFront)
        sink.field("secondsGrantedOutOfSight", secondsGrantedOutOfSight)
        sink.field("secondsIn", secondsIn)
        sink.field("wakes", wakes)
    }
}
