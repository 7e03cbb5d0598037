import QuiesceCore

/// The screen for notifications.
package struct PlayedDesktop {
    /// One that was shown.
    package struct Banner: Equatable {
        /// Its number.
        package var id: NotificationID
        /// The app that it is of.
        package var app: AppID
        /// The parts that were shown.
        package var types: NotificationTypes
        /// How its alert came over the app in front; nil: it had no alert.
        package var style: AlertStyle?
        /// The number on the app's icon; nil: as before.
        package var badge: Int32?
        /// How late it was; nil: it wasn't.
        package var late: Interval?
        /// When it was shown.
        package var at: WallTime
        /// Its content, in the store.
        package var content: PayloadHandle
    }

    /// The daemon hears at once that one is shown; otherwise when somebody says so.
    package var answers = true
    /// Everything that was ever shown, in order.
    package var history: [Banner] = []
    /// The notifications that can be seen now.
    package var visible: [NotificationID] = []
    /// The notifications that were asked for, and of which the daemon hasn't heard.
    package var asked: [NotificationID] = []
    /// The apps that were told what they have scheduled, in order.
    package var tellings: [AppID] = []
    /// Names of what was shown of an app, as it asked, by the request.
    package var listings: [UInt64: [String]] = [:]

    mutating func endWithDaemon() { asked = [] }

    mutating func endWithDevice() {
        let history = history
        self = PlayedDesktop()
        self.history = history
    }
}

extension CoreHarness {
    /// As the shell does: stores what comes with an event, under a number of its own each time.
    func staging(_ event: NotificationEvent) -> NotificationEvent {
        guard case .asked(let app, let launch, let request, .schedule(var new)) = event else {
            return event
        }
        new.content = newPayload()
        store.payloads.insert(new.content)
        return .asked(app, launch, request: request, .schedule(new))
    }

    func carryOut(_ effect: NotificationEffect) {
        switch effect {
        case .show(let id, let app, let content, let types, let style, let badge, let late):
            expect((style != nil) == types.contains(.alert), "\(id) has an alert or a style")
            expect(!types.isEmpty, "nothing is to be shown of \(id)")
            expect(store.payloads.contains(content), "the content of \(id) isn't stored")
            desktop.history.append(
                .init(
                    id: id, app: app, types: types, style: style, badge: badge, late: late,
                    at: now.wall, content: content))
            if !desktop.visible.contains(id) { desktop.visible.append(id) }
            guard desktop.answers else { return desktop.asked.append(id) }
            plan(.notification(.shown(id)))
        case .withdraw(let id):
            desktop.visible.removeAll { $0 == id }
            desktop.asked.removeAll { $0 == id }
        case .tell(let app, let launch):
            expect(
                processes[app]?.launch == launch && processes[app]?.connected == true,
                "\(app) can't be told of its notifications")
            desktop.tellings.append(app)
        case .tellShown(let app, let launch, let request):
            expect(
                processes[app]?.launch == launch && processes[app]?.connected == true,
                "\(app) can't be told what is shown of it")
            desktop.listings[request] = machine.notificationViews(of: app)
                .filter { $0.shown != nil }.map(\.name)
        }
    }

    /// The daemon hears that what it asked for is shown.
    package final func answerForDesktop() {
        let asked = desktop.asked
        desktop.asked = []
        for id in asked { send(.notification(.shown(id))) }
        run()
    }
}
