// Derived from Hosted/DesktopPrograms.swift by scripts/derive. Change that, and run it.
// sha256 83d8594491c8d940

import QuiesceClient
import QuiesceCore
import QuiesceTerminal
import QuiesceVocabulary
import QuiesceWire

extension DesktopPrograms.List: DescribedFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("on", on)
        sink.field("programs", programs)
    }
}

extension DesktopPrograms.Row: DescribedFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("entry", entry)
        sink.field("program", program)
        sink.field("reason", reason)
        sink.field("state", state)
    }
}

extension DesktopPrograms.State: Described {
    func describe(to sink: inout some Sink) {
        switch self {
        case .app: sink.word("app", number: 0)
        case .left: sink.word("left", number: 1)
        case .plain: sink.word("plain", number: 2)
        }
    }
}
