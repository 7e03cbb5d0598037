import QuiesceCore
import QuiesceCoreHarness

/// Makes up a busy day of a device with fifty apps: a user who picks it up every few minutes,
/// fetches and pushes around the clock, apps that answer, run tasks, and now and then crash.
///
/// The events are what the daemon would report if the core's effects were carried out on such a
/// device; the same seed makes the same day.
final class BusyDay: CoreHarness {
    private static let apps = 50
    private static let day = Instant.zero + .seconds(86_400)
    /// 1 June 2026, 00:00 UTC.
    private static let midnight = WallTime.zero + .seconds(1_780_272_000)

    private var random: SplitMix64
    private var ids: [AppID] = []
    /// The last task that each app's process began.
    private var tasks: [AppID: UInt64] = [:]
    private var recorded: [RecordedEvent] = []

    init(seed: UInt64) {
        random = SplitMix64(state: seed)
        super.init(SystemMachine(profile: .ios8))
        now = Moment(instant: .zero, awake: .zero, wall: Self.midnight)
        defaultBehaviour.freezesAfter = Interval(nanoseconds: 100_000)
        defaultBehaviour.dyingTakes = .milliseconds(1)
    }

    /// The day's events, in order.
    func makeUp() -> [RecordedEvent] {
        for number in 0..<Self.apps { install(number) }
        plan(at: .zero + .seconds(7 * 3600)) { [unowned self] in pickUp() }
        plan(at: .zero + seconds(0, 60)) { [unowned self] in push() }
        for app in ids { plan(at: .zero + seconds(0, 900)) { [unowned self] in fetch(app) } }
        while let next = nextAction, next < Self.day { advance(to: next) }
        return recorded
    }

    override func observe(_ event: Event, _ reaction: Reaction) {
        recorded.append(RecordedEvent(moment: now, event: event))
    }

    override func carryOut(_ effect: Effect) {
        // Nobody looks into processes: what they hold and use isn't part of this day.
        if case .examine = effect { return }
        super.carryOut(effect)
    }

    // MARK: The world

    private func install(_ number: Int) {
        guard let id = AppID("org.example.busy.App\(number)") else { return }
        ids.append(id)
        let manifest = AppManifest(
            id: id, name: "App \(number)", version: "1.\(number)", executable: "App\(number)",
            backgroundModes: [.fetch, .remoteNotification], exitsOnSuspend: number % 17 == 16)
        now = now.advanced(by: .seconds(1))
        send(.install(manifest, StagedBundle(UInt64(number)), newTicket()))
    }

    private func fetch(_ app: AppID) {
        send(.fetch(app, newTicket()))
        plan(at: now.instant + seconds(500, 900)) { [unowned self] in fetch(app) }
    }

    private func push() {
        let (app, ticket) = (favourite(), newTicket())
        let push = NewPush(
            app: app, contentAvailable: random.next(below: 10) > 0,
            payload: PayloadHandle(ticket.value))
        send(.push(push, ticket))
        plan(at: now.instant + seconds(10, 100)) { [unowned self] in self.push() }
    }

    /// The user picks the device up, uses some apps, and puts it down.
    private func pickUp() {
        var time = now.instant
        ask(.unlock(newTicket()), at: time)
        for _ in 0..<(1 + random.next(below: 5)) {
            time = time + seconds(1, 5)
            ask(.open(favourite(), arguments: [], newTicket()), at: time)
            time = time + seconds(5, 120)
            ask(.home(newTicket()), at: time)
        }
        if random.next(below: 20) == 0 { ask(.quit(favourite(), newTicket()), at: time) }
        time = time + .seconds(1)
        ask(.lock(newTicket()), at: time)
        let isLate = time >= .zero + .seconds(23 * 3600)
        plan(at: isLate ? Self.day : time + seconds(60, 600)) { [unowned self] in pickUp() }
    }

    private func ask(_ event: Event, at time: Instant) {
        plan(at: time) { [unowned self] in send(event) }
    }

    /// Some apps are used much more than others.
    private func favourite() -> AppID {
        ids[min(random.next(below: Self.apps), random.next(below: Self.apps))]
    }

    // MARK: Apps

    override func start(_ process: AppProcess) {
        let (app, launch) = (process.app, process.launch)
        tasks[app] = 0
        act(process, .event(.spawned(app, launch, pid: 1000)), after: .milliseconds(2))
        act(process, .connect, after: milliseconds(40, 120))
    }

    /// An app gets a call, and does what apps do.
    override func receive(_ delivery: Delivery, _ process: AppProcess) {
        let app = process.app
        var takes = milliseconds(1, 4)
        switch delivery.call {
        case .finishLaunching:
            takes = milliseconds(20, 80)
        case .didEnterBackground:
            if random.next(below: 5) < 2 {
                let begin = { [unowned self] in beginTask(process) }
                act(process, .perform(begin), after: Interval(nanoseconds: 500_000))
            }
        case .willTerminate:
            act(process, .exit(.exited(code: 0)), after: takes + .milliseconds(1))
        case .performFetch(let wake), .remoteNotification(let wake, _):
            if random.next(below: 400) == 0 {
                act(process, .exit(.signalled(11)), after: Interval(nanoseconds: 100_000))
            } else {
                let finish = { [unowned self] in
                    complete(app, wake.value, random.next(below: 3) == 0 ? .newData : .noData)
                }
                act(process, .perform(finish), after: milliseconds(50, 4000))
            }
        case .didBecomeActive, .willResignActive, .willEnterForeground, .expireTasks,
            .systemEvents, .memoryWarning, .permission, .input, .transfer, .notification,
            .push, .backgroundTask, .expireWake, .fetchRefused, .location, .audio, .voip,
            .accessories, .bluetooth, .link, .continued:
            break
        }
        let handled = Event.handled(app, process.launch, seq: delivery.seq)
        act(process, .event(handled), after: takes)
    }

    private func beginTask(_ process: AppProcess) {
        let app = process.app
        let task = tasks[app, default: 0] + 1
        tasks[app] = task
        beginTask(app, task, name: "saving what was edited")
        act(process, .perform { [unowned self] in endTask(app, task) }, after: seconds(1, 60))
    }

    // MARK: Numbers

    private func seconds(_ least: Int64, _ most: Int64) -> Interval {
        between(.seconds(least), .seconds(most))
    }

    private func milliseconds(_ least: Int64, _ most: Int64) -> Interval {
        between(.milliseconds(least), .milliseconds(most))
    }

    private func between(_ least: Interval, _ most: Interval) -> Interval {
        least
            + Interval(
                nanoseconds: Int64(random.next(below: Int(most.nanoseconds - least.nanoseconds))))
    }
}

/// A small generator with a seed (Steele, Lea and Flood, 2014).
struct SplitMix64 {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    mutating func next(below limit: Int) -> Int { Int(next() % UInt64(limit)) }
}
