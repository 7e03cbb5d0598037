/// A finding of the shell about a passcode. The passcode itself never comes to the core.
// derive: json
public enum PasscodeEvent: String, Sendable, Hashable, CaseIterable {
    /// One is set now, the first or another one.
    case set
    case cleared
    /// The right one was given, to unlock the device.
    case accepted
    /// A wrong one was given, or any while none is tried.
    case wrong
}

/// The fate of the keys that open protected files.
// derive: json
public enum KeyCustody: String, Sendable, Hashable {
    /// They are held in memory while data is available.
    case hold
    /// They are overwritten.
    case forget
}

/// A passcode is set. What it is, nobody knows but the user.
// derive: json
public struct PasscodeFact: Sendable, Hashable {
    /// Wrong ones since the last right one.
    public var wrongTries: Int

    public init(wrongTries: Int) { self.wrongTries = wrongTries }
}

/// The passcode, as far as the core knows of it, and what follows from it for protected files and
/// background launches (P3, U3).
// derive: json
struct Protection: Sendable, Hashable {
    var isPasscodeSet = false
    /// Wrong passcodes since the last right one.
    var wrongTries = 0
    /// No passcode is tried before.
    var retryAt = Instant.zero
    /// The passcode hasn't been given since the device started (U3).
    var awaitsFirstUnlock = false
    /// The shell holds the keys of protected files.
    var holdsKeys = true
    /// When they are forgotten, after a lock.
    var forgetsAt: AwakeInstant?

    /// After a device's restart, from what lasted. The keys are in nobody's memory then.
    init(restoring fact: PasscodeFact? = nil) {
        guard let fact else { return }
        isPasscodeSet = true
        wrongTries = max(0, fact.wrongTries)
        awaitsFirstUnlock = true
        holdsKeys = false
    }

    var fact: PasscodeFact? { isPasscodeSet ? PasscodeFact(wrongTries: wrongTries) : nil }

    /// How long none is tried after so many wrong ones in a row.
    static func delay(after tries: Int) -> Interval {
        guard tries >= Limits.passcodeTries else { return .zero }
        let delays = Limits.passcodeDelays
        return delays[min(tries - Limits.passcodeTries, delays.count - 1)]
    }

    /// A wrong one was given.
    mutating func count(at now: Instant) {
        wrongTries = min(wrongTries, .max - 1) + 1
        retryAt = now + Self.delay(after: wrongTries)
    }

    /// The device's clock has started anew: the delay does, too.
    mutating func restartDelay(at now: Instant) { retryAt = now + Self.delay(after: wrongTries) }
}
