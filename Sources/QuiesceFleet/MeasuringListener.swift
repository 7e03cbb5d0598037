import QuiesceCore
import QuiesceJournal

/// Sums up what a device's core decides, event by event.
public struct MeasuringListener: ReplayListener {
    public private(set) var measures = DeviceMeasures()
    private var first: WallTime?
    private var last = Moment.zero
    /// Apps that execute out of sight.
    private var background: Set<AppID> = []
    /// The app in front.
    private var front: AppID?
    /// When each app was last in front, and had last fetched.
    private var left: [AppID: Instant] = [:]
    private var fetched: [AppID: Instant] = [:]
    /// Silent pushes that no app was handed so far.
    private var waiting: [PayloadHandle: Instant] = [:]

    public init() {}

    public mutating func begin(_ state: SystemMachine, at moment: Moment) {
        first = first ?? moment.wall
        last = moment
        background = []
        front = nil
        for view in state.views { move(view.manifest.id, to: view.state, at: moment.instant) }
    }

    public mutating func hear(_ event: Event, _ reaction: Reaction, at moment: Moment) {
        first = first ?? moment.wall
        if !background.isEmpty, moment.instant > last.instant {
            measures.background += (moment.instant - last.instant).nanoseconds
        }
        last = moment
        if let first { measures.span = (moment.wall - first).nanoseconds }
        if case .push(let push, _) = event, push.contentAvailable {
            measures.pushes += 1
            waiting[push.payload] = moment.instant
        }
        for decision in reaction.decisions { note(decision, at: moment.instant) }
        if !waiting.isEmpty {
            for case .send(_, _, let delivery, _) in reaction.effects {
                note(delivery, at: moment.instant)
            }
        }
    }

    private mutating func note(_ decision: Decision, at now: Instant) {
        guard let app = decision.app else { return }
        switch (decision.kind, decision.reason) {
        case (.input, .opened): noteOpen(app, at: now)
        case (.task, .expirationWarning): measures.cutTasks += 1
        case (.kill, _): measures.kills += 1
        case (.wake, let reason):
            switch decision.detail {
            case .wake: measures.wakeUps += 1
            case .wakeResult where reason == .completedNewData || reason == .completedNoData:
                fetched[app] = now
            case _: break
            }
        case _: break
        }
        if case .energy(let charge)? = decision.detail {
            measures.bytes += charge.received
            measures.microjoules += charge.microjoules
        }
        if let state = decision.to { move(app, to: state, at: now) }
    }

    private mutating func noteOpen(_ app: AppID, at now: Instant) {
        guard front != app, left[app].map({ now - $0 >= FleetLimits.absence }) ?? true else {
            return
        }
        measures.opens += 1
        if let fetched = fetched[app], now - fetched <= FleetLimits.freshness {
            measures.freshOpens += 1
        }
    }

    private mutating func note(_ delivery: Delivery, at now: Instant) {
        guard case .remoteNotification(_, let payload) = delivery.call,
            let arrived = waiting.removeValue(forKey: payload)
        else { return }
        measures.handedPushes += 1
        measures.pushDelay += (now - arrived).nanoseconds
    }

    private mutating func move(_ app: AppID, to state: AppState, at now: Instant) {
        if state == .background { background.insert(app) } else { background.remove(app) }
        switch state {
        case .active, .inactive: front = app
        case .background, .suspended, .notRunning:
            guard front == app else { return }
            front = nil
            left[app] = now
        }
    }
}
