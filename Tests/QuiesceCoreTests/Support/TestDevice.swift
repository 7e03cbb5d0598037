@_exported import QuiesceCoreHarness
import Testing

@testable import QuiesceCore

/// The machine under test in a played device, with a record of everything that happened. After
/// every event the invariants of `checkInvariants` must hold, and all that comes of it must make
/// sense to whoever receives it.
final class TestDevice: CoreHarness {
    /// The restraints of each app, in order.
    var restraints: [AppID: [Restraint]] = [:]
    var answers: [Ticket: Answer] = [:]
    var decisions: [Decision] = []
    var effects: [Effect] = []
    var changes: [Change] = []
    var promises: [Promise] = []
    var events: [Event] = []
    /// Every call that each app received, over all launches.
    var heard: [AppID: [AppCall]] = [:]
    var redelivered: [AppID: [AppCall]] = [:]
    var bundles: [AppID: StagedBundle] = [:]
    var discarded: [StagedBundle] = []
    /// The apps of which a snapshot was taken, in order.
    var snapshots: [AppID] = []
    var stopped = false
    /// The daemon is killed after this many events.
    var killedAfter: Int?
    /// It is killed before it carries out what that event asked for, but for what lasts.
    var killedBeforeActing = false
    var daemonIsDead = false

    var stored: [String: Fact] {
        get { store.facts }
        set { store.facts = newValue }
    }
    var payloads: Set<PayloadHandle> {
        get { store.payloads }
        set { store.payloads = newValue }
    }

    init(_ profile: PolicyProfile = .ios8, installing manifests: AppManifest...) {
        super.init(SystemMachine(profile: profile))
        for manifest in manifests { install(manifest) }
    }

    override func send(_ event: Event) {
        super.send(event)
        if !daemonIsDead { checkInvariants(after: event) }
    }

    override func observe(_ event: Event, _ reaction: Reaction) {
        events.append(event)
        decisions += reaction.decisions
        effects += reaction.effects
        changes += reaction.changes
        promises += reaction.promises
        checkAnswers(to: reaction)
        daemonIsDead = events.count == killedAfter
    }

    override func carryOut(_ effect: Effect) {
        guard !(daemonIsDead && killedBeforeActing) || effect.lasts else { return }
        switch effect {
        case .restrain(let app, _, let restraint):
            restraints[app, default: []].append(restraint)
        case .send(let app, _, let delivery, redelivered: true):
            redelivered[app, default: []].append(delivery.call)
        case .takeSnapshot(let app, _): snapshots.append(app)
        case .activate(let bundle, let app): bundles[app] = bundle
        case .discard(let bundle): discarded.append(bundle)
        case .uninstall(let app): #expect(bundles.removeValue(forKey: app) != nil)
        case .answer(let ticket, let answer): note(answer, to: ticket)
        case .stopped: stopped = true
        case _: break
        }
        super.carryOut(effect)
    }

    override func keep(_ promise: Promise) {
        guard !(daemonIsDead && killedBeforeActing) || promise.lasts else { return }
        if case .answer(let ticket) = promise { note(.done, to: ticket) }
        super.keep(promise)
    }

    private func note(_ answer: Answer, to ticket: Ticket) {
        #expect(answers.updateValue(answer, forKey: ticket) == nil, "answered twice")
    }

    override func complain(_ problem: String) { Issue.record("\(problem)") }

    override func receive(_ delivery: Delivery, _ process: AppProcess) {
        heard[process.app, default: []].append(delivery.call)
        super.receive(delivery, process)
    }

    override func run() {
        restartIfDead()
        while doNext() { restartIfDead() }
    }
}
