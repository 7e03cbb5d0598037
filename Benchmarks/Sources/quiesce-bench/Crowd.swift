import QuiesceCore
import QuiesceCoreHarness

/// A device with many apps, all of them suspended, each with a transfer that waits for its day, an
/// alarm and fetches.
final class Crowd: CoreHarness {
    private let ids: [AppID]
    private var recorded: [RecordedEvent] = []

    init(of count: Int) {
        // All of one length, as a longer name takes longer to compare.
        ids = (0..<count).compactMap { AppID("org.example.crowd.App\(1000 + $0)") }
        super.init(SystemMachine(profile: .ios8))
        for (number, app) in ids.enumerated() {
            let manifest = AppManifest(
                id: app, name: "App \(number)", version: "1", executable: "App",
                backgroundModes: [.fetch])
            send(.install(manifest, StagedBundle(UInt64(number)), newTicket()))
            send(.open(app, arguments: [], newTicket()))
            advance(by: .seconds(1))
            send(.home(newTicket()))
            advance(by: .seconds(1))
        }
        send(.lock(newTicket()))
        advance(by: .seconds(3600))
    }

    /// The events of the next `count` wake-ups, of the first `apps` in turn, each from its
    /// acceptance until the app is suspended again.
    func wakeUps(_ count: Int, of apps: Int) -> [[RecordedEvent]] {
        (0..<count).map { number in
            recorded = []
            send(.fetch(ids[number % apps], newTicket()))
            advance(by: .seconds(1))
            return recorded
        }
    }

    override func observe(_ event: Event, _ reaction: Reaction) {
        recorded.append(RecordedEvent(moment: now, event: event))
    }

    override func receive(_ delivery: Delivery, _ process: AppProcess) {
        if case .finishLaunching = delivery.call { askForThings(process) }
        super.receive(delivery, process)
    }

    private func askForThings(_ process: AppProcess) {
        let (app, launch) = (process.app, process.launch)
        let later = now.wall + .seconds(10 * 86_400)
        let (task, alarm) = (PayloadHandle(newTicket().value), PayloadHandle(newTicket().value))
        perform(process) {
            .fetching(.asked(app, launch, request: $0, .setMinimumInterval(86_400)))
        }
        perform(process) {
            .transfer(
                .requested(app, launch, request: $0, .openSession(.init(identifier: "downloads"))))
        }
        perform(process) {
            let new = NewTransfer(
                session: "downloads", task: 1, kind: .download, origin: "https://example.org:443",
                request: task)
            return .transfer(.requested(app, launch, request: $0, .create(new)))
        }
        perform(process) {
            .transfer(
                .requested(
                    app, launch, request: $0,
                    .setEarliestBegin(session: "downloads", task: 1, later.nanoseconds / 1_000_000))
            )
        }
        perform(process) {
            .transfer(.requested(app, launch, request: $0, .resume(session: "downloads", task: 1)))
        }
        perform(process) {
            let new = NewNotification(
                name: "alarm", fireDate: later, types: [.alert, .sound], content: alarm)
            return .notification(.asked(app, launch, request: $0, .schedule(new)))
        }
    }
}
