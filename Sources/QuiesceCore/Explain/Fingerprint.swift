/// A number that stands for what the core did: the same on every run, in every process and build,
/// unlike `Hasher`, which each process seeds anew. It finds mistakes, not forgeries.
///
/// FNV-1a, on words of 64 bits instead of bytes, and folded so that high bits reach low ones.
public struct Fingerprint: Sendable, Hashable, Codable, CustomStringConvertible {
    public private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    public init() {}

    /// The one with that number, as it was written down.
    public init(value: UInt64) { self.value = value }

    /// 16 hexadecimal digits.
    public var description: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let digits = try container.decode(String.self)
        guard digits.utf8.count == 16, let value = UInt64(digits, radix: 16) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "a fingerprint has 16 hexadecimal digits")
        }
        self.value = value
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    /// Adds another's number, in order.
    public mutating func add(_ other: Fingerprint) { add(other.value) }

    package mutating func add(_ word: UInt64) {
        value = (value ^ word) &* 0x0000_0100_0000_01b3
        value ^= value >> 29
    }
}

extension Reaction {
    /// Stands for all effects and decisions, in order, with everything in them.
    public var fingerprint: Fingerprint {
        var fingerprint = Fingerprint()
        fingerprint.add(UInt64(effects.count))
        for effect in effects { fingerprint.add(effect) }
        for decision in decisions { fingerprint.add(decision) }
        return fingerprint
    }
}

// Every case adds a number of its own, and every optional whether it is there, so that different
// values never add the same words.

extension Fingerprint {
    mutating func add(_ number: Int64) { add(UInt64(bitPattern: number)) }
    mutating func add(_ flag: Bool) { add(UInt64(flag ? 1 : 0)) }

    package mutating func add(_ text: String) {
        Self.forEachWord(of: text) { add($0) }
    }

    /// The same as its name.
    package mutating func add(_ app: AppID) {
        for word in app.words { add(word) }
    }

    /// What `add` makes of a text.
    static func words(of text: String) -> [UInt64] {
        var words: [UInt64] = []
        forEachWord(of: text) { words.append($0) }
        return words
    }

    private static func forEachWord(of text: String, _ body: (UInt64) -> Void) {
        var text = text
        text.withUTF8 { bytes in
            body(UInt64(bytes.count))
            let bytes = UnsafeRawBufferPointer(bytes)
            let whole = bytes.count & ~7
            for start in stride(from: 0, to: whole, by: 8) {
                body(UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)))
            }
            guard whole < bytes.count else { return }
            var word: UInt64 = 0
            for byte in bytes[whole...] { word = word << 8 | UInt64(byte) }
            body(word)
        }
    }

    mutating func add<Value>(
        _ value: Value?, _ body: (inout Fingerprint, Value) -> Void
    ) {
        add(value != nil)
        if let value { body(&self, value) }
    }

    mutating func add<Value>(
        all values: [Value], _ body: (inout Fingerprint, Value) -> Void
    ) {
        add(UInt64(values.count))
        for value in values { body(&self, value) }
    }

    private mutating func add(_ tag: UInt64, _ app: AppID, _ launch: Launch) {
        add(tag)
        add(app)
        add(launch.number)
    }

    private mutating func add(_ tag: UInt64, _ app: AppID) {
        add(tag)
        add(app)
    }

    // MARK: Effects

    fileprivate mutating func add(_ effect: Effect) {
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
        case .tellBackgroundTime(let app, let launch, let deadline):
            add(8, app, launch)
            add(deadline) { $0.add($1.nanoseconds) }
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
        }
    }

    private mutating func add(_ call: AppCall) {
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

    private mutating func add(_ device: DeviceConditions) {
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

    private mutating func add(_ permissions: AppPermissions) {
        for permission in Permission.allCases { add(permissions[permission].rawValue) }
    }

    private mutating func add(_ fact: Fact) {
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
        case .fetch(let fact):
            add(13, fact.app)
            add(fact)
        case .fetches(let fact):
            add(14 as UInt64)
            add(fact)
        }
    }

    private mutating func add(_ manifest: AppManifest) {
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

    private mutating func add(_ exit: Exit) {
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

    // MARK: Decisions

    fileprivate mutating func add(_ decision: Decision) {
        add(decision.seq)
        add(decision.time.nanoseconds)
        add(decision.app) { $0.add($1) }
        add(decision.launch) { $0.add($1.number) }
        add(decision.kind.rawValue)
        add(decision.from) { $0.add($1.rawValue) }
        add(decision.to) { $0.add($1.rawValue) }
        add(decision.reason.rawValue)
        add(decision.rule) { $0.add($1.rawValue) }
        add(decision.detail) { $0.add($1) }
    }

    private mutating func add(_ detail: Detail) {
        switch detail {
        case .overran(let call, let limit, let elapsed):
            add(1 as UInt64)
            add(call)
            add(limit.nanoseconds)
            add(elapsed.nanoseconds)
        case .allowance(let allowance, let tasks):
            add(2 as UInt64)
            add(allowance.nanoseconds)
            add(all: tasks) { $0.add($1) }
        case .task(let task, let name):
            add(3 as UInt64)
            add(task.value)
            add(name) { $0.add($1) }
        case .tasks(let count):
            add(4 as UInt64)
            add(Int64(count))
        case .wake(let wake, let cause, let limit):
            add(5 as UInt64)
            add(wake.value)
            add(cause)
            add(limit.nanoseconds)
        case .wakeResult(let wake, let cause, let took):
            add(6 as UInt64)
            add(wake.value)
            add(cause)
            add(took.nanoseconds)
        case .call(let call, let seq):
            add(7 as UInt64)
            add(call)
            add(seq)
        case .signal(let signal):
            add(8 as UInt64)
            add(Int64(signal))
        case .code(let code):
            add(9 as UInt64)
            add(Int64(code))
        case .failedStep(let step, let errno):
            add(10 as UInt64)
            add(step)
            add(Int64(errno))
        case .mode(let mode, let profile):
            add(11 as UInt64)
            add(mode.rawValue)
            add(profile)
        case .until(let instant, let crashes):
            add(12 as UInt64)
            add(instant.nanoseconds)
            add(Int64(crashes))
        case .tries(let count, let until):
            add(33 as UInt64)
            add(Int64(count))
            add(until) { $0.add($1.nanoseconds) }
        case .late(let late):
            add(13 as UInt64)
            add(late.nanoseconds)
        case .version(let version):
            add(14 as UInt64)
            add(version)
        case .permission(let permission, let state):
            add(32 as UInt64)
            add(permission.rawValue)
            add(state.rawValue)
        case .memory(let bytes):
            add(19 as UInt64)
            add(bytes)
        case .interruption(let interruption):
            add(18 as UInt64)
            add(interruption.rawValue)
        case .change(let change):
            add(15 as UInt64)
            add(all: change.words) { $0.add($1) }
        case .systemEvents(let events):
            add(16 as UInt64)
            add(all: events) { $0.add($1.rawValue) }
        case .merged(let event, let changes, let told):
            add(17 as UInt64)
            add(event.rawValue)
            add(changes)
            add(told)
        case .input(let input):
            add(30 as UInt64)
            add(input)
        case .outside(let input, let screen):
            add(31 as UInt64)
            add(input)
            add(screen)
        case .lock(let lock):
            add(20 as UInt64)
            add(lock)
        case .ports(let ports):
            add(21 as UInt64)
            add(all: ports) { $0.add($1) }
        case .cpu(let used, let elapsed):
            add(22 as UInt64)
            add(used.nanoseconds)
            add(elapsed.nanoseconds)
        case .gpu(let device, let used):
            add(23 as UInt64)
            add(device)
            add(used.nanoseconds)
        case .transfer(let id, let origin):
            add(34 as UInt64)
            add(id.value)
            add(origin)
        case .transferAttempt(let id, let attempt):
            add(35 as UInt64)
            add(id.value)
            add(attempt)
        case .transferHeld(let id, let wait, let until):
            add(36 as UInt64)
            add(id.value)
            add(wait.rawValue)
            add(until) { $0.add($1.nanoseconds) }
        case .transferRetry(let id, let failure, let until):
            add(37 as UInt64)
            add(id.value)
            add(failure)
            add(until.nanoseconds)
        case .transferRestarted(let id, let reason, let discarded):
            add(38 as UInt64)
            add(id.value)
            add(reason.rawValue)
            add(discarded)
        case .transferEnded(let id, let outcome):
            add(39 as UInt64)
            add(id.value)
            add(outcome)
        case .fetchInterval, .plannedFetch, .fetchBudget, .notBefore, .taskRequest:
            add(41 as UInt64)
            add(ofFetches: detail)
        case .agent(let deaths, let retryAt):
            add(40 as UInt64)
            add(Int64(deaths))
            add(retryAt) { $0.add($1.nanoseconds) }
        case .notification, .notificationFired, .name, .badge, .presents, .clock:
            add(notificationDetail: detail)
        }
    }
}
