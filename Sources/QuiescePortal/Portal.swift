import QuiesceBus
import QuiesceTerminal

/// The backend's objects on the session's bus. Belongs to one thread; nothing in it waits, and
/// everything that others do comes as news.
final class Portal {
    static let name = "org.freedesktop.impl.portal.desktop.quiesce"
    static let path = "/org/freedesktop/portal/desktop"
    static let background = "org.freedesktop.impl.portal.Background"
    static let access = "org.freedesktop.impl.portal.Access"
    static let request = "org.freedesktop.impl.portal.Request"
    private static let properties = "org.freedesktop.DBus.Properties"
    static let introspectable = "org.freedesktop.DBus.Introspectable"

    let bus: MessageBus
    let parts: PortalParts
    var questions: [UInt64: Question] = [:]
    var lastQuestion: UInt64 = 0
    /// nil: nothing is known yet, or there is no daemon.
    var device: AppStates?
    private var hasNews = false
    /// Calls that wait for the first news.
    private var held: [() -> Void] = []
    private let newsDeadline: UInt64
    private var trouble: String?
    private var served: ServedName!

    init(_ bus: MessageBus, _ parts: PortalParts) throws(BusError) {
        self.bus = bus
        self.parts = parts
        newsDeadline = BusClock.now() + PortalLimits.firstNewsSeconds * 1_000_000
        try bus.serveAll(below: Self.path) { [unowned self] in called($0) }
        served = try ServedName(Self.name, on: bus, idleSeconds: parts.idleSeconds) {
            [unowned self] in !questions.isEmpty || !held.isEmpty
        }
        try served.claim()
    }

    /// Why it can't serve.
    var failure: Failure? {
        switch served.refusal {
        case .hasAnother:
            .refused(
                "another quiesce-portal serves this session; end it first, or leave it to that")
        case .error(let why): .refused("the session's bus gives no name: \(why)")
        case nil: nil
        }
    }

    /// It has ended by itself: nobody needs it.
    var isOver: Bool { served.isOver }

    // MARK: Time

    /// The time of the next turn, in microseconds of CLOCK_MONOTONIC.
    var deadline: UInt64 {
        var next = questions.values.map(\.deadline).min() ?? .max
        if !held.isEmpty { next = min(next, newsDeadline) }
        return min(next, served.deadline)
    }

    func turn() {
        let now = BusClock.now()
        if now >= newsDeadline, !held.isEmpty { release() }
        for (id, question) in questions where question.deadline <= now { expire(id) }
        attempt { () throws(BusError) in try served.turn() }
    }

    // MARK: News

    func hear(_ news: PortalNews) {
        switch news {
        case .notShown(let id): couldNotAsk(id)
        case .pressed(let id, let button): pressed(id, button)
        case .chosen(let id): ignored(id, wasSeen: true)
        case .dismissed(let id): ignored(id, wasSeen: true)
        case .vanished(let id): ignored(id, wasSeen: false)
        case .device(.states(let states)):
            trouble = nil
            take(states)
        case .device(.gone(let why)):
            if why != trouble { log("the device's apps aren't known: \(why)") }
            trouble = why
            take(nil)
        case .carriedOut(let id, let problem): carriedOut(id, problem)
        }
    }

    private func take(_ states: AppStates?) {
        let isNew = states?.states ?? [:] != device?.states ?? [:]
        device = states
        hasNews = true
        release()
        guard isNew else { return }
        attempt { () throws(BusError) in
            try bus.signal("RunningApplicationsChanged", of: Self.background, path: Self.path) {
                _ in
            }
        }
    }

    /// Does it once the device is known, or there is no hope of that.
    func onceKnown(_ body: @escaping () -> Void) {
        guard !hasNews, BusClock.now() < newsDeadline, held.count < PortalLimits.waiters else {
            return body()
        }
        held.append(body)
    }

    private func release() {
        let held = held
        self.held = []
        for body in held { body() }
    }

    // MARK: Calls

    private func called(_ call: borrowing BusMessage) {
        guard let (interface, method) = call.method, let path = call.object else { return }
        served.isCalled(by: call.sender)
        guard path == Self.path else { return calledRequest(path, interface, method, call) }
        switch (interface, method) {
        case (Self.background, "GetAppState"): getAppState(call)
        case (Self.background, "NotifyBackground"): notifyBackground(call)
        case (Self.background, "EnableAutostart"): enableAutostart(call)
        case (Self.access, "AccessDialog"): accessDialog(call)
        case (Self.introspectable, "Introspect"): introspect(call, Introspection.portal)
        // There are none, and proxies ask for them.
        case (Self.properties, "GetAll"):
            answer(call) { answer throws(BusError) in try answer.append(numbers: []) }
        case _:
            refuse(call, "UnknownMethod", "there is \(Self.background) and \(Self.access) alone")
        }
    }
}
