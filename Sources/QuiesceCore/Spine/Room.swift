/// A capability of the core: one value that owns its state and its logic. It is handed its
/// surroundings (`docs/decisions/0052-capabilities-are-rooms.md`), and reaches into no other.
///
/// A room has what it needs of these; what it leaves out does nothing. Its own events are its
/// `handle`, which `SystemMachine` calls by the event's case.
protocol Room {
    /// Whether it is shown which apps have changed (`Surroundings.changedApps`).
    var followsApps: Bool { get }

    /// Sees what the last event has made of apps, of conditions and of the time. It is called at
    /// least once after each event, and mostly has nothing to do.
    mutating func settle(in around: inout Surroundings)

    /// When the next work is due that time alone brings, on the timer's clock: `settle` does it
    /// from the window's beginning on, and the device wakes up for it at the end. nil: there is
    /// none.
    func timedWork(at now: Moment, _ around: borrowing Surroundings) -> AwakeWindow?

    /// The wake-ups of apps that it foresees until then.
    func foreseen(at now: Moment, until end: WallTime, _ around: borrowing Surroundings)
        -> [Forecast.Work]

    // MARK: Facts

    /// All that must survive a restart of the device.
    var facts: [Fact] { get }
    /// The kind of its facts about one app, with which their keys begin; nil: it has none.
    static var factKind: String? { get }
    /// The one about an app; nil: there is none.
    func fact(of app: AppID) -> Fact?
    /// Takes its facts from all of those that survived. `restart` follows.
    mutating func restore(_ facts: [Fact], in around: inout Surroundings)
    /// There is a new daemon, which knows what the last one did; or the device has restarted, no
    /// process is there, and the boot clock begins anew.
    mutating func restart(deviceRestarted: Bool, in around: inout Surroundings)
    /// An app is installed, or another version of it.
    mutating func installed(_ manifest: AppManifest, in around: inout Surroundings)
    /// An app is uninstalled: nothing of it stays.
    mutating func remove(of app: AppID, in around: inout Surroundings)

    // MARK: Explaining

    /// The reasons of its decisions.
    static var reasons: [Reason] { get }
    /// The work of an app that isn't settled.
    ///
    /// - Parameter now: nil: it is asked later.
    func pending(of app: AppID, at now: Moment?, _ around: borrowing Surroundings) -> [Pending]
    /// The room's own obstacles to a wake-up of an app.
    func obstacles(to cause: WakeCause, of app: AppID, _ around: borrowing Surroundings)
        -> [Refusal]
}

extension Room {
    var followsApps: Bool { false }
    mutating func settle(in around: inout Surroundings) {}
    func timedWork(at now: Moment, _ around: borrowing Surroundings) -> AwakeWindow? { nil }
    func foreseen(
        at now: Moment, until end: WallTime, _ around: borrowing Surroundings
    ) -> [Forecast.Work] { [] }
    var facts: [Fact] { [] }
    static var factKind: String? { nil }
    func fact(of app: AppID) -> Fact? { nil }
    mutating func restore(_ facts: [Fact], in around: inout Surroundings) {}
    mutating func restart(deviceRestarted: Bool, in around: inout Surroundings) {}
    mutating func installed(_ manifest: AppManifest, in around: inout Surroundings) {}
    mutating func remove(of app: AppID, in around: inout Surroundings) {}
    static var reasons: [Reason] { [] }
    func pending(of app: AppID, at now: Moment?, _ around: borrowing Surroundings) -> [Pending] {
        []
    }
    func obstacles(
        to cause: WakeCause, of app: AppID, _ around: borrowing Surroundings
    ) -> [Refusal] { [] }
}

/// Does one thing with each room: a type and no closure, as a closure takes no room of whatever
/// type. So each call is a direct one.
protocol RoomVisitor {
    mutating func visit(_ room: inout some Room, in around: inout Surroundings)
}

/// As `RoomVisitor`, and changes nothing.
protocol RoomReader {
    mutating func read(_ room: some Room, _ around: borrowing Surroundings)
}

// The one list of rooms. Its order is that in which decisions and effects of one event come; no
// room needs it otherwise.
extension SystemMachine {
    @inline(__always)
    mutating func visitRooms(_ visitor: inout some RoomVisitor) {
        visitor.visit(&motion, in: &around)
        visitor.visit(&location, in: &around)
        visitor.visit(&audio, in: &around)
        visitor.visit(&voip, in: &around)
        visitor.visit(&accessories, in: &around)
        visitor.visit(&bluetooth, in: &around)
        visitor.visit(&idleTimer, in: &around)
        visitor.visit(&energy, in: &around)
        visitor.visit(&thaw, in: &around)
        visitor.visit(&windows, in: &around)
        visitor.visit(&busy, in: &around)
        visitor.visit(&continuedTasks, in: &around)
    }

    /// The same list: a test compares the two, and both with the machine's properties.
    @inline(__always)
    func readRooms(_ reader: inout some RoomReader) {
        reader.read(motion, around)
        reader.read(location, around)
        reader.read(audio, around)
        reader.read(voip, around)
        reader.read(accessories, around)
        reader.read(bluetooth, around)
        reader.read(idleTimer, around)
        reader.read(energy, around)
        reader.read(thaw, around)
        reader.read(windows, around)
        reader.read(busy, around)
        reader.read(continuedTasks, around)
    }
}

// All that is done with each. Where it is done for each event, it mutates, though nothing changes:
// to lend the surroundings takes nothing, where a reader is handed a copy of them.
extension SystemMachine {
    mutating func aRoomFollowsApps() -> Bool {
        var visitor = Following()
        visitRooms(&visitor)
        return visitor.anyone
    }

    mutating func settleRooms() {
        var visitor = Settling()
        visitRooms(&visitor)
    }

    mutating func restoreRooms(from facts: [Fact]) {
        var visitor = Restoring(facts: facts)
        visitRooms(&visitor)
    }

    mutating func restartRooms(deviceRestarted: Bool) {
        var visitor = Restarting(deviceRestarted: deviceRestarted)
        visitRooms(&visitor)
    }

    mutating func installInRooms(_ manifest: AppManifest) {
        var visitor = Installing(manifest: manifest)
        visitRooms(&visitor)
    }

    mutating func removeFromRooms(_ app: AppID) {
        var visitor = Removing(app: app)
        visitRooms(&visitor)
    }

    var factsOfRooms: [Fact] {
        var reader = Listing()
        readRooms(&reader)
        return reader.facts
    }

    /// The fact of a room about an app.
    func factOfRooms(_ kind: Substring, of app: AppID) -> Fact? {
        var reader = Finding(kind: kind, app: app)
        readRooms(&reader)
        return reader.fact
    }

    func timedWorkOfRooms(at now: Moment) -> [TimedWork] {
        var reader = Timing(now: now)
        readRooms(&reader)
        return reader.work
    }

    /// By when the first of it must be done.
    mutating func nextOfRooms(at now: Moment) -> AwakeInstant? {
        var visitor = TimingNext(now: now)
        visitRooms(&visitor)
        return visitor.next
    }

    func foreseenByRooms(at now: Moment, until end: WallTime) -> [Forecast.Work] {
        var reader = Foreseeing(now: now, end: end)
        readRooms(&reader)
        return reader.work
    }

    var reasonsOfRooms: [Reason] {
        var reader = Reasons()
        readRooms(&reader)
        return reader.reasons
    }

    func pendingOfRooms(_ app: AppID, at now: Moment?) -> [Pending] {
        var reader = Pended(app: app, now: now)
        readRooms(&reader)
        return reader.found
    }

    func obstaclesOfRooms(to cause: WakeCause, of app: AppID) -> [Refusal] {
        var reader = Refusing(cause: cause, app: app)
        readRooms(&reader)
        return reader.found
    }
}

private struct Following: RoomVisitor {
    var anyone = false
    mutating func visit(_ room: inout some Room, in around: inout Surroundings) {
        anyone = anyone || room.followsApps
    }
}

private struct Settling: RoomVisitor {
    mutating func visit(_ room: inout some Room, in around: inout Surroundings) {
        room.settle(in: &around)
    }
}

private struct Restoring: RoomVisitor {
    let facts: [Fact]
    mutating func visit(_ room: inout some Room, in around: inout Surroundings) {
        room.restore(facts, in: &around)
    }
}

private struct Restarting: RoomVisitor {
    let deviceRestarted: Bool
    mutating func visit(_ room: inout some Room, in around: inout Surroundings) {
        room.restart(deviceRestarted: deviceRestarted, in: &around)
    }
}

private struct Installing: RoomVisitor {
    let manifest: AppManifest
    mutating func visit(_ room: inout some Room, in around: inout Surroundings) {
        room.installed(manifest, in: &around)
    }
}

private struct Removing: RoomVisitor {
    let app: AppID
    mutating func visit(_ room: inout some Room, in around: inout Surroundings) {
        room.remove(of: app, in: &around)
    }
}

private struct Listing: RoomReader {
    var facts: [Fact] = []
    mutating func read(_ room: some Room, _ around: borrowing Surroundings) {
        facts += room.facts
    }
}

private struct Finding: RoomReader {
    let kind: Substring
    let app: AppID
    var fact: Fact?
    mutating func read<R: Room>(_ room: R, _ around: borrowing Surroundings) {
        if let own = R.factKind, kind == own { fact = room.fact(of: app) }
    }
}

private struct Timing: RoomReader {
    let now: Moment
    var work: [TimedWork] = []
    mutating func read<R: Room>(_ room: R, _ around: borrowing Surroundings) {
        if let window = room.timedWork(at: now, around) {
            work.append(TimedWork(source: .room("\(R.self)"), window: window))
        }
    }
}

private struct TimingNext: RoomVisitor {
    let now: Moment
    var next: AwakeInstant?
    mutating func visit(_ room: inout some Room, in around: inout Surroundings) {
        guard let window = room.timedWork(at: now, around) else { return }
        next = min(window.latest, next ?? window.latest)
    }
}

private struct Foreseeing: RoomReader {
    let now: Moment
    let end: WallTime
    var work: [Forecast.Work] = []
    mutating func read(_ room: some Room, _ around: borrowing Surroundings) {
        work += room.foreseen(at: now, until: end, around)
    }
}

private struct Reasons: RoomReader {
    var reasons: [Reason] = []
    mutating func read<R: Room>(_ room: R, _ around: borrowing Surroundings) {
        reasons += R.reasons
    }
}

private struct Pended: RoomReader {
    let app: AppID
    let now: Moment?
    var found: [Pending] = []
    mutating func read(_ room: some Room, _ around: borrowing Surroundings) {
        found += room.pending(of: app, at: now, around)
    }
}

private struct Refusing: RoomReader {
    let cause: WakeCause
    let app: AppID
    var found: [Refusal] = []
    mutating func read(_ room: some Room, _ around: borrowing Surroundings) {
        found += room.obstacles(to: cause, of: app, around)
    }
}
