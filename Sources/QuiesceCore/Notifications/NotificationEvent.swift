/// An event of notifications. Requests of apps are numbered with their other requests, and
/// acknowledged once they are on disk.
// derive: cases
public enum NotificationEvent: Sendable, Hashable {
    // Apps
    case asked(AppID, Launch, request: UInt64, NotificationRequest<NewNotification>)
    // The user, through a tool or on the desktop; without a ticket nobody waits for an answer
    /// Chooses what is shown: its app comes to the front with it (N2).
    case open(NotificationID, Ticket?)
    case dismiss(NotificationID, Ticket?)
    /// Answers what is shown otherwise than by opening it.
    case answer(NotificationID, NotificationAnswer, Ticket?)
    /// How the app's come over what is in front (S12); nil: as at the beginning.
    case setStyle(AppID, AlertStyle?, Ticket)
    // The shell
    /// `NotificationEffect.show` is done.
    case shown(NotificationID)
    /// An alert is off the screen, and the user hasn't answered it: its time was over, or its
    /// server ended.
    case lowered(NotificationID)
    /// The offsets of all zones that `SystemMachine.zones` names: at the daemon's start, and
    /// whenever the clock or the time zone database may have changed.
    case zones([ZoneOffsets])
    /// A scheduled notification can't be kept: the disk is full, or failed.
    case notStored([NotificationID], Reason)
}

/// A step of the shell for notifications.
// derive: cases written
public enum NotificationEffect: Sendable, Hashable {
    /// Shows, plays or marks it, as `types` say; `shown` follows. Again after a daemon's death in
    /// between. As an alert it covers the app in front until it is withdrawn or lowered; no style:
    /// nothing is to be seen. `late`: by how much, where that is worth saying.
    case show(
        NotificationID, AppID, PayloadHandle, NotificationTypes, AlertStyle?, badge: Int32?,
        late: Interval?)
    /// Takes back what is shown of it, if anything is.
    case withdraw(NotificationID)
    /// Tells the app what it has scheduled, its badge and its types.
    case tell(AppID, Launch)
    /// Tells the app what of its own is shown, as it asked.
    case tellShown(AppID, Launch, request: UInt64)
}

/// A callback about notifications.
// derive: cases
public enum NotificationCall: Sendable, Hashable {
    /// didReceiveLocalNotification: it fired while the app was in front (N3), or the user chose it
    /// (N2).
    case received(NotificationID, PayloadHandle, opened: Bool)
    /// More than the app may have: these, by their names, aren't scheduled (N1).
    case dropped([String])
    /// userNotificationCenter(_:didReceive:): the user answered otherwise than by opening it.
    case answered(NotificationReply, WakeID?)
}

/// The user's answer to a notification, other than that they opened it.
// derive: json
public struct NotificationReply: Sendable, Hashable {
    public var id: NotificationID
    public var content: PayloadHandle
    /// The JSON object of the push that it presents.
    public var push: PayloadHandle?
    public var answer: NotificationAnswer
}

extension NotificationCall: CapabilityCall {
    var name: String {
        switch self {
        case .received: "didReceiveLocalNotification"
        case .dropped: "didNotSchedule"
        case .answered: "didReceiveNotificationResponse"
        }
    }

    var wake: WakeID? {
        switch self {
        case .received, .dropped: nil
        case .answered(_, let wake): wake
        }
    }
}

extension NotificationEvent: CapabilityEvent {
    package var speaker: (app: AppID, launch: Launch, request: UInt64)? {
        switch self {
        case .asked(let app, let launch, let request, _): (app, launch, request)
        case .open, .dismiss, .answer, .setStyle, .shown, .lowered, .zones, .notStored: nil
        }
    }

    /// The payload that the shell has stored for it, to be dropped or kept by what the core says.
    package var payload: PayloadHandle? {
        switch self {
        case .asked(_, _, _, .schedule(let new)): new.content
        case .asked, .open, .dismiss, .answer, .setStyle, .shown, .lowered, .zones, .notStored:
            nil
        }
    }

    var caller: (ticket: Ticket?, promise: EventOrigin.Promise)? {
        switch self {
        case .open(_, let ticket): (ticket, .obliges)
        case .dismiss(_, let ticket): (ticket, .ends)
        case .answer(_, _, let ticket): (ticket, .obliges)
        case .setStyle(_, _, let ticket): (ticket, .obliges)
        case .asked, .shown, .lowered, .zones, .notStored: nil
        }
    }

    package var words: String {
        switch self {
        case .asked(let app, _, let request, .schedule(let new)):
            "schedule \(app.name) \(request) \(new.name)"
        case .asked(let app, _, let request, .cancel(let name)):
            "cancel \(app.name) \(request) \(name ?? "all")"
        case .asked(let app, _, let request, .setBadge(let badge)):
            "badge \(app.name) \(request) \(badge)"
        case .asked(let app, _, let request, .register(let words)):
            "register \(app.name) \(request) \(NotificationTypes(words: words).rawValue)"
        case .asked(let app, _, let request, .setCategories(let categories)):
            "categories \(app.name) \(request) \(categories.map(\.identifier))"
        case .asked(let app, _, let request, .unschedule(let names)):
            "unschedule \(app.name) \(request) \(names ?? ["all"])"
        case .asked(let app, _, let request, .withdraw(let names)):
            "withdraw \(app.name) \(request) \(names ?? ["all"])"
        case .asked(let app, _, let request, .present(let name, let types)):
            "present \(app.name) \(request) \(name) \(types ?? ["later"])"
        case .asked(let app, _, let request, .listDelivered):
            "listDelivered \(app.name) \(request)"
        case .open(let id, _): "open \(id)"
        case .answer(let id, let answer, _): "answer \(id) \(answer.word)"
        case .dismiss(let id, _): "dismiss \(id)"
        case .setStyle(let app, let style, _): "style \(app.name) \(style?.rawValue ?? "default")"
        case .shown(let id): "shown \(id)"
        case .lowered(let id): "lowered \(id)"
        case .zones(let zones): "zones \(zones.map(\.name))"
        case .notStored(let ids, let reason): "notStored \(ids) \(reason.rawValue)"
        }
    }
}
