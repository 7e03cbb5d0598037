import QuiesceBus
import QuiesceTerminal

// Arguments and answers of calls.
extension DeviceObject {
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
        _ call: borrowing BusMessage, _ result: Result<DeviceReply, DeviceRefusal>
    ) {
        switch result {
        case .success(.nothing): answer(call) { _ in }
        case .success(.text(let text)):
            answer(call) { answer throws(BusError) in try answer.append(text) }
        case .success(.one(let fields)):
            answer(call) { answer throws(BusError) in try answer.append(fields: fields) }
        case .success(.list(let list)):
            answer(call) { answer throws(BusError) in
                try answer.begin(BusType.array, "a{sv}")
                for fields in list { try answer.append(fields: fields) }
                try answer.end()
            }
        case .failure(let refusal):
            attempt { () throws(BusError) in
                try bus.refuse(
                    call, "\(DeviceInterface.error).\(refusal.name)", refusal.message)
            }
        }
    }

    func answer(
        _ call: borrowing BusMessage, _ fill: (borrowing BusMessage) throws(BusError) -> Void
    ) {
        do { try bus.answer(call, fill) } catch { log("an answer got lost: \(error)") }
    }

    /// - Parameter error: one of D-Bus's own.
    func refuse(_ call: borrowing BusMessage, _ error: String, _ text: String) {
        do {
            try bus.refuse(call, "org.freedesktop.DBus.Error.\(error)", text)
        } catch {
            log("an answer got lost: \(error)")
        }
    }

    func attempt(_ work: () throws(BusError) -> Void) {
        do { try work() } catch { log("the bus can't be used: \(error)") }
    }

    func log(_ text: String) { QuiesceTerminal.tell("quiesce-bus: \(oneLine(text))\n") }
}
