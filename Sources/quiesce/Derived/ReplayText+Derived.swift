// Derived from Output/ReplayText.swift by scripts/derive. Change that, and run it.
// sha256 bbf228cb16a7e696

import QuiesceCore
import QuiesceJournal
import QuiesceTerminal
import QuiesceVocabulary

extension ReplayText.Row: DescribedFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("comparedEvents", comparedEvents)
        sink.field("comparedStates", comparedStates)
        sink.field("damage", damage)
        sink.field("decisions", decisions)
        sink.field("difference", difference)
        sink.field("events", events)
        sink.field("from", from)
        sink.field("gaps", gaps)
        sink.field("hash", hash)
        sink.field("payloads", payloads)
        sink.field("profile", profile)
        sink.field("restarts", restarts)
        sink.field("same", same)
        sink.field("segments", segments)
        sink.field("to", to)
        sink.field("unproved", unproved)
    }
}

extension ReplayText.Payload: DescribedFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("payload", payload)
        sink.field("seq", seq)
        sink.field("time", time)
    }
}

extension ReplayText.Difference: DescribedFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("event", event)
        sink.field("expected", expected)
        sink.field("got", got)
        sink.field("seq", seq)
        sink.field("time", time)
    }
}

extension ReplayText.Profile: DescribedFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("counts", counts)
        sink.field("differentEvents", differentEvents)
        sink.field("first", first)
        sink.field("name", name)
    }
}

extension ReplayText.Profile.Count: DescribedFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("kind", kind)
        sink.field("other", other)
        sink.field("reason", reason)
        sink.field("recorded", recorded)
    }
}

extension ReplayText.Profile.Side: DescribedFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("kind", kind)
        sink.field("reason", reason)
        sink.field("rule", rule)
        sink.field("sentence", sentence)
    }
}

extension ReplayText.Profile.First: DescribedFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("event", event)
        sink.field("other", other)
        sink.field("recorded", recorded)
        sink.field("seq", seq)
        sink.field("time", time)
    }
}
