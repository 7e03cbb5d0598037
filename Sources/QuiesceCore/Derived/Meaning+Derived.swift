// Derived from Explain/Meaning.swift by scripts/derive. Change that, and run it.
// sha256 11afa3c14f5a34b0

extension Pending.Kind: Described, JSONReadable {
    public func describe(to sink: inout some Sink) {
        switch self {
        case .wake: sink.word("wake", number: 0)
        case .task: sink.word("task", number: 1)
        case .call: sink.word("call", number: 2)
        case .backOff: sink.word("backOff", number: 3)
        case .connection: sink.word("connection", number: 4)
        case .suspension: sink.word("suspension", number: 5)
        case .termination: sink.word("termination", number: 6)
        case .kill: sink.word("kill", number: 7)
        case .open: sink.word("open", number: 8)
        case .install: sink.word("install", number: 9)
        case .uninstall: sink.word("uninstall", number: 10)
        case .interruption: sink.word("interruption", number: 11)
        case .events: sink.word("events", number: 12)
        case .prompt: sink.word("prompt", number: 13)
        case .input: sink.word("input", number: 14)
        case .lock: sink.word("lock", number: 15)
        case .sleep: sink.word("sleep", number: 16)
        case .shutDown: sink.word("shutDown", number: 17)
        case .protection: sink.word("protection", number: 18)
        case .transfer: sink.word("transfer", number: 19)
        case .notification: sink.word("notification", number: 20)
        case .push: sink.word("push", number: 21)
        case .motion: sink.word("motion", number: 22)
        case .location: sink.word("location", number: 23)
        case .audio: sink.word("audio", number: 24)
        case .voip: sink.word("voip", number: 25)
        case .accessory: sink.word("accessory", number: 26)
        case .bluetooth: sink.word("bluetooth", number: 27)
        case .idleTimer: sink.word("idleTimer", number: 28)
        case .thaw: sink.word("thaw", number: 29)
        case .window: sink.word("window", number: 30)
        case .work: sink.word("work", number: 31)
        case .continuedTask: sink.word("continuedTask", number: 32)
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let word = json.string, let value = Self(rawValue: word) else {
            throw .unexpected
        }
        self = value
    }
}
