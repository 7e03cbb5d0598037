import QuiesceCore

/// A number for everything that happened, the same on every run and build; and a line per event for
/// readers, if they are kept.
public struct Trace: Sendable {
    private var fingerprint = Fingerprint()
    public private(set) var events = 0
    /// The lines, if they are kept.
    public private(set) var lines: [String] = []
    private let keepsLines: Bool

    public var hash: UInt64 { fingerprint.value }

    init(keepsLines: Bool) { self.keepsLines = keepsLines }

    mutating func note(_ event: Event, _ reaction: Reaction, at now: Moment) {
        events += 1
        fingerprint.add(UInt64(bitPattern: now.awake.nanoseconds))
        fingerprint.add(UInt64(bitPattern: now.instant.nanoseconds))
        fingerprint.add(event)
        fingerprint.add(reaction.fingerprint)
        if keepsLines { lines.append(Self.line(event, reaction, now)) }
    }

    mutating func note(_ text: String) {
        fingerprint.add(text)
        if keepsLines { lines.append(text) }
    }

    private static func line(_ event: Event, _ reaction: Reaction, _ now: Moment) -> String {
        let (awake, instant) = (now.awake.nanoseconds, now.instant.nanoseconds)
        var line = "\(awake / 1_000_000) \(instant / 1_000_000) \(event.canonical)"
        for decision in reaction.decisions {
            line += "; \(decision.kind.rawValue) \(decision.reason.rawValue)"
            if let rule = decision.rule { line += " \(rule.rawValue)" }
            if let app = decision.app { line += " \(app.name)" }
            if let to = decision.to { line += " > \(to.rawValue)" }
        }
        return line + " | \(reaction.effects.count)"
    }
}

extension Event {
    /// One line that doesn't depend on how Swift prints values.
    var canonical: String {
        switch self {
        case .install(let manifest, _, let ticket): "install \(manifest.id.name) #\(ticket.value)"
        case .uninstall(let app, let ticket): "uninstall \(app.name) #\(ticket.value)"
        case .open(let app, _, let ticket): "open \(app.name) #\(ticket.value)"
        case .home(let ticket): "home #\(ticket.value)"
        case .quit(let app, let ticket): "quit \(app.name) #\(ticket.value)"
        case .interrupt(let interruption, let ticket):
            "interrupt \(interruption.rawValue) #\(ticket.value)"
        case .memoryPressure(let pressure):
            "memoryPressure \(pressure.level.rawValue) \(pressure.bytes) \(pressure.footprints.count)"
        case .memoryWarning(let ticket): "memoryWarning #\(ticket.value)"
        case .purge(let bytes, let footprints, let ticket):
            "purge \(bytes ?? 0) \(footprints.count) #\(ticket.value)"
        case .lock(let ticket): "lock #\(ticket.value)"
        case .unlock(let ticket): "unlock #\(ticket.value)"
        case .passcode(let passcode, let ticket): "passcode \(passcode.rawValue) #\(ticket.value)"
        case .requestKey(let app, let launch, let ticket):
            "requestKey \(app.name).\(launch.number) #\(ticket.value)"
        case .shutDown(let ticket): "shutDown #\(ticket.value)"
        case .sleep(let ticket): "sleep #\(ticket.value)"
        case .wake(let ticket): "wake #\(ticket.value)"
        case .fetch(let app, let ticket): "fetch \(app.name) #\(ticket.value)"
        case .push(let push, let ticket):
            "push \(push.app.name) \(push.contentAvailable ? 1 : 0) \(push.payload.value)\(push.isPlain ? "" : " " + push.words) #\(ticket?.value ?? 0)"
        case .spawned(let app, let launch, let pid): "spawned \(app.name).\(launch.number) \(pid)"
        case .spawnFailed(let app, let launch, let step, let code):
            "spawnFailed \(app.name).\(launch.number) \(step) \(code)"
        case .exited(let app, let launch, let status):
            "exited \(app.name).\(launch.number) \(status.canonical)"
        case .frozen(let app, let launch, let freeze):
            "frozen \(app.name).\(launch.number) \(freeze)"
        case .foundFrozen(let app, let launch): "foundFrozen \(app.name).\(launch.number)"
        case .foundThawed(let app, let launch): "foundThawed \(app.name).\(launch.number)"
        case .examined(let app, let launch, let examination, let findings):
            "examined \(app.name).\(launch.number) \(examination) \(findings.locks.count) \(findings.ports.count) \(findings.cpu?.nanoseconds ?? -1)"
        case .connected(let app, let launch, let received, let handled, let tasks):
            "connected \(app.name).\(launch.number) \(received) \(handled) \(tasks.count)"
        case .disconnected(let app, let launch): "disconnected \(app.name).\(launch.number)"
        case .handled(let app, let launch, let seq):
            "handled \(app.name).\(launch.number) \(seq)"
        case .beginTask(let app, let launch, let request, let task, _):
            "beginTask \(app.name).\(launch.number) \(request) \(task.value)"
        case .endTask(let app, let launch, let request, let task):
            "endTask \(app.name).\(launch.number) \(request) \(task.value)"
        case .completeWake(let app, let launch, let request, let wake, let result):
            "completeWake \(app.name).\(launch.number) \(request) \(wake.value) \(result.rawValue)"
        case .changed(let change, let ticket):
            "changed \(change.words.joined(separator: " ")) #\(ticket.value)"
        case .sensed(let change): "sensed \(change.words.joined(separator: " "))"
        case .clockChanged(let offsets): "clockChanged \(offsets.seconds) \(offsets.changes.count)"
        case .settingsChanged(let app, let from, let to, let ticket):
            "settingsChanged \(app.name) \(from) \(to) #\(ticket.value)"
        case .setPermission(let app, let permission, let state, let ticket):
            "setPermission \(app.name) \(permission.rawValue) \(state.rawValue) #\(ticket.value)"
        case .answerPrompt(let prompt, let allow, let ticket):
            "answerPrompt \(prompt.value) \(allow ? 1 : 0) #\(ticket.value)"
        case .requestPermission(let app, let launch, let request, let permission):
            "requestPermission \(app.name).\(launch.number) \(request) \(permission.rawValue)"
        case .input(let input, _, let ticket):
            "input \(input.words.joined(separator: " ")) #\(ticket.value)"
        case .transfer(let event): "transfer " + event.words
        case .notification(let event): "notification " + event.words
        case .fetching(let event): "fetching " + event.words
        case .pushService(let event): "pushService " + event.words
        case .timer: "timer"
        case .restarted(let found, let device, let launching):
            "restarted \(found.count) \(device ? 1 : 0) \(launching ? 1 : 0)"
        }
    }
}

extension ExitStatus {
    fileprivate var canonical: String {
        switch self {
        case .exited(let code): "exited \(code)"
        case .signalled(let signal): "signalled \(signal)"
        case .outOfMemory: "outOfMemory"
        case .unknown: "unknown"
        }
    }
}
