/// The core hears this of URLs, quick actions and activities.
// derive: cases
public enum LinkEvent: Sendable, Hashable {
    /// The user opens something, by a tool. `app`: nil: the first installed app that has the URL's
    /// scheme.
    case open(AppLink, app: AppID?, Ticket)
    case asked(AppID, Launch, request: UInt64, LinkRequest)
}

extension LinkEvent: CapabilityEvent {
    package var speaker: (app: AppID, launch: Launch, request: UInt64)? {
        switch self {
        case .asked(let app, let launch, let request, _): (app, launch, request)
        case .open: nil
        }
    }

    var caller: (ticket: Ticket?, promise: EventOrigin.Promise)? {
        switch self {
        case .open(_, _, let ticket): (ticket, .begins)
        case .asked: nil
        }
    }

    package var words: String {
        switch self {
        case .open(let link, let app, let ticket):
            "open \(link.words) \(app?.name ?? "any") #\(ticket.value)"
        case .asked(let app, let launch, let request, .open(let url, let universalOnly)):
            "\(app.name).\(launch.number) \(request) open \(AppLink.url(url, source: nil).words)\(universalOnly ? " by its domain" : "")"
        }
    }
}

/// The calls that tell an app of links.
// derive: cases
public enum LinkCall: Sendable, Hashable, CapabilityCall {
    /// It comes to the front with this, or is there.
    case opened(AppLink)
    /// Whether the URL that it asked to open is opened.
    case answered(request: UInt64, opened: Bool)

    package var name: String {
        switch self {
        case .opened(.url): "openURL"
        case .opened(.shortcut): "performAction"
        case .opened(.activity): "continueActivity"
        case .answered: "openCompleted"
        }
    }

    var wake: WakeID? { nil }
}
