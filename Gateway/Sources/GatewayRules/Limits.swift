/// Every bound of the gateway, each with its reason.
public enum Limits {
    /// Bytes of a push's payload, and of one of type `voip`: the provider API's.
    public static let payloadBytes = 4_096
    public static let voipPayloadBytes = 5_120
    /// Bytes of a collapse id: the provider API's.
    public static let collapseIDBytes = 64
    /// Bytes of a topic: an app id is at most 155, and some topics have a suffix.
    public static let topicBytes = 255
    /// A number of a push's that a device may say it has: half of those that there are, so that
    /// many follow.
    public static let sequenceMost: Int64 = 1 << 62
    /// How often all pushes are numbered from higher up, as a device says that it has more than
    /// there was. After a lost end once is enough; one that lies isn't to have the older epochs
    /// forgotten, of which a thousand are kept.
    public static let epochsForDevices = Rate(perSecond: 1.0 / 21_600, burst: 8)
    /// Hex digits of a device token that are looked up. Ours have 64.
    public static let tokenDigits = 64...200
    /// How deep a payload may be nested: no app reads deeper, and the scanner keeps its place on a
    /// stack.
    public static let payloadDepth = 64
    /// How long a push without `apns-expiration` is kept for a device that is away.
    public static let defaultKeep = Span.days(30)
    /// Pushes kept for one device that is away. Above it the oldest goes.
    public static let pushesPerDevice = 1_000
    /// Pushes that are read for a device at once, and those that wait in memory until it takes
    /// them.
    public static let pushesAtOnce = 64
    /// Age of a provider token at which it counts no more: the provider API's.
    public static let providerTokenAge = Span.minutes(60)
    /// How far a provider's clock may be ahead.
    public static let providerClockAhead = Span.minutes(5)
    /// How far ahead a Web Push sender's token may end: RFC 8292's.
    public static let vapidAge = Span.minutes(24 * 60)
    /// How soon a connection may come with a new provider token: the provider API's.
    public static let providerTokenUpdate = Span.minutes(20)
    /// Bytes of a provider token: one with every claim in use has some 250.
    public static let providerTokenBytes = 2_048
    /// Provider tokens that were checked and are remembered, so that each push needs no signature
    /// check.
    public static let providerTokensRemembered = 1_000
    /// Pushes a second, and at once, to one device's tokens and from one provider key.
    public static let devicePushes = Rate(perSecond: 200, burst: 5_000)
    public static let providerPushes = Rate(perSecond: 20_000, burst: 100_000)
    /// Registrations from one address: a house's devices, not a flood.
    public static let registrations = Rate(perSecond: 1, burst: 60)
    /// Buckets of one kind of rate that are kept. Above it those that are full are forgotten.
    public static let buckets = 100_000
    /// Bytes of a device's name that are kept.
    public static let deviceNameBytes = 128
    /// Bytes of a device's request: a list of the acknowledgements of all that can be stored.
    public static let deviceRequestBytes = 65_536
    /// Tokens of one device: as many as apps can be installed on one, some of which have one for
    /// voip pushes as well.
    public static let tokensPerDevice = 2_000
    /// How long a device's certificate is valid, and a provider's.
    public static let deviceCertificate = Span.days(3_650)
    public static let providerCertificate = Span.days(398)
    /// How long what became of a push is remembered, and so its `apns-id` taken for a repetition.
    public static let settledKeep = Span.days(1)
    /// How often what needn't be remembered is deleted, at most.
    public static let pruneEvery = Span.minutes(60)
}
