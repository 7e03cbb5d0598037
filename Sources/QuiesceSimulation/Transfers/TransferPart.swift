import QuiesceAgentProtocol
import QuiesceCore
import QuiesceShell
import QuiesceWire

/// Background transfers: the network, the agent, files in containers, and what became of each.
final class TransferPart: SimulatedPart {
    var web = SimulatedWeb()
    var agent = SimulatedAgent()
    /// Called with what the agent says, before the daemon hears it.
    var agentObserver: ((MessageFromAgent) -> Void)?
    /// Finished files that the daemon has handed over.
    var placed: [TransferID: SimulatedDevice.PlacedFile] = [:]
    /// Those that a daemon deleted as it started, or as their app was installed anew, while the
    /// disk didn't take that they are no more: if power is cut then, their verdicts are told again
    /// without them.
    var deletedTooSoon: Set<TransferID> = []
    var uploads: [SimulatedDevice.UploadPlace: UploadFile] = [:]
    /// nil while there was none.
    var watch: TransferWatch?

    // MARK: Events

    func note(_ event: Event, _ reaction: Reaction, _ device: SimulatedDevice) {
        if case .restarted = event {
            watch?.oracle.network = KnownNetwork(device.machine.conditions, device.profile)
        } else {
            watch?.oracle.network.note(event, device.profile)
        }
        if case .transfer(let transfer) = event {
            if watch == nil { watch = TransferWatch(device.device.machine, device) }
            watch?.note(transfer) { app in device.device.inspect { $0.foreground } == app }
        }
        guard let watch else { return }
        for case .record(let change) in reaction.changes {
            if case .put(.wake(let fact)) = change { watch.woken(fact, device) }
            watch.note(change, in: reaction, to: event, device)
        }
        for case .transfer(let effect) in reaction.effects { watch.note(effect, device) }
        watch.judgeEarly(device)
        if case .restarted(_, deviceRestarted: true, _) = event { watch.deviceRestarted(device) }
        watch.checkRuns(device)
        for decision in reaction.decisions where decision.kind == .wake {
            if case .wakeResult(let wake, _, _) = decision.detail {
                watch.wakeEnded(wake, decision.reason, device)
            }
        }
    }

    func sends(_ message: MessageToApp, to key: ProcessKey, _ device: SimulatedDevice) {
        switch message {
        case .ack(let request): watch?.acknowledged(request, to: key, device)
        case .deliver(let delivery):
            if case .transfer(let callback) = delivery.call {
                device.checkDelivered(callback, to: key.app)
            }
        case _: break
        }
    }

    func installs(_ app: AppID, _ device: SimulatedDevice) {
        // It may have been uninstalled before, and the disk hasn't taken that.
        device.noteDeletedFiles { $0 == app }
    }

    func removes(_ app: AppID, _ device: SimulatedDevice) { device.removeTransfers(of: app) }

    // MARK: Scripted apps

    func begins(_ call: MessageToApp.Call, in app: ScriptedApp) {
        if case .transfer(let callback) = call { app.check(callback) }
    }

    func ends(_ call: MessageToApp.Call, in app: ScriptedApp) {
        switch call {
        case .finishLaunching: app.openSessions()
        case .transfer(let callback): app.finish(callback)
        case _: break
        }
    }

    func settles(upTo request: UInt64, in app: ScriptedApp) {
        app.transfersAreSettled(upTo: request)
    }

    // MARK: Deaths

    func daemonEnded(_ device: SimulatedDevice) {
        device.agentLosesDaemon()
        watch?.daemonEnded()
    }

    func powerFails(_ device: SimulatedDevice) {
        agent.losePower(at: device.now.awake)
        watch?.bytes.powerFails()
    }

    func isUnpromised(_ payload: PayloadHandle, _ stored: SimulatedStore.Contents) -> Bool {
        watch?.isUnpromised(payload, stored) ?? false
    }

    func deviceRestarts(_ device: SimulatedDevice) { daemonEnded(device) }

    func goOn(
        from machine: SystemMachine, _ facts: [Fact], journalUpTo last: UInt64?,
        _ device: SimulatedDevice
    ) {
        watch?.goOn(from: machine, facts, journalUpTo: last, device)
    }

    func looksAround(_ device: SimulatedDevice, isNew: Bool) {
        guard isNew else { return device.device.take(.sensed(.network(web.link))) }
        device.removeUnknownContainers()
        device.senseNetwork()
    }

    func beginsAgain(_ device: SimulatedDevice) { device.forgetUnknownTransfers() }

    // MARK: The end

    func calm(_ device: SimulatedDevice) { device.calmTransfers() }
    func finish(_ device: SimulatedDevice) { device.finishTransfers() }
    func checkSettled(_ device: SimulatedDevice) { device.checkTransfersSettled() }

    // MARK: What lasts

    func noteEndings(
        of reaction: Reaction, in outcome: inout DurableOutcome, _ device: SimulatedDevice
    ) {
        for case .record(.put(.transfer(let transfer))) in reaction.changes {
            guard case .ended(let verdict) = transfer.stage else { continue }
            let file = placed[transfer.id].map { ", \($0.body)" } ?? ""
            outcome.end(
                "transfer/\(transfer.id)/\(transfer.task)", outcome.names[transfer.id],
                "\(verdict.comparable)\(file)", device)
        }
    }

    func describe(
        _ rest: inout DurableOutcome.Rest, _ names: DurableNames, _ device: SimulatedDevice
    ) {
        for id in placed.keys { rest.world.insert("in a container: \(names[id])") }
    }
}

extension SimulatedDevice {
    var transfers: TransferPart { parts.transfers }
}

extension Invariant {
    public static let wholeFiles = Self(
        "a finished file is one version of the server's, and all of it")
    public static let runsWhenAllowed = Self("a transfer runs only when, and as often as, it may")
    public static let delegateOrder = Self("a session's delegate is told in the documented order")
    public static let littleComesAgain = Self(
        "at most 4 MiB come again for each death of the agent")
}
