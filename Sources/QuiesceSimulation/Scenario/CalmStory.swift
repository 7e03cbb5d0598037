import QuiesceCore

/// Actions of somebody with an app, which is then left alone: each story begins and ends with no
/// app in front.
struct CalmStory {
    /// Milliseconds between two stories: longer than any limit on an app.
    static let pause: Int64 = 1_200_000
    /// Between two steps, so that each is done with when the next one comes.
    private static let soon: Int64 = 5_000
    /// Long enough to look at what there is.
    private static let long: Int64 = 120_000

    let app: Int
    let apps: Int
    /// The story's number, which tells things that are made in it from those that other stories
    /// make.
    let number: Int

    enum Kind {
        case device(OfDevice)
        case wake(OfWakes)
        case transfer(OfTransfers)
        case notification(OfNotifications)
        case push(OfPushes)
        case location(OfLocation)
        case audio

        static let all =
            OfDevice.allCases.map(Kind.device) + OfWakes.allCases.map(Kind.wake)
            + OfTransfers.allCases.map(Kind.transfer)
            + OfNotifications.allCases.map(Kind.notification) + OfPushes.allCases.map(Kind.push)
            + OfLocation.allCases.map(Kind.location) + [.audio]
    }

    enum OfDevice: CaseIterable {
        case visit, visitOfTwo, quit, lock, call, update, reinstall, change, permit, ask, clock
        case setting, setPasscode, clearPasscode, guess, sleep, crash
    }

    enum OfWakes: CaseIterable { case fetch, push, interval, submitTask, cancelTasks }

    enum OfTransfers: CaseIterable {
        case download, upload, cancel, suspend, postpone, closeSession, withoutNetwork, lyingServer
    }

    enum OfNotifications: CaseIterable {
        case alarm, alarmInFront, repeatedAlarm, present, cancelAlarm, badge
    }

    enum OfPushes: CaseIterable {
        case post, postInFront, postTwice, registration, account, lineLost
    }

    /// The clock and the network are known, and each app may be shown, woken and pushed to.
    static func beginning(apps: Int) -> [Step] {
        let device: [Step.Action] = [
            .setClock(milliseconds: 0), .network(.link(.cellular)), .network(.link(.wifi)),
            .gateway(.join),
        ]
        let each = (0..<apps).flatMap { app -> [Step.Action] in
            [
                .open(app: app), .pushes(app: app, .register), .notification(app: app, .register),
                .permit(app: app, .notifications, .authorized),
                .notification(app: app, .fetchInterval(0)),
                .transfer(app: app, .begin(session: 0, host: 0, file: 1_000)),
            ]
        }
        return (device + each + [.home]).map { Step(after: soon, $0) }
    }

    func steps(_ kind: Kind, _ random: inout SeededGenerator) -> [Step] {
        switch kind {
        case .device(let kind): steps(kind, &random)
        case .wake(let kind): steps(kind, &random)
        case .transfer(let kind): steps(kind, &random)
        case .notification(let kind): steps(kind, &random)
        case .push(let kind): steps(kind, &random)
        case .location(let kind): inFront(locationAction(kind))
        case .audio: inFront(play + scanForBelt)
        }
    }

    private func step(_ action: Step.Action) -> Step { Step(after: Self.soon, action) }
    private func later(_ action: Step.Action) -> Step { Step(after: Self.long, action) }

    /// With the app in front.
    private func inFront(_ actions: Step.Action...) -> [Step] { inFront(actions) }
    private func inFront(_ actions: [Step.Action]) -> [Step] {
        ([.open(app: app)] + actions + [.home]).map(step)
    }
}

extension CalmStory {
    private func steps(_ kind: OfDevice, _ random: inout SeededGenerator) -> [Step] {
        let silent = Step.Action.push(app: app, contentAvailable: true, times: 1)
        switch kind {
        case .visit:
            return [step(.open(app: app)), step(.beginTask(app: app)), step(.home)]
                + [step(.endTask(app: app, known: true))]
        case .visitOfTwo: return [step(.open(app: (app + 1) % apps))] + inFront()
        case .quit:
            return inFront() + [step(.quit(app: app)), later(silent), later(.open(app: app))]
                + [step(.home)]
        case .lock:
            return [step(.open(app: app)), step(.lock), later(silent), later(.unlock), step(.home)]
        case .call:
            return inFront(.interrupt(.callIncoming), .interrupt(.callAnswer), .interrupt(.callEnd))
        case .update: return [step(.install(app: app))]
        case .reinstall:
            return [step(.uninstall(app: app)), later(.install(app: app))]
                + inFront(.pushes(app: app, .register), .notification(app: app, .register))
                + [step(.permit(app: app, .notifications, .authorized))]
        case .change: return [step(StepKind.change.step(apps: apps, &random))]
        case .permit: return [step(StepKind.permit.step(apps: apps, &random))]
        case .ask:
            return inFront(
                .ask(app: app, random.pick(Permission.ofApps)),
                .answerPrompt(allow: random.chance(percent: 70)))
        case .clock:
            return [step(.setClock(milliseconds: random.pick([300, 3_600_000, 40_000_000])))]
        case .setting: return inFront(.setting(app: app, value: UInt64(number)))
        case .setPasscode:
            return [step(.setPasscode), step(.lock), later(silent), later(.unlock)]
        case .clearPasscode: return [step(.clearPasscode)]
        case .guess:
            return [step(.setPasscode), step(.lock), step(.wrongPasscode), later(.unlock)]
        case .sleep: return [step(.sleep), later(silent), later(.wake), step(.unlock)]
        case .crash: return [step(.open(app: app)), step(.die(app: app, signal: 11)), step(.home)]
        }
    }

    private func steps(_ kind: OfWakes, _ random: inout SeededGenerator) -> [Step] {
        switch kind {
        case .fetch: [step(.fetch(app: app))]
        case .push:
            [
                step(
                    .push(
                        app: app, contentAvailable: random.chance(percent: 90),
                        times: random.pick([1, 3])))
            ]
        case .interval:
            inFront(.notification(app: app, .fetchInterval(random.pick([nil, 0, 600, 36_000]))))
        case .submitTask:
            inFront(
                .notification(
                    app: app,
                    .submitTask(
                        random.pick(BackgroundTaskKind.allCases),
                        after: random.pick([nil, 60_000, 3_600_000]))))
        case .cancelTasks: inFront(.notification(app: app, .cancelTasks))
        }
    }

    private func steps(_ kind: OfTransfers, _ random: inout SeededGenerator) -> [Step] {
        let (session, host) = (random.below(3), random.below(SimulatedWeb.origins.count))
        func task(_ action: AppTransferAction) -> Step.Action { .transfer(app: app, action) }
        let begin = task(.begin(session: session, host: host, file: number))
        let create = task(.create(session: session, host: host, file: number))
        switch kind {
        case .upload:
            return inFront(task(.upload(session: session, host: host, bytes: 3_000_000 + number)))
        case .cancel:
            return [step(.open(app: app)), step(begin)]
                + [Step(after: 1_000, task(.cancel(task: 0, keepingBytes: true)))]
                + [step(task(.goOn(session: session, host: host, file: number))), step(.home)]
        case .suspend:
            return inFront(create) + [later(.open(app: app))] + inFront(task(.resume(task: 0)))
        case .postpone:
            return inFront(
                create, task(.postpone(task: 0, milliseconds: 60_000)), task(.resume(task: 0)))
        case .closeSession:
            return inFront(
                begin, task(.close(session: session, cancelling: random.chance(percent: 50))))
        case .withoutNetwork:
            return [step(.network(.link(.none)))] + inFront(begin) + [later(.network(.link(.wifi)))]
        case .lyingServer:
            let mood = random.pick([
                ServerMood.notFound, .shortBody, .busy, .challenges, .redirects,
            ])
            return [step(.server(host: host, .mood(mood)))] + inFront(begin)
                + [later(.server(host: host, .mood(.honest)))]
        case .download: return inFront(begin)
        }
    }

    private func steps(_ kind: OfNotifications, _ random: inout SeededGenerator) -> [Step] {
        func notification(_ action: AppNotificationAction) -> Step.Action {
            .notification(app: app, action)
        }
        func schedule(_ after: Int64, _ every: RepeatInterval?) -> Step.Action {
            notification(
                .schedule(
                    name: number, after: after,
                    zone: random.pick([nil, "device", "Europe/Berlin"]), every: every))
        }
        let choice = random.pick([nil, Step.Action.openNotification(0), .dismissNotification(0)])
        let chosen = choice.map { [later($0), step(.home)] } ?? []
        switch kind {
        case .alarm: return inFront(schedule(60_000, nil)) + chosen
        case .alarmInFront: return inFront(schedule(2_000, nil), .rest)
        case .repeatedAlarm:
            return inFront(schedule(60_000, random.pick([.hour, .day]))) + chosen
        case .cancelAlarm:
            return inFront(schedule(60_000, nil), notification(.cancel(name: number)))
        case .badge: return inFront(notification(.badge(1 + number)))
        case .present: return inFront(notification(.present(name: number)), .rest) + chosen
        }
    }

    private func steps(_ kind: OfPushes, _ random: inout SeededGenerator) -> [Step] {
        let alert = random.chance(percent: 60)
        var push = PostedPush(
            alert: alert ? "Push \(number)." : nil, badge: random.pick([nil, number]),
            contentAvailable: !alert || random.chance(percent: 50),
            collapse: random.pick([nil, "one"]))
        push.expiresAfter = random.pick([nil, 3_600])
        let post = Step.Action.pushes(app: app, .post(push, times: 1))
        let choice = random.pick([nil, Step.Action.openNotification(0), .dismissNotification(0)])
        let chosen = choice.map { [later($0), step(.home)] } ?? []
        switch kind {
        case .postInFront: return inFront(post)
        case .postTwice: return [step(post), Step(after: 3, post)]
        case .registration:
            return inFront(.pushes(app: app, .unregister)) + [step(post)]
                + inFront(.pushes(app: app, .register))
        case .account:
            return [step(.gateway(random.pick([.leave, .join]))), later(.gateway(.join))]
        case .lineLost: return [step(.gateway(.lineLost(backAfter: 30_000))), step(post)]
        case .post: return [step(post)] + chosen
        }
    }
}
