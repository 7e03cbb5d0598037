import QuiesceCore
import QuiesceWire

// Acting: what is done at once.
extension Device {
    /// In order, except that an app is thawed after what it is to hear: it then wakes up once, with
    /// that in its socket (`docs/ARCHITECTURE.md`).
    func act(_ effects: [Effect]) {
        noteFetches(in: effects)
        var thaws: [Effect] = []
        for effect in effects {
            if case .thaw = effect {
                thaws.append(effect)
                continue
            }
            if !thaws.isEmpty, !effect.isMessage {
                for thaw in thaws { carryOut(thaw) }
                thaws.removeAll()
            }
            carryOut(effect)
        }
        for thaw in thaws { carryOut(thaw) }
    }

    private func carryOut(_ effect: Effect) {
        switch effect {
        case .spawn(let app, let launch, let arguments):
            world.processes.spawn(ProcessKey(app: app, launch: launch), arguments)
        case .freeze(let app, let launch, let freeze):
            let key = ProcessKey(app: app, launch: launch)
            world.processes.freeze(key) { [self] isFrozen in
                guard isFrozen else { return }
                // Messages that the app sent before it froze count, and may call the suspension
                // off.
                world.apps.drain(key)
                take(.frozen(app, launch, freeze: freeze))
            }
        case .thaw(let app, let launch):
            world.processes.thaw(ProcessKey(app: app, launch: launch))
        case .kill(let app, let launch):
            world.processes.kill(ProcessKey(app: app, launch: launch))
        case .examine(let app, let launch, let examination):
            world.conduct.examine(ProcessKey(app: app, launch: launch), examination) {
                [self] findings in
                if case .suspended = examination, findings.holdsNothing { return }
                take(.examined(app, launch, examination, findings))
            }
        case .restrain(let app, let launch, let restraint):
            world.conduct.restrain(ProcessKey(app: app, launch: launch), restraint)
        case .welcome(let app, let launch, let lastRequest, let device, let permissions):
            // As with acknowledgements, below: what it hears here it doesn't say again either.
            let key = ProcessKey(app: app, launch: launch)
            let lastRequest =
                isJournalled && reconciliation == nil && !acknowledgements.areAwaited(by: key)
                ? lastRequest : 0
            world.apps.send(
                key,
                .welcome(
                    .init(
                        launch: launch.number, lastRequest: lastRequest,
                        multitaskingSupported: machine.profile.multitaskingSupported,
                        openTasksLimit: Limits.openTasksPerApp,
                        device: device.wire(on: ownScreen), permissions: permissions.wire,
                        registeredForPushes: machine.pushToken(of: app) != nil ? true : nil,
                        scenesRequired: machine.requiresScenes(of: app) ? true : nil,
                        continuedTasks: machine.profile.continuedTasks == 0
                            ? nil : machine.profile.continuedTasks,
                        pendingTasks: pendingTasks(of: app))))
            tellSensors(to: key)
            tellLocation(to: key)
            tellAccessories(to: key)
            tellLinks(to: key)
        case .send(let app, let launch, let delivery, let redelivered):
            world.apps.send(
                ProcessKey(app: app, launch: launch),
                .deliver(
                    .init(
                        seq: delivery.seq, redelivered: redelivered, call: wireCall(delivery.call)))
            )
        case .ack(let app, let launch, let request):
            let key = ProcessKey(app: app, launch: launch)
            guard acknowledgements.areAwaited(by: key) else {
                return acknowledge(request, to: key)
            }
            // It would be for those before it, too.
            acknowledgements.begin(key)
            world.store.submit([], seq) { [self] _ in
                if acknowledgements.finish(request, to: key) { acknowledge(request, to: key) }
            }
        case .tellBackgroundTime(let app, let launch, let deadline, let isOver):
            world.apps.send(
                ProcessKey(app: app, launch: launch),
                .backgroundTime(deadline: deadline?.nanoseconds, isOver: isOver))
        case .activate(let bundle, let app):
            // One of that name was uninstalled a moment ago.
            deleteUninstalled(app)
            world.bundles.activate(bundle, app)
        case .discard(let bundle): world.bundles.discard(bundle)
        case .takeSnapshot(let app, let launch):
            world.screen.takeSnapshot(ProcessKey(app: app, launch: launch))
        case .uninstall(let app): deletions.uninstalled.insert(app)
        case .answer(let ticket, let given): answer(ticket, given)
        case .arm(let instant): world.setTimer(instant)
        case .keepAwake(let keep): world.keepAwake(keep)
        case .protectData(let custody): world.protectData(custody)
        case .transfer(let effect): carryOut(effect)
        case .notification(let effect): carryOut(effect)
        case .location(let effect): carryOut(effect)
        case .audio(let effect): carryOut(effect)
        case .voip(let effect): carryOut(effect)
        case .accessory(let effect): carryOut(effect)
        case .bluetooth(let effect): carryOut(effect)
        case .stopped: world.stopped()
        }
    }
}

extension Effect {
    /// The app hears it over its connection, and may be asleep meanwhile.
    fileprivate var isMessage: Bool {
        switch self {
        case .welcome, .send, .ack, .tellBackgroundTime, .location, .audio, .accessory,
            .bluetooth(.tell):
            true
        case .spawn, .freeze, .thaw, .kill, .examine, .restrain, .takeSnapshot, .activate, .discard,
            .uninstall, .answer, .arm, .protectData, .keepAwake, .transfer, .notification, .stopped,
            .voip, .bluetooth(.perform):
            false
        }
    }
}
