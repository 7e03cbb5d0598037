// Derived from Client/ErrorRow.swift by scripts/derive. Change that, and run it.

import QuiesceVocabulary

extension ErrorRow: DescribedFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("error", error)
        sink.field("exit", exit)
    }
}
