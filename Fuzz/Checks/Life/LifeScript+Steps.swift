import QuiesceCore

// The steps that a script's bytes stand for.
extension LifeScript {
    /// The low bits of `code` say what happens, the high ones how long after the step before.
    mutating func step(_ code: UInt8) throws {
        let waits: [Interval] = [
            .zero, .milliseconds(1), .milliseconds(300), .seconds(1), .seconds(6), .seconds(40),
            .seconds(200), .seconds(3_600),
        ]
        now = now.advanced(by: waits[Int(code >> 5)])
        switch code & 0x1f {
        case 0...8: try take(asked(code & 0x1f))
        case 9: try take(.home(newTicket()))
        case 10: try take(.lock(newTicket()))
        case 11: try take(.unlock(newTicket()))
        case 12: try take(.shutDown(newTicket()))
        case 13: try fallAsleep()
        case 14: try take(happened())
        case 15...21: try take(reported(code & 0x1f))
        case 22...26: try take(said(code & 0x1f))
        case 27: try take(.timer)
        case 28: try fireTimer()
        case 29: now.wall = WallTime(nanoseconds: number())
        case 30: try restart()
        case _: try cutPower()
        }
    }

    /// A request of a user or a provider.
    private mutating func asked(_ code: UInt8) -> Event {
        let (app, _) = process()
        switch code {
        case 0, 1: return .open(app, arguments: [], newTicket())
        case 2: return .quit(app, newTicket())
        case 3, 4: return .fetch(app, newTicket())
        case 5, 6:
            let ticket = newTicket()
            return .push(
                app, contentAvailable: code == 5, PayloadHandle(ticket.value), ticket)
        case 7: return install(app, flavour: next())
        case _: return .uninstall(app, newTicket())
        }
    }

    /// An event that happens to the device.
    private mutating func happened() -> Event {
        let byte = next()
        let interruptions = Interruption.allCases
        switch byte & 3 {
        case 0 where byte == 0x7c: return sensedOrSet()
        case 0: return byte < 0x80 ? .wake(newTicket()) : memory(byte)
        case 1, 2:
            return .interrupt(interruptions[Int(byte >> 2) % interruptions.count], newTicket())
        case _:
            let value = Int(byte >> 5)
            let changes: [DeviceChange] = [
                .orientation(DeviceConditions.Orientation.allCases[value % 6]),
                .battery(percent: value, .charging), .proximity(near: value & 1 == 0),
                .locale("l\(value)"), .timeZone("Zone/\(value)"),
                .ubiquityIdentity(value == 0 ? nil : "\(value)"), .orientation(.portrait),
                .battery(percent: 100, .full),
            ]
            return .changed(changes[Int(byte >> 2) & 7], newTicket())
        }
    }

    /// A report of the machine's own sources, or the user's change of an app's settings or
    /// permissions.
    private mutating func sensedOrSet() -> Event {
        let byte = next()
        let (app, launch) = process()
        let permission = Permission.allCases[Int(byte >> 3) % Permission.allCases.count]
        switch byte & 7 {
        case 0: return .sensed(.battery(percent: Int(byte >> 3), .charging))
        case 1: return .clockChanged(UTCOffsets(seconds: Int32(byte >> 3) * 1_800))
        case 2:
            return .settingsChanged(
                app, from: UInt64(byte >> 6), to: UInt64(byte >> 4 & 3), newTicket())
        case 3:
            let state = PermissionState.allCases[Int(next() % 3)]
            return .setPermission(app, permission, state, newTicket())
        case 4:
            return .answerPrompt(PromptID(UInt64(next())), allow: byte >= 0x80, newTicket())
        case 5:
            let changes: [DeviceChange] = [
                .accessory("a\(byte >> 5)", connected: byte & 8 != 0), .screen(.usual),
                .screen(nil), .screenMode(ScreenMode(width: 640, height: 480)),
            ]
            return .changed(changes[Int(byte >> 4 & 3)], newTicket())
        case 6:
            let source = RealSource.allCases[Int(byte >> 3) % RealSource.allCases.count]
            return .changed(
                byte >= 0x80 ? .backgroundRefresh(byte >= 0xc0) : .automatic(source), newTicket())
        case _: return .requestPermission(app, launch, request: newRequest(), permission)
        }
    }

    /// Memory runs short, or is said to.
    private mutating func memory(_ byte: UInt8) -> Event {
        var footprints: [Footprint] = []
        for _ in 0..<(next() & 3) {
            let (app, launch) = process()
            footprints.append(Footprint(app: app, launch: launch, bytes: amount()))
        }
        switch byte >> 2 & 7 {
        case 0: return .memoryWarning(newTicket())
        case 1: return .purge(bytes: nil, footprints, newTicket())
        case 2: return .purge(bytes: amount(), footprints, newTicket())
        case 3: return .input(input(), screen: nil, newTicket())
        case 4:
            return .memoryPressure(
                MemoryPressure(level: .warning, bytes: amount(), footprints: footprints))
        case _:
            return .memoryPressure(
                MemoryPressure(
                    level: .critical, bytes: amount(), footprints: footprints,
                    canPageOut: byte & 0x80 == 0))
        }
    }

    private mutating func input() -> UserInput {
        let byte = next()
        let phases = UserInput.Phase.allCases
        return byte & 7 == 7
            ? .shake
            : .touch(.init(phases[Int(byte) % phases.count], x: Double(byte), y: 1))
    }

    /// A report of the kernel about a process.
    private mutating func reported(_ code: UInt8) -> Event {
        let (app, launch) = process()
        switch code {
        case 15: return .spawned(app, launch, pid: Int32(truncatingIfNeeded: 2 + ticket))
        case 16: return .spawnFailed(app, launch, step: "exec", code: 8)
        case 17: return .exited(app, launch, status())
        case 18, 19: return .frozen(app, launch, freeze: UInt64(next() >> 4))
        case 20: return next() & 1 == 0 ? .foundFrozen(app, launch) : examined(app, launch)
        case _: return .foundThawed(app, launch)
        }
    }

    /// A message of an app.
    private mutating func said(_ code: UInt8) -> Event {
        let (app, launch) = process()
        let last = lastSent[app, default: 0]
        switch code {
        case 22:
            let tasks = (0..<(next() & 3)).map { TaskID(UInt64($0)) }
            return .connected(
                app, launch, lastReceived: near(last), lastHandled: near(last), openTasks: tasks)
        case 23: return .handled(app, launch, seq: near(last))
        case 24: return .disconnected(app, launch)
        case 25:
            let (task, request) = (TaskID(UInt64(next() & 7)), newRequest())
            return task.value < 4
                ? .beginTask(app, launch, request: request, task, name: "t")
                : .endTask(app, launch, request: request, TaskID(task.value - 4))
        case _:
            let results: [WakeResult] = [.newData, .noData, .failed]
            return .completeWake(
                app, launch, request: newRequest(), WakeID(near(lastWake)),
                results[Int(next() % 3)])
        }
    }

    mutating func install(_ app: AppID, flavour: UInt8) -> Event {
        let modes: [BackgroundMode] = flavour & 1 == 0 ? [.fetch, .remoteNotification] : [.fetch]
        let manifest = AppManifest(
            id: app, name: "App", version: "\(flavour)", executable: "App", backgroundModes: modes,
            exitsOnSuspend: flavour & 2 != 0, builtForMajorVersion: flavour & 4 != 0 ? 3 : nil)
        let ticket = newTicket()
        return .install(manifest, StagedBundle(ticket.value), ticket)
    }

    private mutating func status() -> ExitStatus {
        switch next() % 5 {
        case 0: .exited(code: 0)
        case 1: .exited(code: 3)
        case 2: .signalled(9)
        case 3: .outOfMemory
        case _: .unknown
        }
    }

    // MARK: - The device

    /// The clock of schedules goes on alone.
    private mutating func fallAsleep() throws {
        try take(.sleep(newTicket()))
        let asleep = Interval.seconds(Int64(next()) * 60)
        now.instant = now.instant + asleep
        now.wall = now.wall + asleep
    }

    /// As asked for, a little late, or very late.
    private mutating func fireTimer() throws {
        guard let at = life.machine.timerAt else { return }
        let late: [Interval] = [.zero, .milliseconds(200), .milliseconds(260), .seconds(100)]
        now = now.advanced(by: max(.zero, at - now.instant) + late[Int(next() & 3)])
        try take(.timer)
    }

    /// A new daemon, which finds the processes that the next byte says.
    private mutating func restart() throws {
        let bits = next()
        var found: [ObservedProcess] = []
        for (index, app) in Self.apps.enumerated() where bits & (1 << UInt8(index)) != 0 {
            guard let view = life.machine.view(app) else { continue }
            let launch = bits & 0x80 == 0 ? view.launch : view.launch.next
            found.append(
                ObservedProcess(app: app, launch: launch, pid: 9, frozen: bits & 0x40 != 0))
        }
        let deviceRestarted = bits & 0x20 != 0
        try take(
            .restarted(
                deviceRestarted ? [] : found, deviceRestarted: deviceRestarted,
                launching: bits & 0x10 == 0))
    }

    private mutating func cutPower() throws {
        try life.restore(at: now)
        try take(.restarted([], deviceRestarted: true, launching: next() & 1 == 0))
    }
}
