import QuiesceCore

/// The record of a push that the device has taken, kept until nothing can come of the push any
/// more.
///
/// An object, as there are hundreds, which many events look through and change.
final class KnownPush {
    var id: PushID
    var app: AppID
    var type: PushType
    var payload: PayloadHandle
    var collapse: String?
    /// nil: a tool sent it.
    var sequence: UInt64?
    /// There is something to show.
    var presents: Bool
    /// Whoever sent it was told that the device has it.
    var isPromised = false
    /// It has no verdict yet.
    var isOpen = true
    var isHeld = false
    var wake: WakeID?
    /// How its wake-up ended.
    var wakeVerdict: Reason?
    /// It is to be shown when its wake-up has its verdict, and not before (R3).
    var showsAfterwards = false
    var notification: NotificationID?
    /// It was handed over to be shown; the daemon may not know yet that it is.
    var isShown = false
    var isShowing = false
    /// The callbacks in which its app was given it.
    var given: Set<Callback> = []
    /// Its app, which was in front, has dealt with it.
    var isDealtWith = false

    struct Callback: Hashable {
        var launch: Launch
        var seq: UInt64
    }

    init(_ id: PushID, _ push: NewPush) {
        self.id = id
        app = push.app
        type = push.type
        payload = push.payload
        collapse = push.origin?.collapse
        sequence = push.origin?.sequence
        presents = !push.isSilent && push.content != nil
    }

    /// As a daemon knows it that has only what lasts.
    convenience init(restored push: Push, isPromised: Bool) {
        self.init(push.id, push.push)
        self.isPromised = isPromised
        switch push.stage {
        case .held: isHeld = true
        case .waking(let wake, let presents):
            self.wake = wake
            showsAfterwards = presents == .afterwards
        case .told: break
        }
    }
}
