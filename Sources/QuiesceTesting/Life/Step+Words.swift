import QuiesceCore
import QuiesceSimulation

// The steps of a random life, on a virtual device and for a reader.
extension VirtualDevice {
    /// Lets the time before the step pass, and takes it. A refusal of the system's is part of life.
    func take(_ step: Step) async throws {
        try await advance(by: .milliseconds(step.after))
        guard judge?.problem == nil else { return }
        do {
            try await carryOut(step.action)
        } catch VirtualDeviceError.refused {
        }
    }

    private func carryOut(_ action: Step.Action) async throws {
        switch action {
        case .open: try await open()
        case .home: try await pressHome()
        case .quit: try await quit()
        case .lock: try await lock()
        case .unlock: try await unlock()
        case .sleep: try await sleep()
        case .wake: try await wake()
        case .fetch: try await fetch()
        case .shutDown: try await reboot()
        case .die(_, let signal): try await kill(signal: signal)
        case .interrupt(let interruption): try await interrupt(interruption)
        case .change(let words): try await change(DeviceChange(words: words))
        case .memoryPressure(let level, _): try await memoryPressure(level)
        case .permit(_, let permission, let state):
            try await allow(permission, state == .authorized)
        case .pushes(_, .send(let push)): try await send(push: push.content)
        case .openNotification(let number):
            if let shown = shown(number) { try await open(shown) }
        case .dismissNotification(let number):
            if let shown = shown(number) { try await dismiss(shown) }
        case _: break
        }
    }

    /// One of those that are shown, counted around.
    private func shown(_ number: Int) -> VirtualNotification? {
        let all = notifications
        return all.isEmpty ? nil : all[number % all.count]
    }
}

extension PostedPush {
    fileprivate var content: [String: any Sendable] {
        var aps: [String: any Sendable] = [:]
        if let alert { aps["alert"] = alert }
        if contentAvailable { aps["content-available"] = 1 }
        return ["aps": aps]
    }

    fileprivate var swift: String {
        var aps: [String] = []
        if let alert { aps.append("\"alert\": \"\(alert)\"") }
        if contentAvailable { aps.append("\"content-available\": 1") }
        return "[\"aps\": [\(aps.joined(separator: ", "))] as [String: any Sendable]]"
    }
}

extension Step {
    /// The lines of a test that do the same.
    var swift: [String] {
        let wait = after > 0 ? ["try await device.advance(by: \(Self.words(after)))"] : []
        return wait + (action.swift.map { ["try await device.\($0)"] } ?? [])
    }

    private static func words(_ milliseconds: Int64) -> String {
        switch milliseconds {
        case let time where time % 86_400_000 == 0: ".days(\(time / 86_400_000))"
        case let time where time % 3_600_000 == 0: ".hours(\(time / 3_600_000))"
        case let time where time % 60_000 == 0: ".minutes(\(time / 60_000))"
        case let time where time % 1_000 == 0: ".seconds(\(time / 1_000))"
        case let time: ".milliseconds(\(time))"
        }
    }
}

extension Step.Action {
    /// nil: nothing but time passes.
    fileprivate var swift: String? {
        switch self {
        case .open: "open()"
        case .home: "pressHome()"
        case .quit: "quit()"
        case .lock: "lock()"
        case .unlock: "unlock()"
        case .sleep: "sleep()"
        case .wake: "wake()"
        case .fetch: "fetch()"
        case .shutDown: "reboot()"
        case .die(_, let signal): signal == 9 ? "kill()" : "kill(signal: \(signal))"
        case .interrupt(let interruption):
            "interrupt(.\(String(reflecting: interruption).afterDot))"
        case .change(let words): "change(DeviceChange(words: \(words)))"
        case .memoryPressure(let level, _): "memoryPressure(.\(level.rawValue))"
        case .permit(_, let permission, let state):
            "allow(.\(permission), \(state == .authorized))"
        case .pushes(_, .send(let push)): "send(push: \(push.swift))"
        case .openNotification(let number): "open(device.notifications[\(number)])"
        case .dismissNotification(let number): "dismiss(device.notifications[\(number)])"
        case _: nil
        }
    }
}

extension String {
    /// `Module.Type.name` → `name`
    fileprivate var afterDot: String {
        split(separator: ".").last.map(String.init) ?? self
    }
}
