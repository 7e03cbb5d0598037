import TestSupport
import Testing

@testable import QuiesceCore

@Suite struct DeterminismTests {
    private let ids = (0..<8).map { AppID(literal: "app\($0)") }

    /// Any event, sensible or not.
    private func event(_ random: inout SeededGenerator, _ ticket: Ticket) -> Event {
        let app = ids[random.below(8)]
        let launch = Launch(number: UInt64(random.below(12)))
        let number = UInt64(random.below(20))
        switch random.below(26) {
        case 0:
            let modes: [BackgroundMode] = random.below(2) == 0 ? [.fetch, .remoteNotification] : []
            return .install(
                .test(app, modes: modes, exitsOnSuspend: random.below(4) == 0),
                StagedBundle(ticket.value), ticket)
        case 1: return random.below(8) == 0 ? .uninstall(app, ticket) : .home(ticket)
        case 2, 3: return .open(app, arguments: ["-x"], ticket)
        case 4: return .home(ticket)
        case 5: return .quit(app, ticket)
        case 6: return random.below(2) == 0 ? .lock(ticket) : .unlock(ticket)
        case 7: return random.below(50) == 0 ? .shutDown(ticket) : .unlock(ticket)
        case 8:
            if random.below(3) == 0 {
                let events = PasscodeEvent.allCases
                return .passcode(events[random.below(events.count)], ticket)
            }
            return random.below(2) == 0 ? .sleep(ticket) : .wake(ticket)
        case 9, 10: return .fetch(app, ticket)
        case 11:
            return .push(
                app, contentAvailable: random.below(3) > 0, PayloadHandle(ticket.value), ticket)
        case 12: return .spawned(app, launch, pid: Int32(random.below(99)))
        case 13: return .spawnFailed(app, launch, step: "execve", code: 2)
        case 14:
            return .exited(app, launch, random.below(2) == 0 ? .exited(code: 0) : .signalled(11))
        case 15, 16: return .frozen(app, launch, freeze: number)
        case 17: return random.below(2) == 0 ? .foundFrozen(app, launch) : .foundThawed(app, launch)
        case 18:
            return .connected(
                app, launch, lastReceived: number, lastHandled: UInt64(random.below(20)),
                openTasks: [TaskID(number)])
        case 19: return .disconnected(app, launch)
        case 20: return .handled(app, launch, seq: number)
        case 21: return .beginTask(app, launch, request: ticket.value, TaskID(number), name: "t")
        case 22: return .endTask(app, launch, request: ticket.value, TaskID(number))
        case 23: return .completeWake(app, launch, request: ticket.value, WakeID(number), .newData)
        case 24: return random.below(2) == 0 ? .timer : .requestKey(app, launch, ticket)
        default:
            let found = ObservedProcess(
                app: app, launch: launch, pid: 4, frozen: random.below(2) == 0)
            return random.below(20) == 0
                ? .restarted(
                    [found], deviceRestarted: random.below(3) == 0, launching: random.below(2) == 0)
                : .timer
        }
    }

    /// A hash of all that the machine answered.
    private func run(
        seed: UInt64, events: Int, absurdTimes: Bool, writtenDownAt: Int? = nil
    ) throws -> Int {
        var random = SeededGenerator(seed: seed)
        var machine = SystemMachine(profile: .ios8)
        var now = Moment.zero
        var hasher = Hasher()
        for index in 0..<events {
            if index == writtenDownAt { machine = try roundTrip(machine) }
            if absurdTimes {
                let extremes: [Int64] = [.min, .max, 0, -1, .max - 1, .min + 1]
                now = Moment(
                    instant: Instant(nanoseconds: extremes[random.below(6)]),
                    awake: AwakeInstant(nanoseconds: extremes[random.below(6)]),
                    wall: WallTime(nanoseconds: extremes[random.below(6)]))
            } else {
                now = now.advanced(by: .milliseconds(Int64(random.below(400))))
            }
            let reaction = machine.handle(event(&random, Ticket(UInt64(index))), at: now)
            hasher.combine(reaction)
            #expect(machine.apps.filter(\.isInForeground).count <= 1)
            #expect(machine.apps.allSatisfy { $0.calls.outstanding.count <= 300 })
        }
        #expect(machine.lastDecision > UInt64(events / 4))
        return hasher.finalize()
    }

    @Test(
        "The same events give the same effects and decisions, also after a round trip through JSON",
        .behaviour("D2", "reliability D2"), arguments: 1...3 as ClosedRange<UInt64>)
    func deterministic(seed: UInt64) throws {
        let first = try run(seed: seed, events: 10_000, absurdTimes: false)
        #expect(try run(seed: seed, events: 10_000, absurdTimes: false) == first)
        for middle in [17, 5_000, 9_000] {
            #expect(
                try run(seed: seed, events: 10_000, absurdTimes: false, writtenDownAt: middle)
                    == first)
        }
    }

    @Test(
        "Absurd times crash nothing", .behaviour("reliability D10", "reliability T7"),
        arguments: 1...5 as ClosedRange<UInt64>)
    func absurdTimes(seed: UInt64) throws {
        _ = try run(seed: seed, events: 5_000, absurdTimes: true)
    }

    @Test("Absurd facts crash nothing", .behaviour("reliability D10"))
    func absurdFacts() throws {
        var crashes = Crashes()
        for count in [Int.min, -1, 0, .max] {
            crashes.count = count
            crashes.retryAt = Instant(nanoseconds: .max)
            let facts: [Fact] = [
                .app(
                    AppFact(
                        manifest: .test(appA), launch: Launch(number: .max), forceQuit: false,
                        lastExit: nil, crashes: crashes)),
                .wake(WakeFact(id: WakeID(.max), app: appA, cause: .fetch)),
                .device(DeviceFact(recents: [appA, appB], lastWake: .max)),
            ]
            var machine = SystemMachine(
                restoring: facts, profile: .ios8, lastDecision: .max, at: .zero)
            _ = machine.handle(.restarted([], deviceRestarted: true, launching: true), at: .zero)
            let launch = try #require(machine.view(appA)).launch
            _ = machine.handle(.exited(appA, launch, .signalled(11)), at: .zero)
            _ = machine.handle(.fetch(appA, Ticket(1)), at: .zero)
            #expect(machine.recents == [appA])
        }
    }
}
