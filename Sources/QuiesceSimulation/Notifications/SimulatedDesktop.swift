import QuiesceCore
import QuiesceShell
import QuiesceZones

/// What the user sees of notifications: it outlives the daemon, not the device.
struct SimulatedDesktop {
    /// From the moment it is handed over until the daemon knows that it is seen.
    static let delay = Interval.milliseconds(4)

    private(set) var shown: [NotificationID: ShownNotification] = [:]

    mutating func show(_ notification: ShownNotification) {
        // What is only listed, or only heard, isn't there.
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
    func choose(_ number: Int, opening: Bool) {
        guard let id = shown(number)?.id else {
            // Nothing was asked for that could be asked again.
            let request = requests?.underway
            requests?.answered(request)
            return
        }
        ask { .notification(opening ? .open(id, $0) : .dismiss(id, $0)) }
    }

    /// The time of one of what is shown is over, which the daemon tells of alerts alone.
    func vanish(_ number: Int) {
        guard let view = shown(number), view.covers else { return }
        daemon { $0.take(.notification(.lowered(view.id))) }
    }

    private func shown(_ number: Int) -> NotificationView? {
        let shown = device.machine.notificationViews.filter { $0.shown != nil }
        return shown.isEmpty ? nil : shown[number % shown.count]
    }

    /// The power fails, and with it the clock, which has no battery of its own.
    func cutPowerAndClock() {
        // A clock without power begins in 1970 at the earliest.
        let shown = (clocks.wall - .zero) - (clocks.awake - .zero)
        let lost = min(.seconds(400 * 86_400), shown)
        lostClock = lostClock + lost
        setClock(by: .zero - lost)
        cutPower(losing: 0)
    }

    /// The network says what time it is.
    func findClock() {
        guard lostClock > .zero else { return }
        setClock(by: lostClock)
        lostClock = .zero
        tellClock()
    }
}
