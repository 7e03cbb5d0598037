import GatewayRules

/// Devices, their tokens, and the pushes that they have not acknowledged.
///
/// Every change survives the process's death, and a power cut, once its method has returned.
/// Several gateways may share one store: whatever is so of a device here is so for all of them.
/// Each method may be called from any task, and throws `StoreFailure` alone.
public protocol PushStore: Sendable {
    // MARK: Devices

    /// The device with this key: a new one, or the one that had registered with it.
    func register(publicKey: String, name: String, at now: Moment) async throws -> Device
    func device(_ id: DeviceID) async throws -> Device?
    /// All devices, the oldest first.
    func devices() async throws -> [Device]
    /// Ends the device's stream and its tokens, and lets it in no more. False if there is no such
    /// device, or it was revoked before.
    func revoke(_ id: DeviceID, at now: Moment) async throws -> Bool

    // MARK: Tokens

    /// The token for pushes to `topic` on this device, always the same until it is retired. Nil if
    /// the device may have no more (`Limits.tokensPerDevice`), or is unknown or revoked.
    func issueToken(for topic: String, on device: DeviceID, at now: Moment) async throws
        -> DeviceToken?
    /// Ends the token for `topic`, if there is one: pushes to it are answered `unregistered` from
    /// now on, and those that wait for the device are dropped.
    func retireToken(for topic: String, on device: DeviceID, at now: Moment) async throws

    /// The topic that a token is for.
    func holder(of token: DeviceToken) async throws -> TokenHolder

    // MARK: Pushes

    /// Stores a push, or says why there is nobody to send it to. It takes the place of one for the
    /// same topic with the same collapse id, and, if the device has too many, of the oldest.
    func append(_ push: Push) async throws -> Acceptance
    /// The device's pushes. An earlier stream of the device ends, whichever gateway has it. Pushes
    /// that were only for a device connected then are dropped.
    ///
    /// - Parameter said: the highest sequence that the device says it has, 0 for none. A store that
    ///   has lost its end gives the device nothing new below it.
    func stream(of device: DeviceID, after said: Int64, at now: Moment) async throws
        -> any DeviceStream
    /// The device has these; they are sent no more. Those of others, and unknown ones, are passed
    /// over.
    func acknowledge(_ sequences: [Int64], by device: DeviceID, at now: Moment) async throws

    // MARK: For operators

    func counts() async throws -> Counts
    /// The fates of the pushes with this `apns-id`: one for each device, as a rule.
    func fates(of id: String) async throws -> [Fate]
}

extension PushStore {
    /// The pushes of a device that doesn't say what it has.
    public func stream(of device: DeviceID, at now: Moment) async throws -> any DeviceStream {
        try await stream(of: device, after: 0, at: now)
    }
}

/// One device's pushes, the stored first, in order, then as they come.
public protocol DeviceStream: Sendable {
    /// The next ones, some at least: waits for them without waking. Nil once the stream ended:
    /// another took its place, the device was revoked, or the task was cancelled. Pushes that
    /// expired meanwhile aren't among them.
    func next() async throws -> [StoredPush]?
    /// Ends it. What was not acknowledged is sent on the next one.
    func end() async
}

/// A device, as it registered.
public struct Device: Sendable, Hashable, Codable {
    public var id: DeviceID
    public var name: String
    public var publicKey: String
    public var registered: Moment
    public var revoked: Moment?

    public init(
        id: DeviceID, name: String, publicKey: String, registered: Moment, revoked: Moment?
    ) {
        self.id = id
        self.name = name
        self.publicKey = publicKey
        self.registered = registered
        self.revoked = revoked
    }
}

/// The holder of a token.
public enum TokenHolder: Sendable, Hashable {
    case topic(String)
    /// It was retired then, or its device revoked.
    case retired(Moment)
    /// There never was such a token.
    case nobody
}

/// Whether a push is the store's now.
public enum Acceptance: Sendable, Hashable {
    /// It is, with its number among the device's.
    case stored(DeviceID, sequence: Int64)
    /// The device's app was sent one with this `apns-id` before: the sender repeats itself.
    case repeated
    /// There never was such a token.
    case unknownToken
    /// The token is for another topic.
    case otherTopic
    /// The token was retired then, or its device revoked.
    case unregistered(since: Moment)
}

/// A push for a device, with its number: those of a device only grow, also over restarts.
public struct StoredPush: Sendable, Hashable {
    public var sequence: Int64
    public var push: Push

    public init(sequence: Int64, push: Push) {
        self.sequence = sequence
        self.push = push
    }
}

/// The fate of a push.
public struct Fate: Sendable, Hashable, Codable {
    public enum State: String, Sendable, Codable, CaseIterable {
        /// It waits for the device, or for its acknowledgement.
        case pending
        /// The device acknowledged it.
        case delivered
        /// A newer one took its place.
        case collapsed
        /// Its time was over before the device had it, or it was for a connected device and none
        /// was.
        case expired
        /// The device had too many that wait, its token was retired, or it was revoked.
        case dropped
    }

    public var device: DeviceID
    public var topic: String
    public var sequence: Int64
    public var state: State
    public var sent: Moment
    /// When it came into this state, nil while it is pending.
    public var settled: Moment?

    public init(
        device: DeviceID, topic: String, sequence: Int64, state: State, sent: Moment,
        settled: Moment?
    ) {
        self.device = device
        self.topic = topic
        self.sequence = sequence
        self.state = state
        self.sent = sent
        self.settled = settled
    }
}

/// How many pushes there were since the store was made. Each that was accepted is one of the
/// others.
public struct Counts: Sendable, Hashable, Codable {
    public var accepted: Int64 = 0
    public var pending: Int64 = 0
    public var delivered: Int64 = 0
    public var collapsed: Int64 = 0
    public var expired: Int64 = 0
    public var dropped: Int64 = 0
    /// Repetitions of one that was accepted; not among those.
    public var repeated: Int64 = 0

    public init() {}
}

/// The store can't be read or written now.
public struct StoreFailure: Error, Sendable, CustomStringConvertible {
    public var description: String
    /// It may be again soon: who asked may ask again.
    public var isUnavailable: Bool
    /// Nothing is wrong with the store, but with what it was asked.
    public var isRefusal: Bool

    public init(_ description: String, isUnavailable: Bool = false, isRefusal: Bool = false) {
        self.description = description
        self.isUnavailable = isUnavailable
        self.isRefusal = isRefusal
    }
}
