// Derived from Fetch/ForecastText.swift by scripts/derive. Change that, and run it.
// sha256 3b84af874a7282b6

import QuiesceTerminal
import QuiesceVocabulary
import QuiesceWire

extension ForecastText.Object: DescribedFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("from", from)
        sink.field("location", location)
        sink.field("saved", saved)
        sink.field("to", to)
        sink.field("unmerged", unmerged)
        sink.field("wakeUps", wakeUps)
    }
}
