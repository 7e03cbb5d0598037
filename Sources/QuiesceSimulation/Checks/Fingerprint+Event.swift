import QuiesceCore

extension Fingerprint {
    /// Every case adds a number of its own. What only names something new, such as a manifest, is
    /// left to the reaction, which has it too.
    mutating func add(_ event: Event) {
        switch event {
        case .install(let manifest, _, let ticket): add(1, manifest.id, ticket.value)
        case .uninstall(let app, let ticket): add(2, app, ticket.value)
        case .open(let app, _, let ticket): add(3, app, ticket.value)
        case .home(let ticket): add(4, ticket)
        case .quit(let app, let ticket): add(5, app, ticket.value)
        case .interrupt(let interruption, let ticket):
            add(6, ticket)
            add(interruption.rawValue)
        case .lock(let ticket): add(7, ticket)
        case .unlock(let ticket): add(8, ticket)
        case .shutDown(let ticket): add(9, ticket)
        case .sleep(let ticket): add(10, ticket)
        case .wake(let ticket): add(11, ticket)
        case .fetch(let app, let ticket): add(12, app, ticket.value)
        case .changed(let change, let ticket):
            add(13, ticket)
            for word in change.words { add(word) }
        case .push(let push, let ticket):
            add(push.contentAvailable ? 14 : 15, push.app, ticket?.value ?? 0)
            add(push.payload.value)
            if !push.isPlain { add(push.words) }
        case .spawned(let app, let launch, let pid):
            add(16, app, launch.number)
            add(UInt64(UInt32(bitPattern: pid)))
        case .spawnFailed(let app, let launch, _, let code):
            add(17, app, launch.number)
            add(UInt64(UInt32(bitPattern: code)))
        case .exited(let app, let launch, let status):
            add(18, app, launch.number)
            add(status)
        case .frozen(let app, let launch, let freeze):
            add(19, app, launch.number)
            add(freeze)
        case .foundFrozen(let app, let launch): add(20, app, launch.number)
        case .foundThawed(let app, let launch): add(21, app, launch.number)
        case .examined(let app, let launch, let examination, let findings):
            add(37, app, launch.number)
            add(examination)
            add(findings)
        case .connected(let app, let launch, let received, let handled, let tasks):
            add(22, app, launch.number)
            add(received)
            add(handled)
            for task in tasks { add(task.value) }
        case .disconnected(let app, let launch): add(23, app, launch.number)
        case .handled(let app, let launch, let seq):
            add(24, app, launch.number)
            add(seq)
        case .beginTask(let app, let launch, let request, let task, _):
            add(25, app, launch.number)
            add(request)
            add(task.value)
        case .endTask(let app, let launch, let request, let task):
            add(26, app, launch.number)
            add(request)
            add(task.value)
        case .completeWake(let app, let launch, let request, let wake, let result):
            add(27, app, launch.number)
            add(request)
            add(wake.value)
            add(result.rawValue)
        case .timer: add(28 as UInt64)
        case .memoryPressure(let pressure):
            add(33 as UInt64)
            add(pressure.level.rawValue)
            add(pressure.bytes)
            add(UInt64(pressure.canPageOut ? 1 : 0))
            add(pressure.footprints)
        case .memoryWarning(let ticket): add(34, ticket)
        case .input(let input, let screen, let ticket):
            add(50, ticket)
            add(input)
            if let screen { add(screen) }
        case .purge(let bytes, let footprints, let ticket):
            add(35, ticket)
            add(bytes ?? .max)
            add(footprints)
        case .sensed(let change):
            add(51 as UInt64)
            for word in change.words { add(word) }
        case .clockChanged(let offsets):
            add(52 as UInt64)
            add(UInt64(bitPattern: Int64(offsets.seconds)))
            for change in offsets.changes { add(UInt64(bitPattern: change.at.nanoseconds)) }
        case .settingsChanged(let app, let from, let to, let ticket):
            add(53, app, ticket.value)
            add(from)
            add(to)
        case .setPermission(let app, let permission, let state, let ticket):
            add(54, app, ticket.value)
            add(permission.rawValue)
            add(state.rawValue)
        case .answerPrompt(let prompt, let allow, let ticket):
            add(allow ? 55 : 56, ticket)
            add(prompt.value)
        case .requestPermission(let app, let launch, let request, let permission):
            add(57, app, launch.number)
            add(request)
            add(permission.rawValue)
        case .passcode(let passcode, let ticket):
            add(58, ticket)
            add(passcode.rawValue)
        case .requestKey(let app, let launch, let ticket):
            add(59, app, launch.number)
            add(ticket.value)
        case .transfer(let event):
            add(60 as UInt64)
            add(event.words)
        case .notification(let event):
            add(61 as UInt64)
            add(event.words)
        case .fetching(let event):
            add(62 as UInt64)
            add(event.words)
        case .pushService(let event):
            add(63 as UInt64)
            add(event.words)
        case .restarted(let found, let deviceRestarted, let launching):
            add(UInt64(deviceRestarted ? 29 : 30))
            add(UInt64(launching ? 1 : 0))
            for process in found {
                add(process.frozen ? 31 : 32, process.app, process.launch.number)
            }
        }
    }

    private mutating func add(_ tag: UInt64, _ app: AppID, _ number: UInt64) {
        add(tag)
        add(app)
        add(number)
    }

    private mutating func add(_ footprints: [Footprint]) {
        for footprint in footprints {
            add(36, footprint.app, footprint.launch.number)
            add(footprint.bytes)
        }
    }

    private mutating func add(_ tag: UInt64, _ ticket: Ticket) {
        add(tag)
        add(ticket.value)
    }

    private mutating func add(_ status: ExitStatus) {
        switch status {
        case .exited(let code):
            add(1 as UInt64)
            add(UInt64(UInt32(bitPattern: code)))
        case .signalled(let signal):
            add(2 as UInt64)
            add(UInt64(UInt32(bitPattern: signal)))
        case .outOfMemory: add(4 as UInt64)
        case .unknown: add(3 as UInt64)
        }
    }
}
