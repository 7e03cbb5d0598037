import QuiesceBus
import QuiesceTerminal

// Answers of calls.
extension DeviceObject: BusObject {
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

    func log(_ text: String) { QuiesceTerminal.tell("quiesce-bus: \(oneLine(text))\n") }
}
