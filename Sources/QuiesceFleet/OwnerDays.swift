import Foundation
import QuiesceCore
import QuiesceCoreHarness
import QuiesceJournal
import QuiesceSimulation

/// Plays days of a made-up owner on a device with a policy: the user, the world and the apps.
///
/// The owner does the same under each policy, as all that the owner and the world do is drawn from
/// generators of their own, by the day. Apps and the kernel answer to what the core asks for.
final class OwnerDays: CoreHarness {
    /// Monday, 1 June 2026, 00:00 UTC.
    private static let midnight = WallTime.zero + .seconds(1_780_272_000)
    static let day = Interval.seconds(86_400)

    let owner: GeneratedOwner
    /// The dice of the owner and the world.
    private var world: SeededGenerator
    private var listener: any ReplayListener
    private(set) var complaint: String?
    private var battery = 100
    private var isAway = false

    private init(
        _ owner: GeneratedOwner, _ profile: PolicyProfile, listener: any ReplayListener
    ) {
        self.owner = owner
        world = owner.random
        self.listener = listener
        super.init(SystemMachine(profile: profile))
        now = Moment(instant: .zero, awake: .zero, wall: Self.midnight)
        defaultBehaviour.freezesAfter = Interval(nanoseconds: 200_000)
        defaultBehaviour.dyingTakes = .milliseconds(1)
    }

    /// - Parameter listener: hears each event, from the first on.
    /// - Returns: it, after the last.
    /// - Throws: `FleetError` where the core asked for something impossible.
    static func play<Listener: ReplayListener>(
        _ owner: GeneratedOwner, days: Int, _ profile: PolicyProfile, _ listener: Listener
    ) throws(FleetError) -> Listener {
        let device = OwnerDays(owner, profile, listener: listener)
        device.listener.begin(device.machine, at: device.now)
        device.setUp()
        for day in 0..<days where device.complaint == nil { device.play(day: day) }
        if let complaint = device.complaint { throw FleetError(complaint) }
        guard let listener = device.listener as? Listener else {
            throw FleetError("another listener came back")
        }
        return listener
    }

    override func observe(_ event: Event, _ reaction: Reaction) {
        listener.hear(event, reaction, at: now)
    }

    override func complain(_ problem: String) { complaint = complaint ?? problem }

    override func carryOut(_ effect: Effect) {
        // Nobody looks into processes: what they hold and use isn't part of these days.
        if case .examine = effect { return }
        super.carryOut(effect)
    }

    // MARK: The world

    private func setUp() {
        send(.clockChanged(UTCOffsets(seconds: 0)))
        send(.sensed(.network(.wifi)))
        send(.sensed(.battery(percent: 100, .full)))
        for (number, app) in owner.apps.enumerated() {
            let manifest = AppManifest(
                id: app.id, name: "App \(number)", version: "1", executable: "App\(number)",
                backgroundModes: [.fetch, .remoteNotification])
            send(.install(manifest, StagedBundle(UInt64(number)), newTicket()))
        }
        // Each is opened once, as who installs an app does.
        for app in owner.apps {
            advance(by: .seconds(5))
            send(.open(app.id, arguments: [], newTicket()))
            advance(by: .seconds(10))
            send(.home(newTicket()))
        }
        send(.lock(newTicket()))
    }

    /// - Parameter day: from 0 on.
    private func play(day: Int) {
        let midnight = Instant.zero + Interval(nanoseconds: Self.day.nanoseconds * Int64(day))
        for hour in 0..<24 {
            let begin = midnight + .seconds(Int64(hour) * 3_600)
            plan(at: begin) { [unowned self] in pass(hour: hour) }
            for _ in 0..<count(owner.uses / 24 * owner.weight(ofHour: hour)) {
                use(at: begin + world.interval(.zero, .seconds(3_600)), hour: hour)
            }
        }
        for app in owner.apps {
            for _ in 0..<app.pushes {
                let at = midnight + world.interval(.zero, Self.day)
                plan(at: at) { [unowned self] in
                    let push = NewPush(app: app.id, contentAvailable: true, payload: newPayload())
                    send(.push(push, newTicket()))
                }
            }
        }
        // Five minutes without any network, three times a day.
        for _ in 0..<3 {
            let at = midnight + world.interval(.zero, Self.day)
            plan(at: at) { [unowned self] in send(.sensed(.network(.none))) }
            plan(at: at + .seconds(300)) { [unowned self] in
                send(.sensed(.network(isAway ? .cellular : .wifi)))
            }
        }
        advance(to: midnight + Self.day)
    }

    /// How often something happens that happens so often in the mean.
    private func count(_ mean: Double) -> Int {
        // Knuth's way to draw from Poisson's distribution.
        let limit = exp(-mean)
        var product = world.unit()
        var count = 0
        while product > limit {
            count += 1
            product *= world.unit()
        }
        return count
    }

    private func pass(hour: Int) {
        let isAway = owner.away.contains(hour)
        if isAway != self.isAway {
            self.isAway = isAway
            send(.sensed(.network(isAway ? .cellular : .wifi)))
        }
        // It hangs on its charger at night.
        let charges = hour < 6 || hour == 23
        let taken = Int(Double(owner.drain) / 4 * owner.weight(ofHour: hour))
        battery = charges ? min(100, battery + 40) : max(1, battery - taken)
        send(.sensed(.battery(percent: battery, charges ? .charging : .unplugged)))
    }

    /// The owner takes the device in hand, opens an app or only looks, and puts it away.
    private func use(at begin: Instant, hour: Int) {
        var time = begin
        plan(at: time) { [unowned self] in send(.unlock(newTicket())) }
        // 14 opens in 47 uses, of owners in the mean.
        for _ in 0..<count(owner.apps.reduce(0) { $0 + $1.opens } / owner.uses) {
            guard let app = pick(hour) else { break }
            time = time + world.interval(.seconds(1), .seconds(4))
            plan(at: time) { [unowned self] in send(.open(app, arguments: [], newTicket())) }
            let length = min(1_800, max(5, exp(4.52 + 1.2 * world.normal())))
            time = time + .milliseconds(Int64(length * 1_000))
            plan(at: time) { [unowned self] in send(.home(newTicket())) }
            if world.below(100) == 0 {
                plan(at: time) { [unowned self] in send(.quit(app, newTicket())) }
            }
        }
        time = time + world.interval(.seconds(1), .seconds(20))
        plan(at: time) { [unowned self] in send(.lock(newTicket())) }
    }

    private func pick(_ hour: Int) -> AppID? {
        var ticket = world.unit() * owner.apps.reduce(0) { $0 + $1.weight(inHour: hour) }
        for app in owner.apps {
            ticket -= app.weight(inHour: hour)
            if ticket < 0 { return app.id }
        }
        return owner.apps.last?.id
    }

    // MARK: Apps

    override func start(_ process: AppProcess) {
        act(
            process, .event(.spawned(process.app, process.launch, pid: process.pid)),
            after: .milliseconds(2))
        act(process, .connect, after: .milliseconds(60))
    }

    override func receive(_ delivery: Delivery, _ process: AppProcess) {
        let app = process.app
        let traits = owner.apps.first { $0.id == app }
        var chance = chance(of: process, delivery.seq)
        var takes = chance.interval(.milliseconds(1), .milliseconds(4))
        switch delivery.call {
        case .finishLaunching:
            takes = chance.interval(.milliseconds(20), .milliseconds(80))
            if traits?.fetches == true {
                let ask = FetchRequest.setMinimumInterval(0)
                act(
                    process,
                    .request { .fetching(.asked(app, process.launch, request: $0, ask)) },
                    after: .milliseconds(1))
            }
        case .didEnterBackground where traits?.beginsTasks == true:
            let task = delivery.seq
            let lasts = chance.interval(.seconds(1), .seconds(90))
            act(process, .perform { [unowned self] in beginTask(app, task) })
            act(process, .perform { [unowned self] in end(task, of: app) }, after: lasts)
        case .expireTasks(let tasks) where traits?.ignoresExpiration != true:
            act(
                process,
                .perform { [unowned self] in for task in tasks { end(task.value, of: app) } },
                after: takes)
        case .willTerminate:
            act(process, .exit(.exited(code: 0)), after: takes + .milliseconds(1))
        case .performFetch(let wake), .remoteNotification(let wake, _):
            fetch(delivery, wake, process, &chance)
        case _: break
        }
        act(process, .event(.handled(app, process.launch, seq: delivery.seq)), after: takes)
    }

    /// The app's own dice for a call: those of one app say nothing of another's.
    private func chance(of process: AppProcess, _ seq: UInt64) -> SeededGenerator {
        SeededGenerator(
            seed: UInt64(process.pid) &* 0xD134_2543_DE82_EF95
                ^ process.launch.number &* 0x9E37_79B9_7F4A_7C15 ^ seq)
    }

    private func fetch(
        _ delivery: Delivery, _ wake: WakeID, _ process: AppProcess, _ chance: inout SeededGenerator
    ) {
        let (app, launch) = (process.app, process.launch)
        let takes = chance.interval(.milliseconds(300), .seconds(8))
        let received = UInt64(4_096 + chance.below(300_000))
        let cpu = chance.interval(.milliseconds(20), .milliseconds(400))
        // One in three has news.
        let result = chance.below(3) == 0 ? WakeResult.newData : .noData
        if delivery.call.fetch != nil {
            act(
                process, .event(.fetching(.received(app, launch, wake, atMost: received))),
                after: takes)
            act(
                process, .event(.energy(.used(app, launch, wake, cpu: cpu, received: received))),
                after: takes)
        }
        act(
            process, .request { .completeWake(app, launch, request: $0, wake, result) },
            after: takes)
    }

    private func end(_ task: UInt64, of app: AppID) {
        guard processes[app]?.openTasks.contains(TaskID(task)) == true else { return }
        endTask(app, task)
    }
}
