// Sound in plain words, for the log and `why`.
extension Reason {
    public static let audioActivated = Reason("audioActivated") { detail, _ in
        .event("its audio session became active, as \(detail.audioName)")
    }
    public static let audioDeactivated = Reason(
        "audioDeactivated", .event("its audio session is not active any more"))
    public static let audioInterrupted = Reason("audioInterrupted") { detail, _ in
        .event(
            detail == nil
                ? "a call interrupted its audio session"
                : "\(detail.audioName) interrupted its audio session")
    }
    public static let audioLeft = Reason(
        "audioLeft",
        .event("its sound ended, as it was left and its sound does not go on out of sight"))
    public static let audioResumed = Reason(
        "audioResumed", .event("it was told that its audio session may go on"))
    public static let audioStopped = Reason(
        "audioStopped", .event("it plays and records no more"))
    public static let audioSilent = Reason(
        "audioSilent",
        .event(
            "it has played nothing that can be heard for \(Limits.silenceLimit.spoken), and counts as silent"
        ))
    public static let audioTaken = Reason(
        "audioTaken",
        .refusal(
            "the app in front plays, and may not be interrupted",
            change: "it should mix with others, or wait until the other app is done"))
    public static let audioNotInFront = Reason(
        "audioNotInFront",
        .refusal(
            "it is not in front, and its sound does not go on out of sight",
            change:
                "declare the background mode audio, and use a category like playback"))
    public static let audioCallInProgress = Reason(
        "audioCallInProgress",
        .refusal("a call is going on", change: "it is told when the call is over"))
    public static let nobodyPlays = Reason(
        "nobodyPlays",
        .refusal("no app has played", change: "open an app and let it play"))
    public static let playerNotRunning = Reason(
        "playerNotRunning",
        .refusal("the app that played last does not execute", change: "open it"))
    public static let remoteCommandNotTaken = Reason("remoteCommandNotTaken") { detail, _ in
        .refusal(
            "it does not take the command \(detail.audioName)",
            change: "it takes commands with MPRemoteCommandCenter")
    }
    public static let remoteCommandTold = Reason("remoteCommandTold") { detail, _ in
        .event("it was told the command \(detail.audioName)")
    }
    public static let wokenForAudio = Reason(
        "wokenForAudio", .event("it was woken, because its sound may go on"))
    public static let wokenForRemoteCommand = Reason(
        "wokenForRemoteCommand", .event("a play key is for it, as it played last"))
    public static let soundServerFound = Reason(
        "soundServerFound", .event("there is a sound server"))
    public static let soundServerLost = Reason(
        "soundServerLost",
        .event("there is no sound server: everything works, and is silent"))
}

extension Audio {
    static let reasons: [Reason] = [
        .audioActivated, .audioDeactivated, .audioInterrupted, .audioLeft, .audioResumed,
        .audioStopped, .audioSilent, .audioTaken, .audioNotInFront, .audioCallInProgress,
        .nobodyPlays, .playerNotRunning, .remoteCommandNotTaken, .remoteCommandTold,
        .wokenForAudio, .wokenForRemoteCommand,
        .soundServerFound, .soundServerLost,
    ]
}

extension Detail? {
    fileprivate var audioName: String {
        if case .name(let name) = self { name } else { "something" }
    }
}
