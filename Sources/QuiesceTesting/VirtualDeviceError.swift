import QuiesceCore

/// Why a virtual device didn't do what it was asked.
public enum VirtualDeviceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The test hasn't the trait `.virtualDevice`.
    case noDevice
    /// `launch` or `install` comes first.
    case noApp
    /// An app is installed already; a device has one.
    case isInstalled
    /// The system refused, for that reason, which the sentence tells.
    case refused(Refusal, String)
    /// A push that can't be sent, and what is wrong with it.
    case invalidPush(String)
    /// A walk that can't be gone, and what is wrong with it.
    case invalidWalk(String)
    /// An app's tasks, or those of another test of the process on the main actor, keep each other
    /// going without time passing.
    case neverRests
    /// The device itself did what it must never do: a mistake of Quiesce's.
    case brokenInvariant(String)
    /// An activity that can't be handed over, and what is wrong with it.
    case invalidActivity(String)

    /// A sentence: the failure, and how to mend it.
    public var description: String {
        switch self {
        case .noDevice: "this test has no virtual device; give it the trait .virtualDevice"
        case .noApp: "no app is installed; call launch or install first"
        case .isInstalled: "an app is installed already; a virtual device has one"
        case .refused(_, let sentence): "the device refused: \(sentence)"
        case .invalidPush(let problem): "the push can't be sent: \(problem)"
        case .invalidWalk(let problem): "the device can't go along that track: \(problem)"
        case .invalidActivity(let problem): "the activity can't be handed over: \(problem)"
        case .neverRests:
            "the app never comes to rest: its tasks, or those of a test beside it on the main actor, "
                + "keep each other going while no time passes; have them wait for the clock, or for "
                + "something to happen"
        case .brokenInvariant(let finding):
            "the virtual device did what no device may, please report it: \(finding)"
        }
    }
}
