// Accessories in plain words, for the log and `why`.
extension Reason {
    public static let accessoryConnected = Reason("accessoryConnected") { detail, _ in
        .event("\(detail.accessoryName) was connected")
    }
    public static let accessoryDisconnected = Reason("accessoryDisconnected") { detail, _ in
        .event("\(detail.accessoryName) was disconnected")
    }
    public static let accessoriesTold = Reason(
        "accessoriesTold", .event("it was told which accessories are connected"))
    public static let accessoriesLeft = Reason(
        "accessoriesLeft",
        .event(
            "its accessories were disconnected for it, as it was left and does not speak to them out of sight"
        ))
    public static let accessorySessionOpened = Reason("accessorySessionOpened") { detail, _ in
        .event("it opened a session with \(detail.accessoryName)")
    }
    public static let accessorySessionClosed = Reason("accessorySessionClosed") { detail, _ in
        .event("its session with \(detail.accessoryName) is over")
    }
    public static let accessorySuspended = Reason(
        "accessorySuspended",
        .refusal(
            "it was suspended, and its sessions do not go on out of sight",
            change: "declare the background mode external-accessory"))
    public static let accessoryRationed = Reason(
        "accessoryRationed",
        .event(
            "accessories have woken it \(Limits.accessoryWakeBurst) times one upon the other, so it is woken for them once every \(Limits.accessoryWakeInterval.spoken) now"
        ))
    public static let wokenForAccessory = Reason(
        "wokenForAccessory", .event("there is news of an accessory for it"))

    public static let accessoryGone = Reason(
        "accessoryGone",
        .refusal(
            "that accessory is not connected for it",
            change: "open a session when EAAccessoryManager says that it is"))
    public static let accessoryTaken = Reason(
        "accessoryTaken",
        .refusal(
            "there is a session with that accessory already",
            change: "it can be opened once the other is closed"))
    public static let accessoryUnreachable = Reason(
        "accessoryUnreachable",
        .refusal(
            "that accessory has no terminal that can be opened",
            change: "the daemon must be allowed to open it; see quiesce send accessory"))
    public static let accessoryProtocolNotDeclared = Reason("accessoryProtocolNotDeclared") {
        detail, _ in
        .refusal(
            "its Info.plist does not have the protocol \(detail.accessoryName)",
            change: "add it to UISupportedExternalAccessoryProtocols")
    }
    public static let accessoryProtocolNotOffered = Reason("accessoryProtocolNotOffered") {
        detail, _ in
        .refusal(
            "that accessory does not speak \(detail.accessoryName)",
            change: "use one of the accessory's protocolStrings")
    }
    public static let accessoryNameTaken = Reason("accessoryNameTaken") { detail, _ in
        .refusal(
            "a simulated accessory named \(detail.accessoryName) is connected already",
            change: "disconnect it first, or choose another name")
    }
    public static let accessoryNeedsProcess = Reason(
        "accessoryNeedsProcess",
        .refusal(
            "it does not run, and nobody is launched for an accessory", change: "open it"))
    public static let noAccessoryProtocols = Reason(
        "noAccessoryProtocols",
        .refusal(
            "it speaks to no accessory",
            change: "name protocols in its Info.plist, as UISupportedExternalAccessoryProtocols"))
    public static let noAccessory = Reason(
        "noAccessory",
        .refusal(
            "no accessory is connected that speaks one of its protocols",
            change: "connect one, or use quiesce send accessory connect"))
}

extension Accessories {
    static let reasons: [Reason] = [
        .accessoryConnected, .accessoryDisconnected, .accessoriesTold, .accessoriesLeft,
        .accessorySessionOpened, .accessorySessionClosed, .accessorySuspended, .accessoryRationed,
        .wokenForAccessory, .accessoryGone, .accessoryTaken, .accessoryUnreachable,
        .accessoryProtocolNotDeclared, .accessoryProtocolNotOffered, .accessoryNameTaken,
        .accessoryNeedsProcess, .noAccessoryProtocols, .noAccessory,
    ]
}

extension Detail? {
    fileprivate var accessoryName: String {
        if case .name(let name) = self { name } else { "something" }
    }
}
