import Glibc
import Logging
import QuiesceBus
import QuiesceCore
import QuiesceLinux
import QuiesceShell

extension Limits {
    /// Seconds for logind to answer: it only takes note of what it is asked.
    static let logindAnswerSeconds: UInt64 = 10
}

/// systemd-logind of this machine, on the system bus: the device sleeps when the machine does, with
/// its apps settled before; ends its apps before the machine is switched off; and is locked while
/// the user's session is. Where there is no logind, nothing here does anything. Belongs to the
/// loop's thread.
final class MachineSession: DaemonService, SystemBusGuest {
    enum Logind {
        static let name = "org.freedesktop.login1"
        static let path = "/org/freedesktop/login1"
        static let manager = "org.freedesktop.login1.Manager"
        static let session = "org.freedesktop.login1.Session"
        static let properties = "org.freedesktop.DBus.Properties"
    }

    /// The device's part in what the machine does.
    struct Order {
        /// Calls back once all that was decided is on disk.
        var whenDurable: (@escaping () -> Void) -> Void
        /// Every app is ended, then the daemon.
        var shutDown: () -> Void
    }

    private let bus: SystemBus
    let device: Device
    private let logger: Logger
    private let order: Order
    private(set) weak var link: BusLink?
    private var hasBegun = false
    /// logind's unique name, once it has answered.
    private(set) var owner: String?
    /// The machine waits with its sleep for as long as this is open, five seconds at most
    /// (logind.conf's `InhibitDelayMaxSec`), and with its end for the other.
    private var sleepHold: OwnedDescriptor?
    private var endHold: OwnedDescriptor?
    /// Why logind lets the machine wait for nobody.
    private var refusal: String?
    /// Set while it sleeps.
    private var alarm: WakeAlarm?
    private var alarmTrouble: String?

    init(
        _ bus: SystemBus, _ device: Device, logger: Logger, order: Order
    ) {
        self.bus = bus
        self.device = device
        self.logger = logger
        self.order = order
    }

    func begin() {
        guard !hasBegun else { return }
        hasBegun = true
        alarmTrouble = WakeAlarm.refusal
        bus.join(self)
    }

    func shutdown() { letGo() }

    var notes: [String] {
        guard owner != nil else { return [] }
        let holds = refusal.map {
            "systemd-logind doesn't have the machine wait for apps before it sleeps or ends (\($0)); it does where polkitd is installed"
        }
        let alarms = alarmTrouble.map {
            "alarms wait until somebody wakes the machine (\($0)): to wake it takes CAP_WAKE_ALARM, which systemd 254 and later give whoever logs in"
        }
        return [holds, alarms].compactMap { $0 }
    }

    private func letGo() {
        sleepHold = nil
        endHold = nil
    }

    // MARK: The bus

    func busEnded() { letGo() }

    func enter(_ link: BusLink) {
        self.link = link
        link.attempt { bus throws(BusError) in
            try bus.hear(
                "PrepareForSleep", of: Logind.manager, path: Logind.path, from: Logind.name
            ) { [weak self] in self?.prepareForSleep($0) }
            try bus.hear(
                "PrepareForShutdown", of: Logind.manager, path: Logind.path, from: Logind.name
            ) { [weak self] in self?.prepareForShutdown($0) }
            try bus.hear(
                "PropertiesChanged", of: Logind.properties, path: nil, from: Logind.name
            ) { [weak self] in self?.sessionChanged($0) }
            try bus.hearOwnerChanges(of: Logind.name) { [weak self] in self?.ownerChanged($0) }
        }
        takeHolds()
        askSessions()
    }

    private func ownerChanged(_ signal: borrowing BusMessage) {
        guard signal.sender == "org.freedesktop.DBus", signal.string() == Logind.name,
            signal.string() != nil, let new = signal.string()
        else { return }
        letGo()
        if !new.isEmpty { takeHolds() }
    }

    /// The machine is to wait for us before it sleeps and before it ends: two requests, as logind
    /// asks polkit about each.
    private func takeHolds() {
        holdSleep()
        takeHold(before: "shutdown") { [weak self] in self?.endHold = OwnedDescriptor($0) }
    }

    private func holdSleep() {
        takeHold(before: "sleep") { [weak self] in self?.sleepHold = OwnedDescriptor($0) }
    }

    private func takeHold(before what: String, _ keep: @escaping (CInt) -> Void) {
        link?.attempt { bus throws(BusError) in
            let call = try bus.call(
                Logind.name, path: Logind.path, interface: Logind.manager, method: "Inhibit")
            for word in [what, "Quiesce", "apps settle before", "delay"] { try call.append(word) }
            try bus.send(call, seconds: Limits.logindAnswerSeconds) { [weak self] answer in
                self?.held(answer, keep)
            }
        }
    }

    private func held(_ answer: borrowing BusMessage, _ keep: (CInt) -> Void) {
        guard let sender = answer.sender, sender != "org.freedesktop.DBus" else {
            let why = answer.errorText ?? "no answer"
            return logger.info("the machine's sleep isn't known: \(why)")
        }
        owner = sender
        if let error = answer.errorName {
            refusal = answer.errorText ?? error
        } else if let descriptor = answer.descriptor() {
            refusal = nil
            let kept = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
            if kept >= 0 { keep(kept) }
        }
    }

    // MARK: The machine

    private func prepareForSleep(_ signal: borrowing BusMessage) {
        guard signal.sender == owner, let begins = signal.tree()?.flag else { return }
        guard begins else {
            logger.info("the machine is awake again")
            alarm = nil
            holdSleep()
            return device.ask({ .wake($0) }, reply: { _ in })
        }
        logger.info("the machine is about to sleep")
        if let next = device.machine.nextNotification { alarm = try? WakeAlarm(at: next) }
        let letGo: () -> Void = { [weak self] in self?.sleepHold = nil }
        device.ask({ .sleep($0) }, reply: { [order] _ in order.whenDurable(letGo) })
    }

    private func prepareForShutdown(_ signal: borrowing BusMessage) {
        guard signal.sender == owner, signal.tree()?.flag == true else { return }
        logger.info("the machine is about to be switched off")
        // The daemon's end lets go of the machine.
        order.shutDown()
    }
}
