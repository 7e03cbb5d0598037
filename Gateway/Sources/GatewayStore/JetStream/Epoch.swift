import GatewayRules

/// From where on, and by what, pushes of the stream are numbered.
///
/// A NATS server that is started after a power cut may have lost the stream's end, and gives the
/// places in it again. What devices are told must only grow: so with each start of the server, when
/// the first push is stored, an epoch begins, above whatever was numbered before. A push's number
/// is its place and its epoch's base.
struct Epoch: Codable, Hashable, Sendable {
    /// The server's process and the stream; within one no place is given twice. Of the last epoch
    /// alone it matters, and is kept.
    var life: String
    var base: Int64
    /// The first place that is of this epoch.
    var first: Int64
}

/// All epochs of which there may be a push, the oldest first: their bases grow.
struct Epochs: Codable, Hashable, Sendable {
    /// The first is that of gateways which knew of none.
    private(set) var all = [Epoch(life: "", base: 0, first: 1)]

    /// A server stores fewer messages than this in the two minutes before they are on its disk.
    private static let longestLoss: Int64 = 1 << 24
    /// The least distance between two bases: far more than may be lost, and a quarter of a second
    /// by the clock.
    private static let distance: Int64 = 1 << 28
    /// How much more is left to chance, so that two which know nothing of each other are told
    /// apart.
    private static let chance: Int64 = 1 << 30
    /// A base is milliseconds since 1970 times this, or more: no server stores as many in one.
    private static let perMillisecond: Int64 = 1 << 20
    /// How many are kept at most: of a server that starts as often within the life of a push.
    static let most = 1_000
    /// Twice as long as a push is kept.
    private static let keep = Span(milliseconds: 2 * Limits.defaultKeep.milliseconds)

    var last: Epoch { all[all.count - 1] }

    /// Whether a device may be believed to have had this: nothing is numbered a day ahead, unless
    /// the clock is wrong now. Else one could use up all numbers.
    ///
    /// - Parameter end: the place after the stream's last.
    func isPlausible(_ number: Int64, end: Int64, at now: Moment) -> Bool {
        let tomorrow = (now + .days(1)).milliseconds * Self.perMillisecond
        return number >= 0 && number < max(tomorrow, last.base + end + Self.longestLoss)
    }

    /// Takes in one that was forgotten here, of which somebody knows or there still is a push.
    mutating func find(_ epoch: Epoch) {
        guard epoch.base > all[0].base, !all.contains(where: { $0.base == epoch.base }) else {
            return
        }
        let next = all.firstIndex { $0.base > epoch.base } ?? all.count
        all.insert(epoch, at: next)
        if all.count > Self.most { all.removeFirst() }
    }

    /// Begins one whose numbers are above those of all others, and above `floor`.
    mutating func begin(
        life: String, first: Int64, above floor: Int64, at now: Moment,
        more: Int64 = .random(in: 0..<chance)
    ) {
        let clock = now.milliseconds * Self.perMillisecond
        let base = max(clock, last.base + Self.distance, floor + Self.distance) + more
        let oldest = (now + -Self.keep).milliseconds * Self.perMillisecond
        // Over once the next one's first push is as old.
        while all.count > 1, all.count >= Self.most || all[1].base < oldest { all.removeFirst() }
        all[all.count - 1].life = ""
        all.append(Epoch(life: life, base: base, first: first))
    }

    /// Which one has numbered this, if any that is known has.
    private func index(of number: Int64) -> Int? {
        all.lastIndex { $0.base + $0.first <= number }
    }

    /// Where the push with this number is, if it is.
    func position(of number: Int64) -> (position: Int64, base: Int64)? {
        index(of: number).map { (number - all[$0].base, all[$0].base) }
    }

    /// Whether a push was there when a device had all up to `number`, which is no less than its
    /// own: it has had it, then. Else only its number is old: by a gateway whose clock was wrong,
    /// or as nobody knows any more what numbered those that the device has.
    ///
    /// - Parameter end: the place after the stream's last.
    func wasThere(_ push: PlacedPush, at number: Int64, end: Int64) -> Bool {
        guard let index = index(of: number) else { return false }
        let next = index + 1 < all.count ? all[index + 1].first : end
        // Some that devices have may be lost.
        guard number < all[index].base + next + Self.longestLoss else { return false }
        return push.base == all[index].base || push.position < all[index].first
    }

    /// Up to where what was known in the epoch of `base` is still so: places from there on are
    /// given again.
    func unchanged(since base: Int64) -> Int64 {
        all.filter { $0.base > base }.map(\.first).min() ?? .max
    }
}
