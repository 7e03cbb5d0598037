import QuiesceCore

/// A hash over everything that happened, in a canonical text: the same on every run and build.
public struct Trace: Sendable {
    /// FNV-1a, 64 bits.
    public private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    public private(set) var events = 0
    /// The lines, if they are kept.
    public private(set) var lines: [String] = []
    private let keepsLines: Bool

    init(keepsLines: Bool) { self.keepsLines = keepsLines }

    mutating func note(_ event: Event, _ reaction: Reaction, at now: Moment) {
        events += 1
        add("\(now.awake.nanoseconds / 1_000_000) \(now.instant.nanoseconds / 1_000_000) ")
        add(event.canonical)
        for decision in reaction.decisions {
            add("; ")
            add(decision.kind.rawValue)
            add(" ")
            add(decision.reason.rawValue)
            if let rule = decision.rule {
                add(" ")
                add(rule.rawValue)
            }
            if let app = decision.app {
                add(" ")
                add(app.name)
            }
            if let to = decision.to {
                add(" > ")
                add(to.rawValue)
            }
        }
        add(" | \(reaction.effects.count)")
        endLine()
    }

    mutating func note(_ text: String) {
        add(text)
        endLine()
    }

    private var line = ""

    private mutating func add(_ text: String) {
        var hash = hash
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        self.hash = hash
        if keepsLines { line += text }
    }

    private mutating func endLine() {
        hash = (hash ^ 10) &* 0x100_0000_01B3
        guard keepsLines else { return }
        lines.append(line)
        line = ""
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
        case .shutDown(let ticket): "shutDown #\(ticket.value)"
        case .sleep(let ticket): "sleep #\(ticket.value)"
        case .wake(let ticket): "wake #\(ticket.value)"
        case .fetch(let app, let ticket): "fetch \(app.name) #\(ticket.value)"
        case .push(let app, let available, let payload, let ticket):
            "push \(app.name) \(available ? 1 : 0) \(payload.value) #\(ticket.value)"
        case .spawned(let app, let launch, let pid): "spawned \(app.name).\(launch.number) \(pid)"
        case .spawnFailed(let app, let launch, let step, let code):
            "spawnFailed \(app.name).\(launch.number) \(step) \(code)"
        case .exited(let app, let launch, let status):
            "exited \(app.name).\(launch.number) \(status.canonical)"
        case .frozen(let app, let launch, let freeze):
            "frozen \(app.name).\(launch.number) \(freeze)"
        case .foundFrozen(let app, let launch): "foundFrozen \(app.name).\(launch.number)"
        case .foundThawed(let app, let launch): "foundThawed \(app.name).\(launch.number)"
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
        case .unknown: "unknown"
        }
    }
}
