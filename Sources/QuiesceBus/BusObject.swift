/// An object that answers calls on a bus. Belongs to the bus's thread.
package protocol BusObject: AnyObject {
    var bus: MessageBus { get }
    /// Trouble with the bus, for the owner.
    func log(_ text: String)
}

extension BusObject {
    /// The call's arguments; nil: they are of other types, which it is told.
    package func arguments(
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

    package func answer(
        _ call: borrowing BusMessage, _ fill: (borrowing BusMessage) throws(BusError) -> Void
    ) {
        do { try bus.answer(call, fill) } catch { log("an answer got lost: \(error)") }
    }

    /// - Parameter error: one of D-Bus's own.
    package func refuse(_ call: borrowing BusMessage, _ error: String, _ text: String) {
        do {
            try bus.refuse(call, "org.freedesktop.DBus.Error.\(error)", text)
        } catch {
            log("an answer got lost: \(error)")
        }
    }

    package func attempt(_ work: () throws(BusError) -> Void) {
        do { try work() } catch { log("the bus can't be used: \(error)") }
    }
}
