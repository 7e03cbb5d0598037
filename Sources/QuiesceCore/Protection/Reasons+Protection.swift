/// Reasons of the passcode and protected data.
extension Reason {
    public static let wrongPasscode = Reason("wrongPasscode") { detail, now in
        .refusal(
            "the passcode is wrong (\(detail?.words ?? "?"))",
            change: detail.passcodeWait(now).map { "the next try is possible in \($0)" }
                ?? "try again")
    }
    public static let passcodeDelayed = Reason("passcodeDelayed") { detail, now in
        .refusal(
            "too many wrong passcodes were entered (\(detail?.words ?? "?"))",
            change: "wait \(detail.passcodeWait(now) ?? "a while") and try again")
    }
    public static let passcodeRequired = Reason(
        "passcodeRequired",
        .refusal("a passcode is set (P3)", change: "give it to `quiesce unlock`"))
    public static let noPasscode = Reason(
        "noPasscode",
        .refusal("no passcode is set", change: "set one with `quiesce passcode set`"))
    public static let awaitsFirstUnlock = Reason(
        "awaitsFirstUnlock",
        .event(
            "it waits, as nothing is launched into the background before the first unlock"))
    public static let protectedDataUnavailable = Reason(
        "protectedDataUnavailable",
        .refusal(
            "the device is locked, so its protected files cannot be opened (P3)",
            change: "unlock the device"))
    public static let passcodeSet = Reason("passcodeSet", .event("a passcode was set"))
    public static let passcodeCleared = Reason(
        "passcodeCleared",
        .event("the passcode was cleared"))
    public static let protectedDataGone = Reason(
        "protectedDataGone",
        .event("the keys of protected files are gone until the device is unlocked"))

    static let ofProtection: [Reason] = [
        .wrongPasscode, .passcodeDelayed, .passcodeRequired, .noPasscode, .awaitsFirstUnlock,
        .protectedDataUnavailable, .passcodeSet, .passcodeCleared, .protectedDataGone,
    ]
}
