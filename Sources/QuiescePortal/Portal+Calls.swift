import QuiesceBus
import QuiesceTerminal

// Answers of calls.
extension Portal: BusObject {
    func introspect(_ call: borrowing BusMessage, _ text: String) {
        answer(call) { answer throws(BusError) in try answer.append(text) }
    }

    func log(_ text: String) { tell("quiesce-portal: \(oneLine(text))\n") }
}
