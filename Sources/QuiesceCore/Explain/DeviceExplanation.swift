/// The answer to "why" about the device itself.
public struct DeviceExplanation: Sendable, Hashable {
    public var sentence: String
    public var pending: [Pending]
    /// The latest refusals that concern apps that aren't installed, or no app; oldest first.
    public var refusals: [Decision]
}

extension SystemMachine {
    public func why() -> DeviceExplanation {
        DeviceExplanation(
            sentence: sentence, pending: pending, refusals: Array(around.history.refusals))
    }

    private var sentence: String {
        let front = around.foreground.flatMap { app in
            around.withApp(app) { $0.sentence(around.profile, name: $0.manifest.name) }
        }
        let screen =
            if around.isAsleep {
                "The device is asleep."
            } else if around.isLocked {
                "The device is locked, so no app is in front (S7)."
                    + (around.awaitsFirstUnlock
                        ? " Nothing is launched into the background before it is unlocked (U3)."
                        : "")
            } else if around.locking != nil {
                "The device is being locked, so no app is in front (S7)."
            } else {
                front ?? "The home screen is in front."
            }
        switch around.interruptions.call {
        case .incoming: return screen + " A call is coming in (S7)."
        case .answered: return screen + " A call is going on (S7)."
        case nil: return screen
        }
    }

    /// Everything that the device itself waits for.
    var pending: [Pending] {
        var found: [Pending] = []
        if around.sleepDeferred {
            found.append(
                Pending(
                    .sleep, "The device sleeps once the last open task has ended", .t5,
                    latest: around.appIDs.compactMap { app in
                        around.withApp(app) { $0.tasks.deadline(around.profile) }
                    }.max().map { .awake($0) }))
        }
        if let locking = around.locking {
            let leaving = locking.app.flatMap(around.name) ?? "nobody"
            found.append(
                Pending(
                    .lock, "The screen locks once \(leaving) has left", .s7,
                    latest: .awake(locking.deadline)))
        }
        if let app = around.interruptions.behindCall {
            found.append(
                Pending(
                    .interruption,
                    "\(app) comes back to the front once the call is over, unless the user goes elsewhere",
                    .s7))
        }
        if let end = around.protection.forgetsAt {
            found.append(
                Pending(
                    .protection, "Protected files can still be read, so that apps may finish", .p3,
                    latest: .awake(end)))
        }
        if around.shuttingDown != nil, !around.hasStopped {
            let alive = around.appIDs.filter { around.isAlive($0) }.compactMap(around.name)
            found.append(
                Pending(
                    .shutDown,
                    "The device shuts down once \(counted(alive.count, "app")) \(alive.count == 1 ? "has" : "have") ended: \(listed(alive))",
                    .w3))
        }
        return found + transfers.pendingAgent + transfers.pending(of: .user, around)
    }
}
