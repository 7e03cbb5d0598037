// Derived from Links/DesktopEntries.swift by scripts/derive. Change that, and run it.
// sha256 5c074030c15c713b

import ArgumentParser
import QuiesceClient
import QuiesceTerminal
import QuiesceVocabulary
import QuiesceWire

extension DesktopEntries.Row: DescribedFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("change", change)
        sink.field("file", file)
        sink.field("schemes", schemes)
    }
}
