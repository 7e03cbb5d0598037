import QuiesceCore

extension Event {
    /// Whether it may change something of every app, whatever came of it.
    var concernsAll: Bool {
        switch self {
        case .interrupt, .changed, .sensed, .clockChanged, .purge, .memoryPressure: true
        case _: false
        }
    }

    /// Whether somebody may be purged by it.
    var isAboutMemory: Bool {
        switch self {
        case .purge, .memoryPressure: true
        case _: false
        }
    }
}

extension Event {
    /// Whether the answer to it promises that the fact named `key` lasts. What a tool says of the
    /// device may be the moment at which something else changes, too.
    func promisesToStore(_ key: String) -> Bool {
        switch self {
        case .changed: key == Fact.conditionsKey
        case _: origin.promise.lasts
        }
    }

    /// A wake-up is what its caller is promised.
    var asksForWakeUp: Bool {
        switch self {
        case .fetch, .push, .fetching(.simulate): true
        case _: false
        }
    }
}

extension Effect {
    /// The app that it does something to.
    var app: AppID? {
        switch self {
        case .activate(_, let app), .uninstall(let app): app
        case _: process?.app
        }
    }
}
