/// Keeps back the fixes that can't be true: a source jumps across the world, goes back in time or
/// repeats itself.
// derive: json sparse
struct FixFilter: Sendable, Hashable {
    /// Why a fix isn't taken.
    enum Fault: Sendable, Hashable {
        /// No radius, or a negative one: the source itself doesn't believe it.
        case invalid
        /// The fix has the same moment as the one before.
        case repeated
        /// Earlier than the one before; another one from then on confirms it, as the clock may have
        /// been set.
        case backInTime
        /// So far from the one before that nothing moves there in that time; another one from there
        /// confirms it.
        case jump
    }

    var last: LocationFix?
    /// The last one that nobody believed.
    var doubted: LocationFix?
    /// The source has just been switched on, and may begin with the fix before.
    var mayRepeat = false
    /// The last one is a tool's. The next of a source isn't measured by that, however far it is: on
    /// a device that lies still the source may say nothing else.
    var isPlayed = false

    init() {}

    /// - Returns: why it isn't taken; nil: it is, and the next is measured by it.
    mutating func take(_ fix: LocationFix) -> Fault? {
        guard fix.accuracy.isFinite, fix.accuracy >= 0 else { return .invalid }
        // The tool's is said again to who asks later.
        let isMeasured = !isPlayed || fix.position == last?.position
        isPlayed = isPlayed && isMeasured
        let mayRepeat = mayRepeat
        self.mayRepeat = false
        if let last, isMeasured, fix != last || !mayRepeat {
            guard fix.time != last.time else { return .repeated }
            let isLater = fix.time > last.time
            if !isLater || !Self.isPossible(from: last, to: fix) {
                guard let doubted, doubted.time < fix.time, Self.isPossible(from: doubted, to: fix)
                else {
                    doubted = fix
                    return isLater ? .jump : .backInTime
                }
            }
        }
        doubted = nil
        last = fix
        return nil
    }

    /// Both may be off by their accuracies.
    private static func isPossible(from: LocationFix, to: LocationFix) -> Bool {
        let metres = from.position.distance(to: to.position) - from.accuracy - to.accuracy
        return metres <= (to.time - from.time).inSeconds * Limits.fastestMove
    }
}
