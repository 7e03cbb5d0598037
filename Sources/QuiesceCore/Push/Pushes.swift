/// All that the device knows of pushes.
// derive: json
struct Pushes: Sendable, Hashable {
    /// Pushes are numbered up to here.
    var last: UInt64 = 0
    /// The name by which a gateway knows this device; nil: it has joined none.
    var account: String?
    /// The greatest sequence of that gateway that is the device's.
    var sequence: UInt64 = 0
    /// The gateway hears of tokens and acknowledgements at once.
    var isConnected = false
    /// Those without a verdict, in the order of their numbers.
    var pending: [Shared<Push>] = []
    /// In the order of their addresses.
    var registrations: [PushRegistrationFact] = []
    /// The receipts of the latest pushes, oldest first. Each receipt is shared, as the oldest
    /// leaves with each push, and all others move.
    var receipts: [Shared<PushReceipt>] = []
    /// The news of tokens that apps are to be told, as soon as they hear.
    var untold: [Untold] = []
    /// How many silent ones apps have had, those of which that says anything.
    var quotas: [PushQuota] = []
    /// When a held one's turn comes by time alone.
    var due: Instant?

    // derive: json
    struct Untold: Sendable, Hashable {
        var app: AppID
        var launch: Launch
        var call: PushCall
    }

    var fact: PushesFact { PushesFact(last: last, account: account, sequence: sequence) }
    /// There ever was a push, or a gateway.
    var isKnown: Bool { last > 0 || account != nil || sequence > 0 }

    subscript(address: PushAddress) -> PushRegistrationFact? {
        registrations.first { $0.address == address }
    }

    subscript(id: PushID) -> Push? { pending.first { $0.value.id == id }?.value }

    func holds(_ id: PushID) -> Bool { pending.contains { $0.value.id == id } }

    // MARK: Those without a verdict

    mutating func set(_ push: Push) {
        if let at = pending.firstIndex(where: { $0.value.id >= push.id }) {
            let isKnown = pending[at].value.id == push.id
            pending.replaceSubrange(at..<(isKnown ? at + 1 : at), with: [Shared(push)])
        } else {
            pending.append(Shared(push))
        }
    }

    mutating func remove(_ id: PushID) { pending.removeAll { $0.value.id == id } }

    // MARK: Tokens

    mutating func setRegistration(_ fact: PushRegistrationFact) {
        if let at = registrations.firstIndex(where: { $0.address >= fact.address }) {
            let isKnown = registrations[at].address == fact.address
            registrations.replaceSubrange(at..<(isKnown ? at + 1 : at), with: [fact])
        } else {
            registrations.append(fact)
        }
    }

    mutating func removeRegistration(_ address: PushAddress) {
        registrations.removeAll { $0.address == address }
    }

    // MARK: Receipts

    mutating func add(_ receipt: PushReceipt) {
        if receipts.count >= Limits.pushReceipts { receipts.removeFirst() }
        receipts.append(Shared(receipt))
    }

    /// Long after, it may be forgotten.
    mutating func update(_ id: PushID, _ outcome: PushReceipt.Outcome, at now: WallTime) {
        guard let at = receipts.lastIndex(where: { $0.value.id == id }) else { return }
        var receipt = receipts[at].value
        receipt.outcome = outcome
        receipt.at = now
        receipts[at] = Shared(receipt)
    }

    // MARK: Quotas

    func quota(of app: AppID) -> PushQuota {
        quotas.first { $0.app == app } ?? PushQuota(app: app)
    }

    /// Forgets those that are as if they had never been.
    mutating func setQuota(_ quota: PushQuota, at now: Instant) {
        quotas.removeAll { $0.app == quota.app || $0.fullAt <= now }
        quotas.append(quota)
    }

    mutating func forgetQuotas(of app: AppID? = nil) {
        quotas.removeAll { app == nil || $0.app == app }
    }
}
