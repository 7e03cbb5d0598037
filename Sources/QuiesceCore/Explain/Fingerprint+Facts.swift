// What lasts.
extension Fingerprint {
    mutating func add(_ fact: Fact) {
        switch fact {
        case .app(let app):
            add(1, app.manifest.id, app.launch)
            add(app.manifest)
            add(app.forceQuit)
            add(app.lastExit) { $0.add($1) }
            add(Int64(app.crashes.count))
            add(app.crashes.retryAt.nanoseconds)
        case .wake(let wake):
            add(2, wake.app)
            add(wake.id.value)
            switch wake.cause {
            case .fetch: add(0 as UInt64)
            case .push(let payload):
                add(1 as UInt64)
                add(payload.value)
            case .transfer(let session):
                add(2 as UInt64)
                add(session)
            case .task(let kind, let identifier):
                add(3 as UInt64)
                add(kind.rawValue)
                add(identifier)
            }
        case .device(let device):
            add(3 as UInt64)
            add(all: device.recents) { $0.add($1) }
            add(device.lastWake)
        case .conditions(let conditions):
            add(4 as UInt64)
            add(conditions)
        case .permissions(let fact):
            add(6, fact.app)
            add(fact.permissions)
        case .passcode(let passcode):
            add(5 as UInt64)
            add(Int64(passcode.wrongTries))
        case .transfer(let transfer):
            add(7 as UInt64)
            add(transfer)
        case .session(let session):
            add(8 as UInt64)
            add(session)
        case .transfers(let fact):
            add(9 as UInt64)
            add(fact.last)
        case .notification(let notification):
            add(10 as UInt64)
            add(notification)
        case .notifications(let fact):
            add(11 as UInt64)
            add(fact.last)
            add(fact.clock.nanoseconds)
        case .presentation(let fact):
            add(12, fact.app)
            add(Int64(fact.badge))
            add(fact.types) { $0.add(UInt64($1.rawValue)) }
            add(fact.style) { $0.add($1.rawValue) }
        case .fetch(let fact):
            add(13, fact.app)
            add(fact)
        case .fetches(let fact):
            add(14 as UInt64)
            add(fact)
        case .push(let push):
            add(15 as UInt64)
            add(push)
        case .pushes(let fact):
            add(16 as UInt64)
            add(fact)
        case .pushRegistration(let fact):
            add(17, fact.app)
            add(fact)
        }
    }

    mutating func add(_ manifest: AppManifest) {
        add(manifest.name)
        add(manifest.version)
        add(manifest.executable)
        add(all: manifest.backgroundModes) { $0.add($1.rawValue) }
        add(all: manifest.unknownBackgroundModes) { $0.add($1) }
        add(manifest.exitsOnSuspend)
        add(manifest.builtForMajorVersion) { $0.add(Int64($1)) }
        add(all: manifest.groups) { $0.add($1) }
        add(all: manifest.taskIdentifiers) { $0.add($1) }
    }

    mutating func add(_ exit: Exit) {
        add(exit.launch.number)
        add(exit.reason.rawValue)
        add(exit.rule.rawValue)
        switch exit.status {
        case .exited(let code):
            add(1 as UInt64)
            add(Int64(code))
        case .signalled(let signal):
            add(2 as UInt64)
            add(Int64(signal))
        case .outOfMemory: add(4 as UInt64)
        case .unknown: add(3 as UInt64)
        }
        add(exit.time.nanoseconds)
        add(exit.detail) { $0.add($1) }
    }
}
