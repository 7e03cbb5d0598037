import QuiesceCore

/// The push gateway, as it hears of the device.
package struct PlayedGateway {
    /// Sequences of pushes, in order, as often as they came.
    package var acknowledged: [UInt64] = []
    /// Addresses for which a token was asked, in order.
    package var requested: [PushAddress] = []
    /// Addresses whose token was given back, in order.
    package var retired: [PushAddress] = []
    /// The sequence of its last push.
    package var sequence: UInt64 = 0

    mutating func hear(_ promise: PushPromise) {
        switch promise {
        case .requestToken(let address): requested.append(address)
        case .retireToken(let address): retired.append(address)
        case .acknowledge(let sequence): acknowledged.append(sequence)
        }
    }
}

extension CoreHarness {
    /// As the shell does: stores the payloads of a push before the core hears of it.
    func stage(_ push: NewPush) {
        store.payloads.insert(push.payload)
        if let content = push.content { store.payloads.insert(content) }
    }
}
