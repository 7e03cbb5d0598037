import QuiesceCore

/// A push gateway, somewhere in the network: what servers posted and the device hasn't
/// acknowledged, and the tokens that it gave. Whatever happens to the device, it stays as it is.
///
/// Its own power may be cut. It loses then what it hadn't synced, and nothing tells it by what that
/// was numbered: it has the worst luck that a real one can have, and the device's word alone.
struct SimulatedGateway {
    /// From one end of the line to the other.
    static let delay = Interval.milliseconds(2)
    /// From the daemon's start, or a new account, until the line is there.
    static let connectTime = Interval.milliseconds(30)

    /// How often it syncs what it stores, as nats-server does.
    static let syncEvery = Interval.seconds(120)

    struct Stored {
        var sequence: UInt64
        /// Its own, whatever it is numbered by.
        var id: UInt64
        var app: AppID
        var push: PostedPush
        var expires: WallTime?

        var address: PushAddress { PushAddress(app, push.type) }
        var name: String { "push-\(id)" }
    }

    /// The name by which it knows the device; nil: that has joined none. It is on the device's
    /// disk, too.
    private(set) var account: String?
    private var accounts = 0
    private(set) var tokens: [PushAddress: String] = [:]
    /// The address of every token that the gateway ever gave.
    private(set) var owners: [String: PushAddress] = [:]
    var givesTokens = true
    /// Posted, and neither acknowledged nor replaced nor expired, in the order of their sequences.
    private(set) var queue: [Stored] = []
    private var last: UInt64 = 0
    private var posted: UInt64 = 0
    /// The names of those whose place a newer one took: a power cut may bring them back.
    private(set) var replaced: Set<String> = []
    /// The state that a power cut leaves.
    private(set) var synced: (queue: [Stored], last: UInt64) = ([], 0)
    private var syncedAt = WallTime.zero
    /// Since a power cut no device has said what it has: those above this may have numbers that
    /// were given.
    private var sure: UInt64?
    /// The connection's number; anything that was under way over an earlier one is lost.
    private(set) var line = 0
    private(set) var isConnected = false
    /// The device's messages don't get through, until the line ends.
    var isDeaf = false

    /// The device has ever joined it.
    var isKnown: Bool { accounts > 0 }

    // MARK: The account

    mutating func join() {
        accounts += 1
        account = "device \(accounts)"
        (tokens, queue, last) = ([:], [], 0)
        (synced, sure) = (([], 0), nil)
    }

    mutating func leave() {
        account = nil
        (tokens, queue) = ([:], [])
        synced = ([], 0)
    }

    // MARK: The line

    /// - Parameter said: the greatest sequence that the device says it has.
    mutating func connect(said: UInt64) {
        isConnected = true
        if let sure { number(above: said, after: sure) }
        sure = nil
    }

    /// Those that were posted since the power cut are numbered anew, which is on disk before they
    /// are sent.
    private mutating func number(above said: UInt64, after sure: UInt64) {
        last = max(last, said)
        for place in queue.indices where queue[place].sequence > sure {
            last += 1
            queue[place].sequence = last
        }
        synced = (queue, last)
    }

    mutating func endLine() {
        line += 1
        isConnected = false
        isDeaf = false
    }

    // MARK: Tokens

    /// The token of the address, a new one if it has none; nil: it gets none.
    mutating func token(of address: PushAddress) -> String? {
        if let token = tokens[address] { return token }
        guard givesTokens else { return nil }
        let token = "token \(owners.count + 1)"
        owners[token] = address
        tokens[address] = token
        return token
    }

    mutating func retireToken(of address: PushAddress) { tokens[address] = nil }

    // MARK: Pushes

    /// - Returns: nil when the app has no token: its server would be told so.
    mutating func post(_ push: PostedPush, to app: AppID, at now: WallTime) -> Stored? {
        guard account != nil, tokens[PushAddress(app, push.type)] != nil else { return nil }
        sync(at: now)
        if let collapse = push.collapse {
            let address = PushAddress(app, push.type)
            let older = queue.filter { $0.address == address && $0.push.collapse == collapse }
            replaced.formUnion(older.map(\.name))
            queue.removeAll { $0.address == address && $0.push.collapse == collapse }
        }
        last += 1
        posted += 1
        let stored = Stored(
            sequence: last, id: posted, app: app, push: push,
            expires: push.expiresAfter.map { now + .seconds($0) })
        queue.append(stored)
        return stored
    }

    /// The pushes to be sent to a device that has just connected.
    mutating func due(at now: WallTime) -> [Stored] {
        queue.removeAll { $0.expires.map { $0 <= now } ?? false }
        return queue
    }

    mutating func acknowledged(_ sequence: UInt64, at now: WallTime) {
        sync(at: now)
        queue.removeAll { $0.sequence == sequence }
    }

    // MARK: Its disk

    /// Before something changes: all that did so until now, if it is time.
    private mutating func sync(at now: WallTime) {
        guard now >= syncedAt + Self.syncEvery else { return }
        synced = (queue, last)
        syncedAt = now
    }

    /// Pushes that the gateway stored since it synced are gone, and those that were acknowledged
    /// since are back.
    mutating func losePower() {
        (queue, last) = synced
        sure = min(sure ?? last, last)
    }
}

/// Events of the gateway, and of the line to it.
// derive: cases
public enum GatewayChange: Sendable, Hashable {
    /// The device joins one anew.
    case join
    case leave
    /// The line breaks; the next one is there so many milliseconds later.
    case lineLost(backAfter: Int64)
    /// The device's messages don't get through, until the line breaks.
    case deaf
    case givesTokens(Bool)
    /// Its power is cut, and with it goes the end of what it had stored. It is back so many
    /// milliseconds later.
    case lostEnd(backAfter: Int64)
}
