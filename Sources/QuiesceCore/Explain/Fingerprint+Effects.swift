// What the shell is to do, and what apps are told.
extension Fingerprint {
    mutating func add(_ effect: Effect) {
        switch effect {
        case .spawn(let app, let launch, let arguments):
            add(1, app, launch)
            add(all: arguments) { $0.add($1) }
        case .freeze(let app, let launch, let freeze):
            add(2, app, launch)
            add(freeze)
        case .thaw(let app, let launch): add(3, app, launch)
        case .kill(let app, let launch): add(4, app, launch)
        case .welcome(let app, let launch, let lastRequest, let device, let permissions):
            add(5, app, launch)
            add(lastRequest)
            add(device)
            add(permissions)
        case .send(let app, let launch, let delivery, let redelivered):
            add(6, app, launch)
            add(delivery.seq)
            add(delivery.sentAt.nanoseconds)
            add(delivery.isRepeat)
            add(redelivered)
            add(delivery.call)
        case .ack(let app, let launch, let request, let durable):
            add(7, app, launch)
            add(request)
            if durable { add(durable) }
        case .tellBackgroundTime(let app, let launch, let deadline, let isOver):
            add(8, app, launch)
            add(deadline) { $0.add($1.nanoseconds) }
            if isOver { add(isOver) }
        case .record(.put(let fact)):
            add(9 as UInt64)
            add(fact)
        case .record(.delete(let key)):
            add(10 as UInt64)
            add(key)
        case .dropPayload(let handle):
            add(11 as UInt64)
            add(handle.value)
        case .activate(let bundle, let app):
            add(12, app)
            add(bundle.value)
        case .discard(let bundle):
            add(13 as UInt64)
            add(bundle.value)
        case .remove(let app): add(14, app)
        case .answer(let ticket, let answer, let durable):
            add(15 as UInt64)
            add(ticket.value)
            add(durable)
            switch answer {
            case .done: add(false)
            case .refused(let refusal):
                add(true)
                add(refusal.reason.rawValue)
                add(refusal.rule) { $0.add($1.rawValue) }
                add(refusal.detail) { $0.add($1) }
            }
        case .arm(let instant):
            add(16 as UInt64)
            add(instant) { $0.add($1.nanoseconds) }
        case .keepAwake(let keep):
            add(17 as UInt64)
            add(keep)
        case .stopped: add(18 as UInt64)
        case .takeSnapshot(let app, let launch): add(30, app, launch)
        case .protectData(let custody):
            add(21 as UInt64)
            add(custody.rawValue)
        case .examine(let app, let launch, let examination):
            add(19, app, launch)
            add(examination)
        case .restrain(let app, let launch, let restraint):
            add(20, app, launch)
            add(restraint)
        case .transfer(let effect):
            add(31 as UInt64)
            add(effect)
        case .notification(let effect):
            add(32 as UInt64)
            add(effect)
        case .push(let effect):
            add(33 as UInt64)
            add(effect)
        }
    }

    mutating func add(_ call: AppCall) {
        switch call {
        case .finishLaunching(let toForeground, let cause, let previousExit):
            add(1 as UInt64)
            add(toForeground)
            add(cause)
            add(previousExit) { $0.add($1.rawValue) }
        case .didBecomeActive: add(2 as UInt64)
        case .willResignActive(let leaving):
            add(3 as UInt64)
            add(leaving)
        case .didEnterBackground(let deadline):
            add(4 as UInt64)
            add(deadline.nanoseconds)
        case .willEnterForeground: add(5 as UInt64)
        case .willTerminate: add(6 as UInt64)
        case .expireTasks(let tasks):
            add(7 as UInt64)
            add(all: tasks) { $0.add($1.value) }
        case .performFetch(let wake):
            add(8 as UInt64)
            add(wake.value)
        case .remoteNotification(let wake, let payload):
            add(9 as UInt64)
            add(wake.value)
            add(payload.value)
        case .memoryWarning: add(11 as UInt64)
        case .permission(let permission, let state):
            add(12 as UInt64)
            add(permission.rawValue)
            add(state.rawValue)
        case .input(let input):
            add(30 as UInt64)
            add(input)
        case .transfer(let call):
            add(13 as UInt64)
            add(call)
        case .notification(let call):
            add(14 as UInt64)
            add(call)
        case .push(let call):
            add(18 as UInt64)
            add(call)
        case .backgroundTask(let wake, let identifier):
            add(15 as UInt64)
            add(wake.value)
            add(identifier)
        case .expireWake(let wake):
            add(16 as UInt64)
            add(wake.value)
        case .fetchRefused(let refusal):
            add(17 as UInt64)
            add(refusal.identifier) { $0.add($1) }
            add(refusal.reason.rawValue)
        case .systemEvents(let events, let device):
            add(10 as UInt64)
            add(all: events) { $0.add($1.rawValue) }
            add(device)
        }
    }

    package mutating func add(_ input: UserInput) {
        switch input {
        case .touch(let touch):
            add(touch.phase.rawValue)
            add(touch.x.bitPattern)
            add(touch.y.bitPattern)
        case .shake: add(1 as UInt64)
        case .remoteControl(let command):
            add(2 as UInt64)
            add(command.rawValue)
        }
    }

    package mutating func add(_ screen: ScreenSize) {
        add(screen.width.bitPattern)
        add(screen.height.bitPattern)
    }

    mutating func add(_ device: DeviceConditions) {
        add(device.orientation.rawValue)
        add(device.batteryPercent) { $0.add(Int64($1)) }
        add(device.batteryState.rawValue)
        add(device.isNear)
        add(device.locale) { $0.add($1) }
        add(device.timeZone) { $0.add($1) }
        add(device.ubiquityIdentity) { $0.add($1) }
        add(all: device.accessories) { $0.add($1) }
        add(device.externalScreen) { $0.add($1.text) }
        add(device.timeChanges)
        add(device.backgroundRefresh)
        add(device.isInCall)
        add(all: device.overridden) { $0.add($1.rawValue) }
        add(device.isProtectedDataAvailable)
        if let network = device.network { add(network.rawValue) }
    }

    mutating func add(_ permissions: AppPermissions) {
        for permission in Permission.allCases { add(permissions[permission].rawValue) }
    }
}
