/// An app that speaks to accessories, while its process lives.
// derive: json
struct AccessoryClient: Sendable, Hashable {
    var app: AppID
    var launch: Launch
    /// The accessories that the app was told to be connected, or is told by a callback under way.
    // json: unless []
    var told: [Accessory] = []
    /// Wake-ups are paid for until then: it runs ahead of the clock by one interval for each, so
    /// one number is all that a bucket of tokens needs.
    // json: paidUntil unless .zero
    var paidUntil = AwakeInstant.zero
    /// It was woken so often that it waits for the next.
    // json: isOverQuota=isRationed, isOverQuota unless false
    var isOverQuota = false

    init(app: AppID, launch: Launch, told: [Accessory]) {
        self.app = app
        self.launch = launch
        self.told = told
    }

    /// From when on it may be woken again.
    var mayWakeAt: AwakeInstant {
        let ahead = Limits.accessoryWakeInterval.nanoseconds * Int64(Limits.accessoryWakeBurst - 1)
        return paidUntil.before(by: Interval(nanoseconds: ahead))
    }

    /// It is woken once more.
    ///
    /// - Returns: whether that is so often that it has to wait from now on.
    mutating func pay(at now: AwakeInstant) -> Bool {
        let wasOverQuota = isOverQuota && mayWakeAt + Limits.accessoryWakeInterval > now
        paidUntil = max(paidUntil, now) + Limits.accessoryWakeInterval
        isOverQuota = mayWakeAt > now
        return isOverQuota && !wasOverQuota
    }
}

/// Something that is connected.
// derive: json
struct ConnectedAccessory: Sendable, Hashable {
    var plugged: PluggedAccessory
    /// This daemon has found it; one that isn't found again after a restart is gone.
    // json: isConfirmed unless true
    var isConfirmed = true

    var accessory: Accessory { plugged.accessory }
    var connection: UInt64 { plugged.accessory.connection }
}

/// An app's session with an accessory. A terminal is one stream of bytes, so there is one for an
/// accessory, whatever they speak.
// derive: json
struct AccessorySession: Sendable, Hashable {
    var app: AppID
    var launch: Launch
    /// As the app numbers it.
    var session: UInt64
    var connection: UInt64
    var speaking: String
}
