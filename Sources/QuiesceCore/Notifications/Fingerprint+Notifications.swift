// What of notifications goes into a fingerprint: all of it.

extension Fingerprint {
    mutating func add(_ effect: NotificationEffect) {
        switch effect {
        case .show(let id, let app, let content, let types, let style, let badge, let late):
            add(1 as UInt64)
            add(id.value)
            add(app)
            add(content.value)
            add(UInt64(types.rawValue))
            add(style) { $0.add($1.rawValue) }
            add(badge) { $0.add(Int64($1)) }
            add(late) { $0.add($1.nanoseconds) }
        case .withdraw(let id):
            add(2 as UInt64)
            add(id.value)
        case .tell(let app, let launch):
            add(3 as UInt64)
            add(app)
            add(launch.number)
        }
    }

    mutating func add(_ notification: LocalNotification) {
        add(notification.id.value)
        add(notification.app)
        add(notification.name)
        add(notification.content.value)
        add(UInt64(notification.types.rawValue))
        add(notification.badge) { $0.add(Int64($1)) }
        add(notification.rule) { $0.add($1) }
        add(UInt64(notification.fired.runs.count))
        for run in notification.fired.runs {
            add(run.first)
            add(run.last)
        }
        add(notification.shown) {
            $0.add($1.at.nanoseconds)
            $0.add($1.late) { $0.add($1.nanoseconds) }
            $0.add(UInt64($1.types.rawValue))
            $0.add($1.style) { $0.add($1.rawValue) }
            $0.add(Int64($1.asked))
        }
        add(notification.untaken) {
            $0.add($1.launch.number)
            $0.add($1.at.nanoseconds)
            $0.add($1.waits == true)
        }
        add(notification.isHanded)
        add(notification.push) {
            $0.add($1.id.value)
            $0.add($1.payload.value)
            $0.add($1.collapse) { $0.add($1) }
        }
    }

    mutating func add(notificationDetail detail: Detail) {
        switch detail {
        case .notification(let id, let name):
            add(61 as UInt64)
            add(id.value)
            add(name)
        case .notificationFired(let id, let name, let late, let skipped):
            add(62 as UInt64)
            add(id.value)
            add(name)
            add(late) { $0.add($1.nanoseconds) }
            add(skipped)
        case .name(let name):
            add(63 as UInt64)
            add(name)
        case .badge(let badge):
            add(64 as UInt64)
            add(Int64(badge))
        case .presents(let types):
            add(65 as UInt64)
            add(UInt64(types.rawValue))
        case .alertStyle(let style):
            add(68 as UInt64)
            add(style.rawValue)
        case .clock(let clock):
            add(66 as UInt64)
            add(clock.nanoseconds)
        case _:
            add(67 as UInt64)
        }
    }

    mutating func add(_ cause: LaunchCause) {
        add(cause.name)
        switch cause {
        case .localNotification(let id, let content):
            add(id.value)
            add(content.value)
        case .remoteNotification(let payload): add(payload.value)
        case .user, .fetch, .transfer, .backgroundTask: break
        }
    }

    mutating func add(_ call: NotificationCall) {
        switch call {
        case .received(let id, let content, let opened):
            add(1 as UInt64)
            add(id.value)
            add(content.value)
            add(opened)
        case .dropped(let names):
            add(2 as UInt64)
            add(UInt64(names.count))
            for name in names { add(name) }
        }
    }
}
