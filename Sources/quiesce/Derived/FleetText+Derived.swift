// Derived from Fleet/FleetText.swift by scripts/derive. Change that, and run it.
// sha256 0fac375900f0fb1d

import QuiesceCore
import QuiesceFleet
import QuiesceJournal
import QuiesceTerminal
import QuiesceVocabulary

extension FleetText.Whole: DescribedFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("against", against)
        sink.field("days", days)
        sink.field("devices", devices)
        sink.field("problems", problems)
        sink.field("profile", profile)
        sink.field("rows", rows)
    }
}
