import Glibc
import QuiesceBus

/// The conversation with the desktop. Belongs to one thread; nothing in it waits.
///
/// A bus is looked for when there is something to show, and never by itself: without one, what is
/// shown is dropped here, and said once.
final class DesktopClient {
    /// The state of the notification server, as far as it is known.
    private enum Server {
        case unknown
        /// It was asked for its capabilities.
        case asked
        case known(NotificationServer)
    }

    private let address: () -> String?
    private let answerSeconds: UInt64
    private let hooks: DesktopNotifications.Hooks
    private var connection: MessageBus?
    /// The bus has let us in, and our list is of this bus.
    private var isIn = false
    private var openedAt: UInt64 = 0
    private var server = Server.unknown
    private var shown: ShownList
    /// To be closed once the bus has let us in.
    private var leaving: Set<UInt64> = []
    private var waiting: [BannerRequest] = []
    private var underWay: [UInt64: PendingNotify] = [:]
    /// The last complaint about the desktop.
    private var trouble: String?

    init(
        address: @escaping () -> String?, memory: String?, answerSeconds: UInt64,
        hooks: DesktopNotifications.Hooks
    ) {
        self.answerSeconds = answerSeconds
        self.address = address
        self.hooks = hooks
        shown = ShownList(path: memory)
        // Banners that are still on the screen may be chosen now.
        if !shown.entries.isEmpty { _ = connect() }
    }

    // MARK: What the daemon wants

    func show(_ banner: Banner, _ done: @escaping (Bool) -> Void) {
        show(BannerRequest(banner: banner, done: done))
    }

    private func show(_ request: BannerRequest) {
        let id = request.banner.id
        leaving.remove(id)
        if underWay[id] != nil {
            underWay[id]?.next = .show(request)
            return
        }
        dropWaiting { $0 == id }
        guard waiting.count + underWay.count < DesktopLimits.waiting else {
            request.done(false)
            return complain("the desktop is behind: some notifications aren't shown there")
        }
        guard connect() else { return request.done(false) }
        waiting.append(request)
        goOn()
    }

    func close(_ id: UInt64) {
        dropWaiting { $0 == id }
        if underWay[id] != nil {
            underWay[id]?.next = .close
        } else if let entry = shown[id] {
            // Before it is in, nobody knows whether the list is of this bus.
            guard isIn else {
                leaving.insert(id)
                return
            }
            shown.remove(id)
            takeAway(entry)
        }
    }

    /// Waits for notifications that are to be closed and that the server hasn't numbered yet: else
    /// they would stay on the screen. No longer than `DesktopLimits.farewellSeconds`.
    func closeWhatIsUnderWay() {
        let end = BusClock.now() + DesktopLimits.farewellSeconds * 1_000_000
        while underWay.values.contains(where: \.isToBeClosed), let waits = waits() {
            let now = BusClock.now()
            guard now < end else { return }
            var descriptor = waits.descriptor
            let left = min(waits.deadline, end) - min(now, waits.deadline)
            poll(&descriptor, 1, CInt(clamping: (left + 999) / 1_000))
            while turn() {}
        }
    }

    func keep(_ ids: Set<UInt64>) {
        for id in shown.entries.map(\.id) where !ids.contains(id) && underWay[id] == nil {
            close(id)
        }
    }

    /// A short vibration, by feedbackd where it runs.
    func vibrate(app: String) {
        guard connect(), let connection else { return }
        attempt { () throws(BusError) in
            try connection.send(unanswered: Feedback.trigger(app: app, on: connection))
        }
    }

    // MARK: The connection

    /// The descriptor and the time to wait for until `turn()`; the time is of CLOCK_MONOTONIC, in
    /// microseconds.
    func waits() -> (descriptor: pollfd, deadline: UInt64)? {
        guard let connection else { return nil }
        do {
            var waits = try connection.waits()
            if !isIn { waits.deadline = min(waits.deadline, openingEnds) }
            return waits
        } catch {
            lost(error)
            return self.connection == nil ? nil : (pollfd(fd: -1, events: 0, revents: 0), 0)
        }
    }

    /// Serves the bus. Returns true when there is more to do.
    func turn() -> Bool {
        for _ in 0..<DesktopLimits.messagesPerTurn {
            guard let connection else { return false }
            do {
                let didSomething = try connection.process()
                if !isIn { try enter(connection) }
                if !didSomething { return false }
            } catch {
                lost(error)
            }
        }
        return true
    }

    private var openingEnds: UInt64 { openedAt + answerSeconds * 1_000_000 }

    private func enter(_ connection: MessageBus) throws(BusError) {
        if connection.isReady {
            isIn = true
            vanish(shown.connected(to: connection.identity()))
            let ids = leaving
            leaving = []
            for id in ids { close(id) }
        } else if BusClock.now() >= openingEnds {
            throw BusError(step: "the session bus", code: ETIMEDOUT)
        }
    }

    private func connect() -> Bool {
        if connection != nil { return true }
        guard let address = address() else {
            complain("there is no session bus: notifications aren't shown on a desktop")
            return false
        }
        do throws(BusError) {
            let made = try MessageBus(address: address)
            try listen(made)
            connection = made
            isIn = false
            openedAt = BusClock.now()
            return true
        } catch {
            complain("no session bus can be used, so no desktop shows notifications: \(error)")
            return false
        }
    }

    private func lost(_ error: BusError) {
        connection = nil
        isIn = false
        server = .unknown
        let unanswered = underWay.values
        underWay = [:]
        for request in unanswered { request.giveUp() }
        dropWaiting { _ in true }
        complain("the session bus can't be used: \(error)")
    }

    private func dropWaiting(_ isMeant: (UInt64) -> Bool) {
        let dropped = waiting.filter { isMeant($0.banner.id) }
        waiting.removeAll { isMeant($0.banner.id) }
        for request in dropped { request.done(false) }
    }

    /// Does what may fail only because the bus has ended, which its next turn notices.
    private func attempt(_ work: () throws(BusError) -> Void) {
        do { try work() } catch { complain("the session bus can't be used: \(error)") }
    }

    private func complain(_ problem: String) {
        guard problem != trouble else { return }
        trouble = problem
        hooks.warn(problem)
    }

    // MARK: The server

    private func listen(_ bus: MessageBus) throws(BusError) {
        typealias Name = NotificationServer
        try bus.hear(
            "ActionInvoked", of: Name.interface, path: Name.path, from: Name.name
        ) { [unowned self] message in
            guard let number = message.uint32(), let action = message.string(),
                let entry = shown.entry(number: number, from: message.sender)
            else { return }
            if NotificationServer.choices.contains(action) {
                shown.remove(entry.id)
                takeAway(entry)
                hooks.chosen(entry.id)
            } else if action.hasPrefix(NotificationServer.buttonPrefix) {
                // It is taken away once the answer is: it may be refused.
                hooks.pressed(
                    entry.id, String(action.dropFirst(NotificationServer.buttonPrefix.count)))
            }
        }
        try bus.hear(
            "NotificationReplied", of: Name.interface, path: Name.path, from: Name.name
        ) { [unowned self] message in
            guard let number = message.uint32(), let text = message.string(),
                let entry = shown.entry(number: number, from: message.sender)
            else { return }
            hooks.replied(entry.id, text)
        }
        try bus.hear(
            "NotificationClosed", of: Name.interface, path: Name.path, from: Name.name
        ) { [unowned self] message in
            guard let number = message.uint32(), let reason = message.uint32(),
                let entry = shown.entry(number: number, from: message.sender)
            else { return }
            shown.remove(entry.id)
            // 2: by the user; otherwise its time was over.
            let tell = reason == 2 ? hooks.dismissed : hooks.vanished
            tell(entry.id)
        }
        try bus.hearOwnerChanges(of: Name.name) { [unowned self] message in
            guard message.sender == "org.freedesktop.DBus", message.string() == Name.name,
                let old = message.string(), !old.isEmpty
            else { return }
            vanish(shown.remove(of: old))
            if case .known(let server) = server, server.owner == old { self.server = .unknown }
        }
    }

    /// Asks whoever shows notifications what it can do, or shows what waits.
    private func goOn() {
        guard let connection else { return }
        switch server {
        case .asked: break
        case .unknown:
            server = .asked
            attempt { () throws(BusError) in
                let question = try connection.call(
                    NotificationServer.name, path: NotificationServer.path,
                    interface: NotificationServer.interface, method: "GetCapabilities")
                try connection.send(question, seconds: answerSeconds) { [unowned self] in
                    hear(capabilities: $0)
                }
            }
        case .known(let server):
            while underWay.count < DesktopLimits.underWay, !waiting.isEmpty {
                send(waiting.removeFirst(), to: server, connection)
            }
        }
    }

    private func hear(capabilities answer: borrowing BusMessage) {
        guard answer.errorName == nil, let owner = answer.sender,
            let capabilities = answer.strings(limit: DesktopLimits.capabilities)
        else { return failed(answer) }
        server = .known(NotificationServer(owner: owner, capabilities: Set(capabilities)))
        goOn()
    }

    private func send(
        _ request: BannerRequest, to server: NotificationServer, _ bus: MessageBus
    ) {
        let id = request.banner.id
        let replaced = shown[id].flatMap { $0.owner == server.owner ? $0 : nil }
        underWay[id] = PendingNotify(request: request)
        attempt { () throws(BusError) in
            do throws(BusError) {
                let message = try server.notify(
                    request.banner, replacing: replaced?.number, on: bus)
                try bus.send(message, seconds: answerSeconds) { [unowned self] answer in
                    hear(number: answer, of: id, replacing: replaced != nil)
                }
            } catch {
                underWay.removeValue(forKey: id)?.giveUp()
                throw error
            }
        }
    }

    private func hear(number answer: borrowing BusMessage, of id: UInt64, replacing: Bool) {
        guard let request = underWay.removeValue(forKey: id) else { return }
        var isShown = false
        if answer.errorName == nil, let owner = answer.sender, let number = answer.uint32(),
            number != 0
        {
            if trouble != nil { hooks.warn("the desktop shows notifications again") }
            trouble = nil
            shown.put(ShownList.Entry(id: id, number: number, owner: owner))
            isShown = true
        } else if replacing {
            // The server that showed it has gone; its successor shows it anew.
            shown.remove(id)
            server = .unknown
            if case .nothing = request.next { return show(request.request) }
        } else {
            failed(answer)
        }
        request.request.done(isShown)
        switch request.next {
        case .nothing: break
        case .close: close(id)
        case .show(let newer): show(newer)
        }
        if !waiting.isEmpty { goOn() }
    }

    /// No use in waiting: the next notification tries again.
    private func failed(_ answer: borrowing BusMessage) {
        server = .unknown
        dropWaiting { _ in true }
        // A bus that ends answers for the server, and its next turn says so.
        guard connection?.isOpen ?? false else { return }
        complain(NotificationServer.problem(answer.errorName))
    }

    /// Reports banners that are gone, except for those that are about to be shown again.
    private func vanish(_ entries: [ShownList.Entry]) {
        for id in entries.map(\.id)
        where underWay[id] == nil && !waiting.contains(where: { $0.banner.id == id }) {
            hooks.vanished(id)
        }
    }

    private func takeAway(_ entry: ShownList.Entry) {
        guard let connection else { return }
        attempt { () throws(BusError) in
            try connection.send(
                unanswered: NotificationServer.close(entry.number, of: entry.owner, on: connection))
        }
    }
}
