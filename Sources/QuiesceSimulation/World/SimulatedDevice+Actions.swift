import Foundation
import QuiesceCore
import QuiesceShell

// Actions of the user, their tools and the device itself.
extension SimulatedDevice {
    /// Asks the daemon for something, as a tool does. Nobody is there to answer while it is dead.
    ///
    /// - Parameter reply: called once, unless the daemon dies before; durable things take some
    ///   milliseconds until they are on disk.
    package func ask(_ event: (Ticket) -> Event, reply: ((Answer) -> Void)? = nil) {
        daemon { device in
            var asked: Ticket?
            let request = requests?.underway
            device.ask({ ticket in
                asked = ticket
                requests?.has(ticket)
                return event(ticket)
            }) { [unowned self] answer in
                // A dead daemon answers nobody.
                guard !isCut else { return }
                requests?.answered(request)
                if let asked { watch.answered(asked, answer, self) }
                reply?(answer)
            }
        }
    }

    /// Does what a step says, at once.
    package func perform(_ action: Step.Action) {
        let body = action.body
        guard body.isRequest else { return body.perform(on: self) }
        requests?.begin(action)
        body.perform(on: self)
        requests?.underway = nil
    }

    /// A step of none of the capabilities.
    func performOwn(_ action: Step.Action) {
        switch action {
        case .open(let app): ask { .open(apps[app].id, arguments: [], $0) }
        case .home: ask { .home($0) }
        case .quit(let app): ask { .quit(apps[app].id, $0) }
        case .lock: ask { .lock($0) }
        case .sleep: ask { .sleep($0) }
        case .wake: ask { .wake($0) }
        case .install(let app): ask { .install(apps[app], StagedBundle($0.value), $0) }
        case .uninstall(let app): ask { .uninstall(apps[app].id, $0) }
        case .interrupt(let interruption): ask { .interrupt(interruption, $0) }
        case .alerts(let times):
            // Slow enough for an app that obeys, also when the machine slept meanwhile.
            ask { .interrupt(.alertShow, $0) }
            plan(.perform(.interrupt(.alertDismiss)), after: .milliseconds(25))
            if times > 1 { plan(.perform(.alerts(times: times - 1)), after: .milliseconds(50)) }
        case .change(let words):
            guard let change = try? DeviceChange(words: words) else { return }
            ask { .changed(change, $0) }
            if change.isOfTimeZone { tellClock() }
        case .sense(let words):
            guard let change = try? DeviceChange(words: words) else { return }
            if case .timeZone(let zone) = change { machineZone = zone }
            daemon { $0.take(.sensed(change)) }
            if change.isOfTimeZone { tellClock() }
        case .setClock(let time):
            setClock(by: .milliseconds(time))
            knowsCalendar = true
            tellClock()
        case .setting(let app, let value):
            let before = settings[app]
            settings[app] = value
            ask { .settingsChanged(apps[app].id, from: before, to: value, $0) }
        case .permit(let app, let permission, let state):
            ask { .setPermission(apps[app].id, permission, state, $0) }
        case .answerPrompt(let allow):
            // A question that nobody asks, if none is open.
            let prompt = device.machine.prompts.first?.id ?? PromptID(0)
            ask { .answerPrompt(prompt, allow: allow, $0) }
        case .memoryWarning: ask { .memoryWarning($0) }
        case .memoryPressure(let level, let bytes):
            let pressure = MemoryPressure(
                level: level, bytes: bytes, footprints: footprints,
                canPageOut: bytes <= Self.swapBytes)
            daemon { $0.take(.memoryPressure(pressure)) }
        case .purge(let bytes): ask { .purge(bytes: bytes, footprints, $0) }
        case .reboot:
            guard daemonRuns else { return }
            isRebooting = true
            shutDown()
        case .shutDown: shutDown()
        case .rest: break
        case .findClock: findClock()
        case _ where action.body.app != nil: performByApp(action)
        case _: performFault(action)
        }
    }

    private func shutDown() {
        for part in parts.all { part.shutsDown(self) }
        ask { .shutDown($0) }
    }

    /// The memory that the apps with processes use.
    private var footprints: [Footprint] {
        processes.compactMap { $0 }.map {
            Footprint(
                app: $0.key.app, launch: $0.key.launch, bytes: scripts[$0.index].behaviour.memory)
        }
    }

    /// The process of an app that can still do something.
    func able(_ index: Int) -> SimulatedProcess? {
        processes[index].flatMap { $0.isHeadless || $0.isDoomed ? nil : $0 }
    }

    /// The app that runs there, if it is a scripted one.
    func scripted(_ index: Int) -> ScriptedApp? { able(index)?.app as? ScriptedApp }

    private func performByApp(_ action: Step.Action) {
        guard let index = action.body.app else { return }
        let process = able(index)
        let scripted = scripted(index)
        switch action {
        case .behave(_, let behaviour):
            if let process { useChanges(of: process) }
            scripts[index].behaviour = behaviour
            scripted?.behaviourChanged()
            if behaviour.canBeKilled { killAgain(index) }
        case .beginTask: scripted?.beginTask()
        case .beginTasks(_, let times): scripted?.beginTasks(times)
        case .endTask(_, let known): scripted?.endTask(known: known)
        case .complete(_, let wake): scripted?.complete(wake, .noData)
        case .ask(_, let permission): scripted?.ask(for: permission)
        case .disconnect: scripted?.hangUp()
        case .die(_, let signal):
            if let process {
                exit(process, signal > 0 ? .signalled(signal) : .exited(code: 0 &- signal))
            }
        case .work(_, let work): scripted?.begin(work)
        case .flood(_, let messages): scripted?.flood(messages)
        case .foreignFreeze: foreignFreeze(index, true)
        case .foreignThaw: foreignFreeze(index, false)
        case _: break
        }
    }

    private func performFault(_ action: Step.Action) {
        switch action {
        case .killDaemon(let death, let time):
            killDaemon(death.death, downtime: .milliseconds(time))
        case .killDaemonAmid(let calls, let time):
            killDaemon(.afterCalls(calls), downtime: .milliseconds(time))
        case .powerCut(let journalKept): cutPower(losing: journalKept ? 0 : .max)
        case .powerCutLosing(let events): cutPower(losing: events)
        case .powerCutWithoutClock: cutPowerAndClock()
        case .disk(let fault):
            store.fault = fault
            journal.isFull = fault == .full
        case .stall(let time): stall(.milliseconds(time))
        case .suspend(let time):
            clocks.instant = clocks.instant + .milliseconds(time)
            clocks.wall = clocks.wall + .milliseconds(time)
        case .freezer(let time): freezerTakes = .milliseconds(time)
        case _: break
        }
    }

    /// One step, with the time before it.
    func run(_ step: Step) {
        advance(by: .milliseconds(step.after))
        checkAllIfDue(after: step.after)
        guard !isStill else { return }
        perform(step.action)
        advance(by: .zero)
        checkAllIfDue()
    }

    /// Faults are over: a day passes in peace, and everything must come to rest.
    func settle() {
        step = nil
        perform(.disk(.none))
        freezerTakes = .milliseconds(1)
        for app in apps.indices {
            scripts[app].behaviour.canBeKilled = true
            scripts[app].behaviour.canBeStarted = true
            // In front it may go on for ever, every few milliseconds, all day long.
            scripts[app].behaviour.hangsUpAfter = nil
            scripts[app].behaviour.answersQuestions = true
            killAgain(app)
        }
        nextDeath = nil
        repeat { advance(by: .seconds(60)) } while !daemonRuns && !isStill
        for part in parts.all { part.calm(self) }
        findClock()
        perform(.wake)
        for _ in 0..<24 where !isStill {
            for part in parts.all { part.hourBegins(self) }
            advance(by: .seconds(3_600))
            checkAllIfDue()
        }
        for part in parts.all { part.finish(self) }
        // Changes that the day's last moment brought have the time that the disk takes.
        if !store.isSynced { advance(by: .milliseconds(10)) }
        if !isStill {
            checkAll()
            checkSettled(audit)
            for part in parts.all { part.checkSettled(self) }
        }
    }
}

extension Step.DaemonDeath {
    fileprivate var death: SimulatedDevice.Death? {
        switch self {
        case .idle: nil
        case .beforeRecording: .beforeRecording
        case .beforeActing: .afterRecording
        }
    }
}
