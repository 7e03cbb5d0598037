// Derived from Protection/PasscodeCommands.swift by scripts/derive. Change that, and run it.
// sha256 881a5db6edc9c3e7

import ArgumentParser
import QuiesceClient
import QuiesceTerminal
import QuiesceVocabulary
import QuiesceWire

extension Passcode.Row: DescribedFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("locked", locked)
        sink.field("passcode", passcode)
        sink.field("protectedData", protectedData)
        sink.field("wrongPasscodes", wrongPasscodes)
    }
}
