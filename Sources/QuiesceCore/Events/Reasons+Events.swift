/// Reasons of news of the device, and interruptions.
extension Reason {
    public static let notConnected = Reason(
        "notConnected",
        .refusal(
            "that accessory or screen is not connected",
            change: "connect it first, with `quiesce send … connect`"))
    public static let tooManyAccessories = Reason(
        "tooManyAccessories",
        .refusal(
            "\(Limits.accessories) accessories are connected, which is the limit",
            change: "disconnect one"))
    public static let interruptionEnded = Reason(
        "interruptionEnded",
        .event("the interruption ended"))
    public static let memoryWarning = Reason(
        "memoryWarning",
        .event("memory runs short, and it is asked to free some"))
    public static let deviceChanged = Reason("deviceChanged") { detail, _ in
        .event("the device changed (\(detail?.words ?? "?"))")
    }
    public static let permissionAsked = Reason("permissionAsked") { detail, _ in
        .event("it asks the user for a permission (\(detail?.words ?? "?"))")
    }
    public static let permissionSet = Reason("permissionSet") { detail, _ in
        .event("the user set one of its permissions (\(detail?.words ?? "?"))")
    }
    public static let permissionTold = Reason("permissionTold") { detail, _ in
        .event("it is told of a permission (\(detail?.words ?? "?"))")
    }
    public static let unknownPrompt = Reason(
        "unknownPrompt",
        .refusal(
            "no app waits for that answer (U4)",
            change: "see `quiesce prompts` for the open questions"))
    public static let backgroundRefreshOff = Reason(
        "backgroundRefreshOff",
        .refusal(
            "the user has switched background refresh off, for it or for all apps (F8)",
            change:
                "switch it on, with `quiesce permissions APP backgroundRefresh allow` or `quiesce send background-refresh on`"
        ))
    public static let settingsChanged = Reason(
        "settingsChanged",
        .event("its settings were changed"))
    public static let clockSet = Reason("clockSet", .event("the clock was set"))
    public static let calendarDayChanged = Reason(
        "calendarDayChanged",
        .event("midnight passed, or the zone's offset changed"))
    public static let merged = Reason(
        "merged",
        .event("it is told several changes of one kind as one"))
    public static let undone = Reason(
        "undone",
        .event("a change that it missed was undone, so it is told nothing"))
    public static let interruption = Reason("interruption") { detail, _ in
        .event("\(detail?.words ?? "an interruption")")
    }

    static let ofEvents: [Reason] = [
        .notConnected, .tooManyAccessories, .interruptionEnded, .memoryWarning, .deviceChanged,
        .permissionAsked, .permissionSet, .permissionTold, .unknownPrompt, .backgroundRefreshOff,
        .settingsChanged, .clockSet, .calendarDayChanged, .merged, .undone, .interruption,
    ]
}
