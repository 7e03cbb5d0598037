import QuiesceCore

/// Makes up a busy day of a device with fifty apps: a user who picks it up every few minutes,
/// fetches and pushes around the clock, apps that answer, run tasks, and now and then crash.
///
/// The events are what the daemon would report if the core's effects were carried out on such a
/// device; the same seed makes the same day.
struct BusyDay {
    private static let apps = 50
    private static let second: Int64 = 1_000_000_000
    private static let day = 86_400 * second
    /// 1 June 2026, 00:00 UTC.
    private static let midnight: Int64 = 1_780_272_000 * second

    private enum Happening {
        case event(Event)
        /// What an app says, if that launch of it still lives.
        case said(AppID, Launch, Event)
        case request(AppID, Launch, Request)
        case frozen(AppID, Launch, UInt64)
        case session
        case fetch(Int)
        case push
    }

    private enum Request {
        case beginTask
        case endTask(TaskID)
        case completeWake(WakeID)
    }

    /// One app's process.
    private struct Life {
        var launch: Launch
        var requests: UInt64 = 0
        var tasks: UInt64 = 0
        var freezing: UInt64?
    }

    private var random: SplitMix64
    private var machine = SystemMachine(profile: .ios8)
    private var agenda = Agenda<Happening>()
    private var lives: [AppID: Life] = [:]
    private var ids: [AppID] = []
    private var timer: Int64?
    private var now: Int64 = 0
    private var ticket: UInt64 = 0
    private var recorded: [RecordedEvent] = []

    init(seed: UInt64) { random = SplitMix64(state: seed) }

    /// The day's events, in order.
    mutating func run() -> [RecordedEvent] {
        for number in 0..<Self.apps { install(number) }
        agenda.add(.session, at: 7 * 3600 * Self.second)
        agenda.add(.push, at: between(0, 60))
        for app in ids.indices { agenda.add(.fetch(app), at: between(0, 900)) }
        while let next = agenda.nextTime, next < Self.day {
            if let due = timer, due <= next {
                now = max(now, due)
                timer = nil
                take(.timer)
                continue
            }
            guard let (time, happening) = agenda.take() else { break }
            now = max(now, time)
            happen(happening)
        }
        return recorded
    }

    // MARK: The world

    private mutating func install(_ number: Int) {
        guard let id = AppID("org.example.busy.App\(number)") else { return }
        ids.append(id)
        let manifest = AppManifest(
            id: id, name: "App \(number)", version: "1.\(number)", executable: "App\(number)",
            backgroundModes: [.fetch, .remoteNotification], exitsOnSuspend: number % 17 == 16)
        now += Self.second
        take(.install(manifest, StagedBundle(UInt64(number)), nextTicket()))
    }

    private mutating func happen(_ happening: Happening) {
        switch happening {
        case .event(let event): take(event)
        case .said(let app, let launch, let event):
            if lives[app]?.launch == launch { take(event) }
        case .request(let app, let launch, let request):
            if lives[app]?.launch == launch { say(app, launch, request) }
        case .frozen(let app, let launch, let freeze):
            guard lives[app]?.launch == launch, lives[app]?.freezing == freeze else { return }
            take(.frozen(app, launch, freeze: freeze))
        case .session: session()
        case .fetch(let app):
            take(.fetch(ids[app], nextTicket()))
            agenda.add(.fetch(app), at: now + between(500, 900))
        case .push:
            let app = favourite()
            take(
                .push(
                    NewPush(
                        app: app, contentAvailable: random.next(below: 10) > 0,
                        payload: PayloadHandle(ticket + 1)),
                    nextTicket()))
            agenda.add(.push, at: now + between(10, 100))
        }
    }

    /// The user picks the device up, uses some apps, and puts it down.
    private mutating func session() {
        var time = now
        agenda.add(.event(.unlock(nextTicket())), at: time)
        for _ in 0..<(1 + random.next(below: 5)) {
            time += between(1, 5)
            agenda.add(.event(.open(favourite(), arguments: [], nextTicket())), at: time)
            time += between(5, 120)
            agenda.add(.event(.home(nextTicket())), at: time)
        }
        if random.next(below: 20) == 0 {
            agenda.add(.event(.quit(favourite(), nextTicket())), at: time)
        }
        time += Self.second
        agenda.add(.event(.lock(nextTicket())), at: time)
        let hour = time / (3600 * Self.second)
        agenda.add(.session, at: hour >= 23 ? Self.day : time + between(60, 600))
    }

    /// Some apps are used much more than others.
    private mutating func favourite() -> AppID {
        ids[min(random.next(below: Self.apps), random.next(below: Self.apps))]
    }

    private mutating func say(_ app: AppID, _ launch: Launch, _ request: Request) {
        lives[app]?.requests += 1
        let number = lives[app]?.requests ?? 0
        switch request {
        case .beginTask:
            lives[app]?.tasks += 1
            let task = TaskID(lives[app]?.tasks ?? 0)
            take(.beginTask(app, launch, request: number, task, name: "saving what was edited"))
            agenda.add(.request(app, launch, .endTask(task)), at: now + between(1, 60))
        case .endTask(let task):
            take(.endTask(app, launch, request: number, task))
        case .completeWake(let wake):
            let result: WakeResult = random.next(below: 3) == 0 ? .newData : .noData
            take(.completeWake(app, launch, request: number, wake, result))
        }
    }

    // MARK: The core and its effects

    private mutating func take(_ event: Event) {
        let moment = Moment(
            instant: Instant(nanoseconds: now), awake: AwakeInstant(nanoseconds: now),
            wall: WallTime(nanoseconds: Self.midnight + now))
        recorded.append(RecordedEvent(moment: moment, event: event))
        if case .exited(let app, _, _) = event { lives[app] = nil }
        for effect in machine.handle(event, at: moment).effects { carryOut(effect) }
    }

    private mutating func carryOut(_ effect: Effect) {
        switch effect {
        case .spawn(let app, let launch, _):
            lives[app] = Life(launch: launch)
            agenda.add(.said(app, launch, .spawned(app, launch, pid: 1000)), at: now + 2_000_000)
            agenda.add(
                .said(
                    app, launch,
                    .connected(app, launch, lastReceived: 0, lastHandled: 0, openTasks: [])),
                at: now + milliseconds(40, 120))
        case .send(let app, let launch, let delivery, _):
            receive(app, launch, delivery)
        case .freeze(let app, let launch, let freeze):
            lives[app]?.freezing = freeze
            agenda.add(.frozen(app, launch, freeze), at: now + 100_000)
        case .thaw(let app, _):
            lives[app]?.freezing = nil
        case .kill(let app, let launch):
            agenda.add(
                .said(app, launch, .exited(app, launch, .signalled(9))), at: now + 1_000_000)
        case .arm(let instant):
            timer = instant?.nanoseconds
        case .welcome, .ack, .tellBackgroundTime, .takeSnapshot, .record, .dropPayload, .activate,
            .discard, .remove, .answer, .keepAwake, .stopped, .protectData, .examine, .restrain,
            .transfer, .notification, .push:
            break
        }
    }

    /// An app gets a call, and does what apps do.
    private mutating func receive(_ app: AppID, _ launch: Launch, _ delivery: Delivery) {
        var handled = now + milliseconds(1, 4)
        switch delivery.call {
        case .finishLaunching:
            handled = now + milliseconds(20, 80)
        case .didEnterBackground:
            if random.next(below: 5) < 2 {
                agenda.add(.request(app, launch, .beginTask), at: now + 500_000)
            }
        case .willTerminate:
            agenda.add(
                .said(app, launch, .exited(app, launch, .exited(code: 0))), at: handled + 1_000_000)
        case .performFetch(let wake), .remoteNotification(let wake, _):
            if random.next(below: 400) == 0 {
                agenda.add(
                    .said(app, launch, .exited(app, launch, .signalled(11))), at: now + 100_000)
            } else {
                agenda.add(
                    .request(app, launch, .completeWake(wake)), at: now + milliseconds(50, 4000))
            }
        case .didBecomeActive, .willResignActive, .willEnterForeground, .expireTasks,
            .systemEvents, .memoryWarning, .permission, .input, .transfer, .notification,
            .push, .backgroundTask, .expireWake, .fetchRefused:
            break
        }
        agenda.add(
            .said(app, launch, .handled(app, launch, seq: delivery.seq)), at: handled)
    }

    // MARK: Numbers

    private mutating func nextTicket() -> Ticket {
        ticket += 1
        return Ticket(ticket)
    }

    /// Nanoseconds of so many seconds.
    private mutating func between(_ least: Int64, _ most: Int64) -> Int64 {
        least * Self.second + Int64(random.next(below: Int((most - least) * Self.second)))
    }

    private mutating func milliseconds(_ least: Int64, _ most: Int64) -> Int64 {
        least * 1_000_000 + Int64(random.next(below: Int((most - least) * 1_000_000)))
    }
}

/// What will happen, by time; at one time, in the order of adding.
private struct Agenda<Item> {
    private var items: [(time: Int64, item: Item)] = []

    var nextTime: Int64? { items.last?.time }

    mutating func add(_ item: Item, at time: Int64) {
        // The next one is last. Few are pending, so moving them costs nothing.
        let place = items.lastIndex { $0.time > time }.map { $0 + 1 } ?? 0
        items.insert((time, item), at: place)
    }

    mutating func take() -> (time: Int64, item: Item)? { items.popLast() }
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
