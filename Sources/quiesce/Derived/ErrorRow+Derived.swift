// Derived from Client/ErrorRow.swift by scripts/derive. Change that, and run it.
// sha256 2cdcaf8e28ab03fc

import QuiesceVocabulary

extension ErrorRow: DescribedFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("error", error)
        sink.field("exit", exit)
    }
}
