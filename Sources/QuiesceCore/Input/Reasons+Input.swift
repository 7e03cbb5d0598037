/// Reasons of input and the screen.
extension Reason {
    public static let userInput = Reason("userInput") { detail, _ in
        .event(detail.map { "the user's input (\($0.words))" } ?? "the user's input")
    }
    public static let inputMerged = Reason(
        "inputMerged",
        .event("a finger's move replaced an older one that still waited"))
    public static let inputDropped = Reason(
        "inputDropped",
        .event(
            "the oldest move of a finger was dropped, because the app is behind with its input"))
    public static let touchCancelled = Reason(
        "touchCancelled",
        .event("the touch was cancelled, because the app is about to become inactive"))
    public static let unresponsive = Reason("unresponsive") { detail, _ in
        .event(
            "it has not answered the user's input for \(detail.limit): its main thread is busy")
    }
    public static let responsive = Reason("responsive", .event("it answers the user's input again"))
    public static let snapshotTaken = Reason(
        "snapshotTaken",
        .event("the switcher shows its last screen, if there was one"))
    public static let nobodyInFront = Reason(
        "nobodyInFront",
        .refusal("no app is in front (H2)", change: "open one first"))
    public static let deviceAsleep = Reason(
        "deviceAsleep",
        .refusal("the device is asleep", change: "wake it with `quiesce send wake`"))
    public static let inputWhileInactive = Reason(
        "inputWhileInactive",
        .refusal(
            "it is inactive, and gets no touches (S13)",
            change:
                "wait until it has launched, or end the call or dismiss the alert in front of it"
        ))
    public static let inputWhileAsking = Reason("inputWhileAsking") { detail, _ in
        let prompt = if case .name(let prompt) = detail { prompt } else { "PROMPT" }
        return .refusal(
            "its question to the user is in front of it, so it gets no touches (S13)",
            change: "answer it first, with `quiesce answer \(prompt) allow` or `deny`")
    }
    public static let hostedHearsNoInput = Reason(
        "hostedHearsNoInput",
        .refusal(
            "it is any program (QuiesceHosted), and hears of no touches and no keys",
            change: "use the program's own window and controls"))
    public static let inputNotHandled = Reason(
        "inputNotHandled",
        .refusal(
            "\(Limits.waitingInput) inputs wait for it already (H3)",
            change: "keep slow work off its main thread"))
    public static let outsideScreen = Reason("outsideScreen") { detail, _ in
        .refusal(
            "the touch is outside of its screen (\(detail?.words ?? "?"))",
            change: "see `quiesce screen` for its size")
    }
    public static let noTouch = Reason(
        "noTouch",
        .refusal("no touch is under way", change: "send `began` first"))
    public static let touchGoesOn = Reason(
        "touchGoesOn",
        .refusal("a touch is under way already", change: "send its `ended` first"))

    static let ofInput: [Reason] = [
        .userInput, .inputMerged, .inputDropped, .touchCancelled, .unresponsive, .responsive,
        .snapshotTaken, .nobodyInFront, .deviceAsleep, .inputWhileInactive, .inputWhileAsking,
        .hostedHearsNoInput,
        .inputNotHandled, .outsideScreen, .noTouch, .touchGoesOn,
    ]
}
