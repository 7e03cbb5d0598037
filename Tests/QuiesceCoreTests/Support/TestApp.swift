@testable import QuiesceCore

/// Testing has one, too.
typealias ExitStatus = QuiesceCore.ExitStatus

extension AppBehaviour {
    init(
        spawnError: Int32? = nil, connects: Bool = true, ignores: Set<String> = [],
        slow: [String: Interval] = [:], dies: [String: ExitStatus] = [:],
        completesAfter: Interval? = .zero, result: WakeResult = .newData,
        received: UInt64? = nil, sessions: [String] = [], endsTasksWhenExpired: Bool = true,
        exitsWhenTerminated: Bool = true, freezesAfter: Interval? = .zero,
        diesWhenKilled: Bool = true
    ) {
        self.init()
        self.spawnError = spawnError
        self.connects = connects
        self.ignores = ignores
        self.slow = slow
        self.dies = dies
        self.completesAfter = completesAfter
        self.result = result
        self.received = received
        self.sessions = sessions
        self.endsTasksWhenExpired = endsTasksWhenExpired
        self.exitsWhenTerminated = exitsWhenTerminated
        self.freezesAfter = freezesAfter
        self.diesWhenKilled = diesWhenKilled
    }

    /// Calls from which it never returns.
    static func ignoring(_ calls: String...) -> AppBehaviour { AppBehaviour(ignores: Set(calls)) }
}

extension AppID {
    init(literal: String) {
        guard let id = AppID(literal) else { preconditionFailure(literal) }
        self = id
    }
}

extension AppManifest {
    static func test(
        _ id: AppID, modes: [BackgroundMode] = [.fetch, .remoteNotification],
        exitsOnSuspend: Bool = false, builtFor: Int? = nil, version: String = "1.0",
        groups: [String] = [], accessories: [String] = []
    ) -> AppManifest {
        AppManifest(
            id: id, name: id.name, version: version, executable: id.name, backgroundModes: modes,
            exitsOnSuspend: exitsOnSuspend, builtForMajorVersion: builtFor, groups: groups,
            accessoryProtocols: accessories)
    }

    /// A program that knows nothing of the system.
    static func hosted(_ id: AppID) -> AppManifest {
        var manifest = test(id)
        manifest.isHosted = true
        return manifest
    }
}

let appA = AppID(literal: "A")
let appB = AppID(literal: "B")
