import QuiesceCore
import QuiesceShell
import QuiesceZones

/// The notifications that the user sees: they outlive the daemon, not the device.
struct SimulatedDesktop {
    /// From the moment it is handed over until the daemon knows that it is seen.
    static let delay = Interval.milliseconds(4)

    private(set) var shown: [NotificationID: ShownNotification] = [:]

    mutating func show(_ notification: ShownNotification) {
        // A notification that is only listed, or only heard, isn't there.
        let isThere = notification.style == .banner || notification.style == .alert
        shown[notification.id] = isThere ? notification : nil
    }
    mutating func withdraw(_ id: NotificationID) { shown[id] = nil }
    mutating func keep(_ ids: Set<NotificationID>) { shown = shown.filter { ids.contains($0.key) } }
    mutating func powerFails() { shown = [:] }
}

extension SimulatedDevice {
    var notificationPort: NotificationPort {
        NotificationPort(
            show: { [unowned self] notification, completion in
                guard permits() else { return }
                notifications.desktop.show(notification)
                plan(.told(completion, life: life), after: SimulatedDesktop.delay)
            },
            withdraw: { [unowned self] in if permits() { notifications.desktop.withdraw($0) } },
            keep: { [unowned self] in if permits() { notifications.desktop.keep($0) } },
            offsets: BuiltInZones.offsets)
    }

    /// The user chooses, or clears away, one of what is shown; nothing if nothing is.
    fileprivate func choose(
        _ number: Int, _ choice: @escaping (NotificationID, Ticket) -> NotificationEvent
    ) {
        guard let id = shown(number)?.id else {
            // Nothing was asked for that could be asked again.
            let request = requests?.underway
            requests?.answered(request)
            return
        }
        ask { .notification(choice(id, $0)) }
    }

    /// The time of one of what is shown is over, which the daemon tells of alerts alone.
    fileprivate func vanish(_ number: Int) {
        guard let view = shown(number), view.covers else { return }
        daemon { $0.take(.notification(.lowered(view.id))) }
    }

    private func shown(_ number: Int) -> NotificationView? {
        let shown = device.machine.notificationViews.filter { $0.shown != nil }
        return shown.isEmpty ? nil : shown[number % shown.count]
    }
}

/// The fate of one of the shown notifications, counted around.
enum NotificationChoice: StepBody {
    case open(Int)
    case dismiss(Int)
    case vanish(Int)
    case answer(Int, AnswerChoice)

    var isRequest: Bool {
        switch self {
        case .open, .dismiss, .answer: true
        case .vanish: false
        }
    }

    func perform(on device: SimulatedDevice) {
        switch self {
        case .open(let number): device.choose(number) { .open($0, $1) }
        case .dismiss(let number): device.choose(number) { .dismiss($0, $1) }
        case .answer(let number, let choice):
            device.choose(number) { .answer($0, choice.answer, $1) }
        case .vanish(let number): device.vanish(number)
        }
    }
}

/// How an app's notifications come over the app in front.
struct AlertStyleStep: StepBody {
    var place: Int
    var style: AlertStyle?

    var app: Int? { place }
    var isRequest: Bool { true }
    func perform(on device: SimulatedDevice) {
        device.ask { .notification(.setStyle(device.apps[place].id, style, $0)) }
    }
}
