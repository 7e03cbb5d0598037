import QuiesceBus

// Results of the portal's methods.
extension BusMessage {
    /// An `a{sv}` of numbers.
    func append(numbers: [(name: String, value: UInt32)]) throws(BusError) {
        try container(BusType.array, "{sv}") { () throws(BusError) in
            for number in numbers {
                try entry(number.name, "u") { () throws(BusError) in try append(number.value) }
            }
        }
    }

    /// An `a{sv}` with choices; none: it is empty.
    func append(choices: [(id: String, value: String)]) throws(BusError) {
        try container(BusType.array, "{sv}") { () throws(BusError) in
            if choices.isEmpty { return }
            try entry("choices", "a(ss)") { () throws(BusError) in
                try container(BusType.array, "(ss)") { () throws(BusError) in
                    for choice in choices { try append(choice: choice) }
                }
            }
        }
    }

    private func append(choice: (id: String, value: String)) throws(BusError) {
        try container(BusType.structure, "ss") { () throws(BusError) in
            try append(choice.id)
            try append(choice.value)
        }
    }
}
