import Foundation
import QuiesceCore
import QuiesceFiles

/// Bytes, read as the life of a device with four apps: what the user, the kernel and the apps do, in
/// any order, sensible or not. Any bytes are a script.
struct LifeScript {
    private var bytes: ArraySlice<UInt8>
    private let profile: PolicyProfile
    private var life: Life
    private var now = Moment.zero.advanced(by: .seconds(1_000))
    private var ticket: UInt64 = 0
    private var request: UInt64 = 0
    /// The number of the last call that each app was sent.
    private var lastSent: [AppID: UInt64] = [:]
    private var lastWake: UInt64 = 0

    static let apps = ["app.a", "app.b", "app.c", "app.d"].compactMap { AppID($0) }
    /// Enough for a queue to overflow, and over in a moment.
    static let steps = 1_500

    init(_ input: [UInt8]) {
        bytes = input[...]
        let kind = bytes.popFirst() ?? 0
        profile = PolicyProfile.named[Int(kind) % PolicyProfile.named.count]
        life = Life(SystemMachine(profile: profile))
    }

    /// - Throws: `Problem`, with the events as a segment of a journal, which can be replayed.
    mutating func run() throws {
        do {
            // One app of the four isn't there.
            for app in Self.apps.prefix(3) { try take(install(app, flavour: 0)) }
            for step in 1...Self.steps {
                guard let code = bytes.popFirst() else { break }
                try self.step(code)
                if step % 64 == 0 { try explain() }
            }
            try explain()
            try life.lookBack()
            try life.end(at: now)
        } catch let problem as Problem {
            throw Problem("\(problem)\n\(try journal())")
        }
    }

    // MARK: - Steps

    /// The low bits of `code` say what happens, the high ones how long after the step before.
    private mutating func step(_ code: UInt8) throws {
        let waits: [Interval] = [
            .zero, .milliseconds(1), .milliseconds(300), .seconds(1), .seconds(6), .seconds(40),
            .seconds(200), .seconds(3_600),
        ]
        now = now.advanced(by: waits[Int(code >> 5)])
        switch code & 0x1f {
        case 0...8: try take(asked(code & 0x1f))
        case 9: try take(.home(newTicket()))
        case 10: try take(.lock(newTicket()))
        case 11: try take(.unlock(newTicket()))
        case 12: try take(.shutDown(newTicket()))
        case 13: try fallAsleep()
        case 14: try take(happened())
        case 15...21: try take(reported(code & 0x1f))
        case 22...26: try take(said(code & 0x1f))
        case 27: try take(.timer)
        case 28: try fireTimer()
        case 29: now.wall = WallTime(nanoseconds: number())
        case 30: try restart()
        case _: try cutPower()
        }
    }

    /// What a user or a provider asks.
    private mutating func asked(_ code: UInt8) -> Event {
        let (app, _) = process()
        switch code {
        case 0, 1: return .open(app, arguments: [], newTicket())
        case 2: return .quit(app, newTicket())
        case 3, 4: return .fetch(app, newTicket())
        case 5, 6:
            let ticket = newTicket()
            return .push(
                app, contentAvailable: code == 5, PayloadHandle(ticket.value), ticket)
        case 7: return install(app, flavour: next())
        case _: return .uninstall(app, newTicket())
        }
    }

    /// What happens to the device.
    private mutating func happened() -> Event {
        let byte = next()
        let interruptions = Interruption.allCases
        switch byte & 3 {
        case 0: return .wake(newTicket())
        case 1, 2:
            return .interrupt(interruptions[Int(byte >> 2) % interruptions.count], newTicket())
        case _:
            let value = Int(byte >> 5)
            let changes: [DeviceChange] = [
                .orientation(DeviceConditions.Orientation.allCases[value % 6]),
                .battery(percent: value, .charging), .proximity(near: value & 1 == 0),
                .locale("l\(value)"), .timeZone("Zone/\(value)"),
                .ubiquityIdentity(value == 0 ? nil : "\(value)"), .orientation(.portrait),
                .battery(percent: 100, .full),
            ]
            return .changed(changes[Int(byte >> 2) & 7], newTicket())
        }
    }

    /// What the kernel says of a process.
    private mutating func reported(_ code: UInt8) -> Event {
        let (app, launch) = process()
        switch code {
        case 15: return .spawned(app, launch, pid: Int32(truncatingIfNeeded: 2 + ticket))
        case 16: return .spawnFailed(app, launch, step: "exec", code: 8)
        case 17: return .exited(app, launch, status())
        case 18, 19: return .frozen(app, launch, freeze: UInt64(next() >> 4))
        case 20: return .foundFrozen(app, launch)
        case _: return .foundThawed(app, launch)
        }
    }

    /// What an app says.
    private mutating func said(_ code: UInt8) -> Event {
        let (app, launch) = process()
        let last = lastSent[app, default: 0]
        switch code {
        case 22:
            let tasks = (0..<(next() & 3)).map { TaskID(UInt64($0)) }
            return .connected(
                app, launch, lastReceived: near(last), lastHandled: near(last), openTasks: tasks)
        case 23: return .handled(app, launch, seq: near(last))
        case 24: return .disconnected(app, launch)
        case 25:
            let (task, request) = (TaskID(UInt64(next() & 7)), newRequest())
            return task.value < 4
                ? .beginTask(app, launch, request: request, task, name: "t")
                : .endTask(app, launch, request: request, TaskID(task.value - 4))
        case _:
            let results: [WakeResult] = [.newData, .noData, .failed]
            return .completeWake(
                app, launch, request: newRequest(), WakeID(near(lastWake)),
                results[Int(next() % 3)])
        }
    }

    private mutating func install(_ app: AppID, flavour: UInt8) -> Event {
        let modes: [BackgroundMode] = flavour & 1 == 0 ? [.fetch, .remoteNotification] : [.fetch]
        let manifest = AppManifest(
            id: app, name: "App", version: "\(flavour)", executable: "App", backgroundModes: modes,
            exitsOnSuspend: flavour & 2 != 0, builtForMajorVersion: flavour & 4 != 0 ? 3 : nil)
        let ticket = newTicket()
        return .install(manifest, StagedBundle(ticket.value), ticket)
    }

    private mutating func status() -> ExitStatus {
        switch next() % 4 {
        case 0: .exited(code: 0)
        case 1: .exited(code: 3)
        case 2: .signalled(9)
        case _: .unknown
        }
    }

    // MARK: - The device

    /// The clock of schedules goes on alone.
    private mutating func fallAsleep() throws {
        try take(.sleep(newTicket()))
        let asleep = Interval.seconds(Int64(next()) * 60)
        now.instant = now.instant + asleep
        now.wall = now.wall + asleep
    }

    /// As asked for, a little late, or very late.
    private mutating func fireTimer() throws {
        guard let at = life.machine.timerAt else { return }
        let late: [Interval] = [.zero, .milliseconds(200), .milliseconds(260), .seconds(100)]
        now = now.advanced(by: max(.zero, at - now.instant) + late[Int(next() & 3)])
        try take(.timer)
    }

    /// A new daemon, which finds the processes that the next byte says.
    private mutating func restart() throws {
        let bits = next()
        var found: [ObservedProcess] = []
        for (index, app) in Self.apps.enumerated() where bits & (1 << UInt8(index)) != 0 {
            guard let view = life.machine.view(app) else { continue }
            let launch = bits & 0x80 == 0 ? view.launch : view.launch.next
            found.append(
                ObservedProcess(app: app, launch: launch, pid: 9, frozen: bits & 0x40 != 0))
        }
        let deviceRestarted = bits & 0x20 != 0
        try take(
            .restarted(
                deviceRestarted ? [] : found, deviceRestarted: deviceRestarted,
                launching: bits & 0x10 == 0))
    }

    private mutating func cutPower() throws {
        try life.restore(at: now)
        try take(.restarted([], deviceRestarted: true, launching: next() & 1 == 0))
    }

    // MARK: - Parts of events

    /// One of the apps, and mostly its present launch.
    private mutating func process() -> (AppID, Launch) {
        let byte = next()
        let app = Self.apps[Int(byte & 3)]
        let launch = life.machine.view(app)?.launch ?? Launch(number: 1)
        switch byte >> 5 {
        case 5: return (app, Launch(number: launch.number &- 1))
        case 6: return (app, launch.next)
        case 7: return (app, Launch(number: .max))
        case _: return (app, launch)
        }
    }

    /// Mostly `number` itself.
    private mutating func near(_ number: UInt64) -> UInt64 {
        switch next() >> 4 {
        case 12: 0
        case 13: number &- 1
        case 14: number &+ 1
        case 15: .max
        case _: number
        }
    }

    /// Mostly the next; what is sent again has the same.
    private mutating func newRequest() -> UInt64 {
        if next() < 224 { request += 1 }
        return request
    }

    private mutating func newTicket() -> Ticket {
        ticket += 1
        return Ticket(ticket)
    }

    private mutating func next() -> UInt8 { bytes.popFirst() ?? 0 }

    private mutating func number() -> Int64 {
        (0..<8).reduce(0) { number, _ in number << 8 | Int64(next()) }
    }

    private mutating func take(_ event: Event) throws {
        let reaction = try life.take(event, at: now)
        for effect in reaction.effects {
            if case .send(let app, _, let delivery, _) = effect { lastSent[app] = delivery.seq }
        }
        for decision in reaction.decisions {
            if case .wake(let wake, _, _) = decision.detail { lastWake = wake.value }
        }
    }

    // MARK: - In words

    /// Every app's state has a sentence, with everything in it.
    private func explain() throws {
        for app in life.machine.views.map(\.manifest.id) {
            var sentences = [life.machine.why(app)?.sentence]
            for cause in [WakeCause.fetch, .push(PayloadHandle(0))] {
                sentences.append(life.machine.whyNot(app, cause, at: now)?.sentence)
            }
            for sentence in sentences {
                try requireOneLine(sentence ?? "", "the sentence about \(app)")
                try require(sentence?.contains("?") == false, "a gap in: \(sentence ?? "")")
            }
        }
    }

    private func journal() throws -> String {
        let encoder = JournalLine.encoder()
        let start = Moment.zero
        var lines = [
            try encoder.encode(
                JournalLine.Header(
                    version: JournalLine.version, seq: 0, moment: start,
                    state: SystemMachine(profile: profile)))
        ]
        for (index, step) in life.events.enumerated() {
            lines.append(
                try encoder.encode(
                    JournalLine.Entry(
                        seq: UInt64(index + 1), moment: step.moment, event: step.event, h: nil)))
        }
        return lines.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
    }
}
