/// All that the device knows of pushes.
struct Pushes: Sendable, Hashable, Codable {
    /// Pushes are numbered up to here.
    var last: UInt64 = 0
    /// The name by which a gateway knows this device; nil: it has joined none.
    var account: String?
    /// The greatest sequence of that gateway that is the device's.
    var sequence: UInt64 = 0
    /// The gateway hears of tokens and acknowledgements at once.
    var isConnected = false
    /// Those without a verdict, in the order of their numbers.
    var pending: [Push] = []
    /// In the order of their apps.
    var registrations: [PushRegistrationFact] = []
    /// What became of the latest, oldest first.
    var receipts: [PushReceipt] = []

    var fact: PushesFact { PushesFact(last: last, account: account, sequence: sequence) }

    subscript(app: AppID) -> PushRegistrationFact? {
        registrations.first { $0.app == app }
    }
}
