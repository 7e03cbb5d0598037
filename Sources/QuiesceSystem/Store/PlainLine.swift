import QuiesceCore

// What is written while an app waits to be woken, without JSONEncoder: that takes 30 µs and more
// when its code has left the caches. The JSON is the same; what isn't hot is left to Foundation.

/// Builds one line of JSON.
struct PlainLine {
    private(set) var bytes: [UInt8] = []

    init() { bytes.reserveCapacity(256) }

    mutating func put(_ text: StaticString) {
        bytes.append(
            contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func put(_ number: Int64) {
        if number < 0 { put("-") }
        put(number.magnitude)
    }

    mutating func put(_ number: UInt64) {
        let start = bytes.count
        var rest = number
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        bytes[start...].reverse()
    }

    /// An app id has no character that JSON escapes.
    mutating func put(_ app: AppID) {
        put("\"")
        bytes.append(contentsOf: app.name.utf8)
        put("\"")
    }

    /// `{"i":…,"a":…,"w":…}`
    mutating func put(_ moment: Moment) {
        put(#"{"i":"#)
        put(moment.instant.nanoseconds)
        put(#","a":"#)
        put(moment.awake.nanoseconds)
        put(#","w":"#)
        put(moment.wall.nanoseconds)
        put("}")
    }

    /// `,"h":"0123456789abcdef"`
    mutating func put(_ print: Fingerprint) {
        put(#","h":""#)
        for shift in stride(from: 60, through: 0, by: -4) {
            let digit = UInt8(truncatingIfNeeded: print.value >> UInt64(shift)) & 15
            bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
        put("\"")
    }

    /// `"_0":"APP","_1":LAUNCH`
    private mutating func put(_ app: AppID, _ launch: Launch) {
        put(#""_0":"#)
        put(app)
        put(#","_1":"#)
        put(launch.number)
    }

    /// The events of waking and suspending an app.
    /// - Returns: false, having written nothing, for the others.
    mutating func put(hot event: Event) -> Bool {
        switch event {
        case .fetch(let app, let ticket):
            put(#"{"fetch":{"_0":"#)
            put(app)
            put(#","_1":"#)
            put(ticket.value)
        case .push(let push, let ticket?) where push.isPlain:
            put(#"{"push":{"_0":{"app":"#)
            put(push.app)
            put(
                push.contentAvailable
                    ? #","contentAvailable":true,"payload":"#
                    : #","contentAvailable":false,"payload":"#)
            put(push.payload.value)
            put(#","types":0},"_1":"#)
            put(ticket.value)
        case .frozen(let app, let launch, let freeze):
            put(#"{"frozen":{"#)
            put(app, launch)
            put(#","freeze":"#)
            put(freeze)
        case .handled(let app, let launch, let seq):
            put(#"{"handled":{"#)
            put(app, launch)
            put(#","seq":"#)
            put(seq)
        case .endTask(let app, let launch, let request, let task):
            put(#"{"endTask":{"#)
            put(app, launch)
            put(#","request":"#)
            put(request)
            put(#","_3":"#)
            put(task.value)
        case .completeWake(let app, let launch, let request, let wake, let result):
            put(#"{"completeWake":{"#)
            put(app, launch)
            put(#","request":"#)
            put(request)
            put(#","_3":"#)
            put(wake.value)
            switch result {
            case .newData: put(#","_4":"newData""#)
            case .noData: put(#","_4":"noData""#)
            case .failed: put(#","_4":"failed""#)
            }
        case .timer:
            put(#"{"timer":{"#)
        case .install, .uninstall, .open, .home, .quit, .interrupt, .memoryPressure, .memoryWarning,
            .purge, .lock, .unlock, .passcode, .requestKey, .shutDown,
            .sleep, .wake,
            .spawned, .spawnFailed, .exited, .foundFrozen, .foundThawed, .connected, .disconnected,
            .beginTask, .changed, .input, .restarted, .examined, .sensed, .clockChanged,
            .settingsChanged, .setPermission, .answerPrompt, .requestPermission, .transfer,
            .notification, .fetching, .push, .pushService:
            return false
        }
        put("}}")
        return true
    }

    /// The fact of an accepted wake-up, its keys in order.
    /// - Returns: false, having written nothing, for one whose cause has a text of its own.
    mutating func put(_ wake: WakeFact) -> Bool {
        switch wake.cause {
        case .transfer, .task: return false
        case .fetch, .push: break
        }
        put(#"{"wake":{"_0":{"app":"#)
        put(wake.app)
        switch wake.cause {
        case .fetch:
            put(#","cause":{"fetch":{}}"#)
        case .push(let payload):
            put(#","cause":{"push":{"_0":"#)
            put(payload.value)
            put("}}")
        case .transfer, .task: break
        }
        put(#","id":"#)
        put(wake.id.value)
        put("}}}")
        return true
    }
}
