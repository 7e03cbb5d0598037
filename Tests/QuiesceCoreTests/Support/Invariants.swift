import Foundation
import Testing

@testable import QuiesceCore

extension TestDevice {
    /// Checks the invariants, which must hold after every event, whatever happened.
    func checkInvariants(after event: Event) {
        let context = Comment("after \(event)")
        let inFront = machine.apps.filter(\.isInForeground).map(\.id)
        #expect(inFront.count <= 1, context)
        #expect(machine.foreground == inFront.first, context)
        #expect(machine.views.filter { $0.state == .active }.count <= 1, context)
        for app in machine.apps {
            if app.stage == .suspended { #expect(processes[app.id]?.frozen == true, context) }
            if app.state == .suspended { #expect(processes[app.id]?.frozen == true, context) }
            #expect((app.state == .notRunning) == (app.stage == .notRunning), context)
            if app.stage == .notRunning {
                #expect(processes[app.id] == nil, context)
                #expect(app.calls.outstanding.isEmpty && app.tasks.open.isEmpty, context)
            }
        }
        #expect(machine.armed?.deadline == machine.audit(at: now).nextDeadline, context)
        #expect(!machine.isTimedMoment, context)
        #expect(machine.armed?.at == timer, context)
        #expect(machine.holdsProtectionKeys == keysHeld, context)
        if machine.awaitsFirstUnlock { #expect(processes.isEmpty, context) }
        checkNotifications(context)
        let facts = Dictionary(machine.facts.map { ($0.key, $0) }) { first, _ in first }
        #expect(facts == stored, context)
        #expect(Set(machine.payloadsInUse) == payloads, context)
        let numbers = decisions.map(\.seq)
        #expect(numbers.isEmpty || numbers.last == machine.lastDecision, context)
    }

    // MARK: What tests look at

    func state(_ app: AppID) -> AppState? { machine.view(app)?.state }

    /// The names of all calls that `app` received.
    func calls(_ app: AppID) -> [String] { heard[app, default: []].map(\.name) }

    /// Reasons of the decisions of `kind` about `app`.
    func reasons(_ app: AppID, _ kind: Decision.Kind) -> [Reason] {
        decisions.filter { $0.app == app && $0.kind == kind }.map(\.reason)
    }

    /// The states that `app` went through, the first included.
    func path(_ app: AppID) -> [AppState] {
        [.notRunning]
            + decisions.filter { $0.app == app && $0.from != $0.to }.compactMap(\.to)
    }

    func lastExit(_ app: AppID) -> Exit? { machine.apps.first { $0.id == app }?.lastExit }

    func sentence(_ app: AppID) -> String { machine.why(app)?.sentence ?? "" }

    func spawns(_ app: AppID) -> Int {
        effects.filter { if case .spawn(app, _, _) = $0 { true } else { false } }.count
    }
}

/// The same machine, written down and read again, as a journal does.
func roundTrip(_ machine: SystemMachine) throws -> SystemMachine {
    try SystemMachine.read(machine.json)
}

extension Answer? {
    /// Why it was refused; nil: it wasn't.
    var refusal: Reason? {
        if case .refused(let refusal) = self { refusal.reason } else { nil }
    }
}
