/// The outcome of a push, for `quiesce pushes`.
// derive: json
public struct PushReceipt: Sendable, Hashable {
    public var id: PushID
    public var app: AppID
    // json: type unless .remote
    public var type = PushType.remote
    /// `apns-id`; nil: a tool sent it.
    public var apnsID: String?
    public var received: WallTime
    public var isSilent: Bool
    public var contentAvailable: Bool
    public var outcome: Outcome
    /// When `outcome` came about.
    public var at: WallTime

    // derive: cases
    public enum Outcome: Sendable, Hashable {
        /// Presented, without waking the app.
        case shown
        /// Handed to the app, which was in front.
        case told
        /// The app was woken for it; `result`: how that ended, once it has.
        case woke(WakeID, result: Reason?)
        /// nil: until the device is awake anyway.
        case held(until: Instant?)
        /// Until its app, which failed, may be launched into the background again.
        case heldByCrash(until: Instant)
        /// A newer one took its place (R4).
        case merged(into: PushID)
        case dropped(Reason)

        /// Nothing more is to come of it.
        package var isVerdict: Bool {
            switch self {
            case .shown, .told, .merged, .dropped, .woke(_, result: _?): true
            case .woke(_, result: nil), .held, .heldByCrash: false
            }
        }
    }
}

extension PushReceipt {
    /// Its outcome, in a sentence for a person.
    public var sentence: String {
        let what =
            type == .voip ? "voip push \(id)" : isSilent ? "silent push \(id)" : "push \(id)"
        let words =
            switch outcome {
            case .shown: "\(what) was shown, and woke no app"
            case .told: "\(what) was handed to its app, which was in front"
            case .woke(let wake, nil): "\(what) woke its app, which has not completed \(wake) yet"
            case .woke(_, .completedNewData?): "\(what) woke its app, which completed with new data"
            case .woke(_, .completedNoData?):
                "\(what) woke its app, which completed without new data"
            case .woke(_, .completedFailed?): "\(what) woke its app, which completed, and failed"
            case .woke(_, .appEnded?):
                "\(what) woke its app, which ended before it had completed it"
            case .woke(_, let result?):
                "\(what) could not wake its app: \(result.whyNot(type))"
            case .held(until: nil): "\(what) waits until the device is awake anyway (R4)"
            case .held(until: _?):
                "\(what) waits, because its app has used up its silent pushes for now (R4)"
            case .heldByCrash:
                "\(what) waits until its app, which failed, may be launched again (W5)"
            case .merged(let newer): "push \(newer) took the place of \(what) (R4)"
            case .dropped(.appEnded):
                "\(what) was dropped: its app ended before it had handled it"
            case .dropped(let reason): "\(what) was dropped: \(reason.whyNot(type))"
            }
        return asSentence(words)
    }
}

extension Reason {
    /// Why something wasn't done, without its numbers.
    fileprivate func whyNot(_ type: PushType) -> String {
        let mode: BackgroundMode = type == .voip ? .voip : .remoteNotification
        return switch self {
        case .modeNotDeclared:
            "its app's Info.plist does not declare the mode \"\(mode.rawValue)\" (O4)"
        case .modeUnknownToProfile:
            "the profile does not know the mode \"\(mode.rawValue)\" (O4)"
        case .crashLoop: "its app failed too often to be launched into the background so soon (W5)"
        case .uninstalled: "its app was uninstalled"
        case _: meaning(nil).refusal ?? meaning(nil).clause
        }
    }
}
