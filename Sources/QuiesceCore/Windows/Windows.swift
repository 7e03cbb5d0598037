/// Programs that have windows on a desktop, whose compositor says which of them are shown, and
/// which has the focus.
///
/// The program whose window has the focus is in front (Y2). One that is shown without the focus
/// isn't suspended: the compositor sends it each motion of the pointer, and ends it once it has not
/// read some hundreds of them (Y3). Where nobody says which windows are shown, every program that
/// had one counts as shown: its user could thaw it by no focus.
///
/// Apps that have shown no window are opened and left by tools alone.
// derive: json sparse
struct Windows: Room, Sendable, Hashable {
    /// A launch that has, or had, windows, or is expected to open one.
    // derive: json
    struct Client: Sendable, Hashable {
        var app: AppID
        var launch: Launch
        /// It has had one.
        // json: unless false
        var isKnown = false
        /// It has one now, shown or not.
        // json: unless false
        var hasWindow = false
        // json: unless false
        var isShown = false
        /// None is shown any more, or yet, and it isn't suspended before that.
        var staysUntil: AwakeInstant?
    }

    /// The launch of which a window has the focus.
    // derive: json
    struct Focus: Sendable, Hashable {
        var app: AppID
        var launch: Launch
    }

    /// In the order in which they were first heard of.
    var clients: [Client] = []
    /// As the desktop said last, though it may be over; nil: it was none of the apps'.
    var focused: Focus?
    /// The focus has gone elsewhere, and that isn't carried out yet.
    var isFocusNew = false
    /// Somebody says which windows there are.
    var isFollowed = false

    var followsApps: Bool { isFollowed }

    mutating func handle(_ event: WindowEvent, in around: inout Surroundings) {
        switch event {
        case .seen(let windows): see(windows, in: &around)
        case .lost: lose(in: &around)
        }
    }

    private mutating func see(_ windows: [AppWindows], in around: inout Surroundings) {
        // While nobody said it, each counted as shown.
        for at in clients.indices where !isFollowed && clients[at].isKnown {
            clients[at].isShown = true
        }
        if !isFollowed { for app in around.appIDs { expect(app, orInFront: true, around) } }
        isFollowed = true
        for window in windows where around.isAlive(window.app, window.launch) {
            if place(of: window) == nil {
                clients.append(Client(app: window.app, launch: window.launch))
            }
        }
        var frontIsHidden = false
        for at in clients.indices {
            let wasShown = clients[at].isShown
            let window = windows.first {
                $0.app == clients[at].app && $0.launch == clients[at].launch
            }
            let isFirst = window != nil && !clients[at].isKnown
            clients[at].hasWindow = window != nil
            clients[at].isKnown = clients[at].isKnown || isFirst
            show(window?.isShown ?? false, at, in: &around)
            if wasShown, !clients[at].isShown, clients[at].app == around.foreground {
                frontIsHidden = true
            }
            // A first window out of sight ends the time that it had for one.
            if isFirst, let end = clients[at].staysUntil {
                clients[at].staysUntil = min(end, around.now.awake + Limits.windowGrace)
            }
        }
        let now = windows.first { $0.isFocused && place(of: $0) != nil }
            .map { Focus(app: $0.app, launch: $0.launch) }
        // One that was opened, and hidden before it ever had the focus, is left too.
        if now != focused || now == nil && frontIsHidden {
            focused = now
            isFocusNew = true
        }
    }

    /// A hosted program that has just been started opens its first window when it has loaded:
    /// frozen before, it never would.
    private mutating func expect(
        _ app: AppID, orInFront: Bool = false, _ around: borrowing Surroundings
    ) {
        guard around.isHosted(app), let launch = around.launch(of: app),
            !clients.contains(where: { $0.app == app && $0.launch == launch })
        else { return }
        switch around.stage(of: app) {
        case .launching: break
        case .active where orInFront: break
        case .notRunning, .active, .background, .freezing, .suspended, .terminating, .dying, nil:
            return
        }
        clients.append(
            Client(
                app: app, launch: launch,
                staysUntil: around.now.awake + Limits.firstWindowLimit))
    }

    private mutating func show(_ isShown: Bool, _ at: Int, in around: inout Surroundings) {
        guard isShown != clients[at].isShown else { return }
        clients[at].isShown = isShown
        clients[at].staysUntil = isShown ? nil : around.now.awake + Limits.windowGrace
        around.note(.input, isShown ? .windowsShown : .windowsHidden, .y3, of: clients[at].app)
    }

    private mutating func lose(in around: inout Surroundings) {
        guard isFollowed else { return }
        isFollowed = false
        focused = nil
        isFocusNew = false
        for client in clients where client.isKnown {
            around.note(.input, .windowsLost, .y3, of: client.app)
        }
    }

    private func place(of window: AppWindows) -> Int? {
        clients.firstIndex { $0.app == window.app && $0.launch == window.launch }
    }

    // MARK: What follows from it

    mutating func settle(in around: inout Surroundings) {
        guard isFollowed || !clients.isEmpty else { return }
        clients.removeAll { !around.isAlive($0.app, $0.launch) }
        if isFollowed { for app in around.changedApps { expect(app, around) } }
        for at in clients.indices {
            if let end = clients[at].staysUntil, end <= around.now.awake {
                clients[at].staysUntil = nil
            }
            around.setActivity(
                .window, of: clients[at].app, clients[at].launch, mayBeSeen(clients[at]))
        }
    }

    func mayBeSeen(_ client: Client) -> Bool {
        client.isShown || client.staysUntil != nil || !isFollowed && client.isKnown
    }

    /// As if the user opened the app, or left it: before anything settles, as alerts of an app go
    /// when it comes to the front. A focus that moves behind the lock counts once the device is
    /// unlocked.
    mutating func followFocus(in around: inout Surroundings) {
        guard isFocusNew, !around.isLockedOrLocking, !around.isAsleep,
            around.shuttingDown == nil
        else { return }
        isFocusNew = false
        if let focused = focused?.app {
            guard around.foreground != focused, around.mayComeToFront(focused) else { return }
            around.note(.input, .windowFocused, .y2, of: focused)
            around.openByUser(focused, [])
        } else if let front = around.foreground,
            clients.contains(where: { $0.app == front && $0.isKnown })
        {
            around.note(.input, .windowUnfocused, .y2, of: front)
            around.leaveForeground()
        }
    }

    /// The ends of the times for which programs stay.
    func timedWork(at _: Moment, _: borrowing Surroundings) -> AwakeWindow? {
        clients.lazy.compactMap(\.staysUntil).min().map { AwakeWindow(at: $0) }
    }

    // MARK: Apps come and go

    mutating func remove(of app: AppID, in _: inout Surroundings) {
        clients.removeAll { $0.app == app }
    }

    /// The desktop says again what is shown, to a new daemon; until then all is as it was.
    mutating func restart(deviceRestarted: Bool, in _: inout Surroundings) {
        if deviceRestarted { self = Windows() }
    }
}

extension Surroundings {
    /// Its process goes on, and isn't being ended: a dying one would be launched anew.
    fileprivate func mayComeToFront(_ app: AppID) -> Bool {
        switch stage(of: app) {
        case .launching, .active, .background, .freezing, .suspended: true
        case .notRunning, .terminating, .dying, nil: false
        }
    }
}
