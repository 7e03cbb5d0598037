import QuiesceBus
import QuiesceTerminal

// Arguments and answers of calls.
extension Portal {
    func introspect(_ call: borrowing BusMessage, _ text: String) {
        answer(call) { answer throws(BusError) in try answer.append(text) }
    }

    /// The call's arguments; nil: they are of other types, which it is told.
    func arguments(
        _ call: borrowing BusMessage, _ signature: String, count: Int
    ) -> [BusTree]? {
        var arguments: [BusTree] = []
        if call.signature == signature {
            while let argument = call.tree() { arguments.append(argument) }
            // One that is nested too deeply isn't read.
            if arguments.count == count { return arguments }
        }
        refuse(call, "InvalidArgs", "it takes (\(signature))")
        return nil
    }

    func answer(
        _ call: borrowing BusMessage, _ fill: (borrowing BusMessage) throws(BusError) -> Void
    ) {
        do { try bus.answer(call, fill) } catch { log("an answer got lost: \(error)") }
    }

    func refuse(_ call: borrowing BusMessage, _ error: String, _ text: String) {
        do {
            try bus.refuse(call, "org.freedesktop.DBus.Error.\(error)", text)
        } catch {
            log("an answer got lost: \(error)")
        }
    }

    func attempt(_ work: () throws(BusError) -> Void) {
        do { try work() } catch { log("the session's bus can't be used: \(error)") }
    }

    func log(_ text: String) { tell("quiesce-portal: \(oneLine(text))\n") }
}
