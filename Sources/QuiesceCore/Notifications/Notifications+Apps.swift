// Notifications that their apps are at work with.
extension Notifications {
    /// Ends the handling of notifications that apps have dealt with, and shows those that fired in
    /// front of an app that ended before.
    mutating func settleHanded(in around: inout Surroundings) {
        for id in index.withApp {
            guard var notification = self[id], around.isInstalled(notification.app) else {
                continue
            }
            let app = notification.app
            let isDone = notification.isHanded && !isWithApp(notification, around)
            if isDone {
                notification.isHanded = false
                around.forgetOpening(id, of: app)
            }
            guard let untaken = notification.untaken else {
                if isDone { keep(notification, in: &around) }
                continue
            }
            let isMissed = !around.isAlive(app, untaken.launch)
            if untaken.waits == true, !isMissed, around.isInFront(app) {
                if !isBehind(app, around) { handOver(notification, in: &around) }
            } else if isMissed || untaken.waits == true {
                notification.untaken = nil
                let delay = around.now.wall - untaken.at
                let late = delay >= Limits.notificationLateness ? delay : nil
                let detail = Detail.notification(
                    .fired(
                        id, notification.name, late: late, skipped: 0))
                present(notification, detail, late, in: &around)
                if let push = notification.push {
                    around.news.append(
                        .presented(push.id, refused: obstacle(of: id, app, around)))
                }
            } else if untaken.isHeld != true, !isTold(notification, around) {
                notification.untaken = nil
                keep(notification, in: &around)
            }
        }
    }

    /// It has been handed as many as it may be, and hasn't dealt with them.
    func isBehind(_ app: AppID, _ around: borrowing Surroundings) -> Bool {
        let calls = around.outstandingCalls(of: app)
        guard calls.count >= Limits.outstandingNotifications else { return false }
        let handed = calls.count {
            if case .notification(.received) = $0.call { true } else { false }
        }
        return handed >= Limits.outstandingNotifications
    }

    /// Its app is to be handed it, or was and hasn't returned from that callback.
    private func isWithApp(
        _ notification: LocalNotification, _ around: borrowing Surroundings
    ) -> Bool {
        let (id, push) = (notification.id, notification.push?.payload)
        if around.awaitedOpening(of: notification.app) == id { return true }
        if around.wakes(of: notification.app).contains(where: { $0.cause.reply?.id == id }) {
            return true
        }
        return around.outstandingCalls(of: notification.app).contains {
            $0.call.notification?.id == id || push != nil && $0.call.launchPush == push
        }
    }

    /// Its app is to hear, in front, that this fired, or hasn't returned from that callback. An
    /// earlier occurrence of the same, which the user opened, is another call.
    private func isTold(
        _ notification: LocalNotification, _ around: borrowing Surroundings
    ) -> Bool {
        around.outstandingCalls(of: notification.app).contains {
            $0.call.notification.map { $0.id == notification.id && !$0.isOpened } ?? false
        }
    }

    /// Tells apps the news that they are to know, as soon as they hear.
    mutating func tellApps(in around: inout Surroundings) {
        tellDropped(in: &around)
        let waiting = untold
        untold.removeAll()
        for app in waiting {
            // One that doesn't run is told when it connects.
            guard around.isAlive(app), let launch = around.launch(of: app) else { continue }
            if around.isConnected(app) {
                around.out.tellNotifications(app, launch)
            } else {
                untold.append(app)
            }
        }
    }

    /// Tells apps the names that aren't scheduled; those that come while an app is busy with others
    /// wait until it has handled them, and follow at once.
    private mutating func tellDropped(in around: inout Surroundings) {
        guard !dropped.isEmpty else { return }
        let waiting = dropped
        dropped.removeAll()
        for var entry in waiting {
            let hearing = around.hearing(of: entry.app, entry.launch) { call in
                if case .notification(.dropped) = call { true } else { false }
            }
            switch hearing {
            case .never: continue
            case .later: dropped.append(entry)
            case .now:
                let names = Array(entry.names.prefix(Limits.unscheduledNamesPerCall))
                around.deliver(.notification(.dropped(names)), to: entry.app)
                entry.names.removeFirst(names.count)
                if !entry.names.isEmpty { dropped.append(entry) }
            }
        }
    }

    /// The news that an app is to hear right after its welcome, before its callbacks run: the
    /// notifications that it has scheduled, if any.
    func welcome(_ app: AppID, _ launch: Launch) -> Effect? {
        guard presentations[app] != nil || index.byApp[app] != nil else { return nil }
        return .notification(.tell(app, launch))
    }

    mutating func told(_ app: AppID) { untold.removeAll { $0 == app } }
}

extension AppMachine {
    /// The notification that the user chose, until it is handed to the app: at the app's launch, or
    /// as the app comes to the front.
    // derive: json
    struct Opening: Sendable, Hashable {
        var id: NotificationID
        var content: PayloadHandle
        /// The push that it presents.
        var push: PayloadHandle?
        // json: answer unless .opened
        var answer = NotificationAnswer.opened
    }

    /// Hands over what the user chose, as it comes to the front.
    mutating func deliverOpening(_ context: AppContext, _ out: inout Recorder) {
        deliverLink(context, &out)
        guard let opening else { return }
        self.opening = nil
        guard opening.answer == .opened else {
            let reply = NotificationReply(
                id: opening.id, content: opening.content, push: opening.push,
                answer: opening.answer)
            return deliver(.notification(.answered(reply, nil)), context, &out)
        }
        if let payload = opening.push {
            return deliver(.push(.received(opening.id, payload, opened: true)), context, &out)
        }
        let call = NotificationCall.received(opening.id, opening.content, opened: true)
        deliver(.notification(call), context, &out)
    }

    /// Why the user's `open` starts a process. An answer is handed over once it has launched.
    mutating func takeLaunchCause() -> LaunchCause {
        guard let opening else { return takeLinkCause() ?? .user }
        guard opening.answer == .opened else { return .notificationAction }
        self.opening = nil
        if let payload = opening.push { return .remoteNotification(payload, opened: opening.id) }
        return .localNotification(opening.id, opening.content)
    }
}

extension AppCall {
    /// The push that a process was launched for.
    fileprivate var launchPush: PayloadHandle? {
        if case .finishLaunching(_, .remoteNotification(let payload, _), _) = self {
            return payload
        }
        return nil
    }

    /// Which it hands over, and whether that is as the user opened it.
    fileprivate var notification: (id: NotificationID, isOpened: Bool)? {
        if case .notification(.received(let id, _, let opened)) = self { return (id, opened) }
        if case .finishLaunching(_, .localNotification(let id, _), _) = self { return (id, true) }
        if case .push(.received(let id?, _, let opened)) = self { return (id, opened) }
        if case .notification(.answered(let reply, _)) = self { return (reply.id, true) }
        return nil
    }
}
