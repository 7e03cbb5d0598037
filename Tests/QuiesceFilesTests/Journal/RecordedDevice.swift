import Foundation
import QuiesceCore
import TestSupport

@testable import QuiesceFiles

/// A device that writes a journal as the daemon does, with apps that do at once what they are told.
final class RecordedDevice {
    typealias Header = JournalLine.Header<SystemMachine>
    typealias Entry = JournalLine.Entry<Event>

    var machine: SystemMachine
    var now = Moment.zero.advanced(by: .seconds(1_000))
    private(set) var seq: UInt64 = 0
    /// The lines of each segment.
    private(set) var segments: [[Data]] = []
    private var previous: Fingerprint?
    private var ticket: UInt64 = 0
    /// Wake-ups that no handler completes.
    var completesWakes = true

    init(_ profile: PolicyProfile = .ios8) {
        machine = SystemMachine(profile: profile)
        startSegment()
    }

    /// Writes the line that an orderly end leaves.
    func finish() {
        guard let previous else { return }
        segments[segments.count - 1].append(
            Self.line(JournalLine.Closing(end: seq, h: previous)))
    }

    func startSegment() {
        let header = Header(
            version: JournalLine.version, seq: seq, moment: now, state: machine)
        segments.append([Self.line(header)])
    }

    /// A new daemon, which knows what the last one recorded.
    func restart(_ profile: PolicyProfile? = nil, found: [ObservedProcess] = []) {
        machine.adopt(profile: profile ?? machine.profile)
        previous = nil
        startSegment()
        take(.restarted(found, deviceRestarted: false, launching: true))
    }

    func ask(_ event: (Ticket) -> Event) {
        ticket += 1
        take(event(Ticket(ticket)))
    }

    func install(_ app: AppID, modes: [BackgroundMode] = [.fetch, .remoteNotification]) {
        let manifest = AppManifest(
            id: app, name: app.name, version: "1", executable: app.name, backgroundModes: modes)
        ask { .install(manifest, StagedBundle(1), $0) }
    }

    func take(_ event: Event) {
        var waiting = [event]
        while !waiting.isEmpty {
            let event = waiting.removeFirst()
            now = now.advanced(by: .milliseconds(1))
            seq += 1
            let entry = Entry(seq: seq, moment: now, event: event, h: previous)
            segments[segments.count - 1].append(Self.line(entry))
            let reaction = machine.handle(event, at: now)
            previous = reaction.fingerprint
            for effect in reaction.effects { waiting += consequences(effect) }
        }
    }

    /// Lets time pass; the timer fires when it should.
    func advance(by interval: Interval) {
        let end = now.instant + interval
        while let at = machine.timerAt, at <= end {
            now = now.advanced(by: max(.zero, at - now.instant))
            take(.timer)
        }
        now = now.advanced(by: max(.zero, end - now.instant))
    }

    private func consequences(_ effect: Effect) -> [Event] {
        switch effect {
        case .spawn(let app, let launch, _):
            return [
                .spawned(app, launch, pid: 100),
                .connected(app, launch, lastReceived: 0, lastHandled: 0, openTasks: []),
            ]
        case .freeze(let app, let launch, let freeze):
            return [.frozen(app, launch, freeze: freeze)]
        case .kill(let app, let launch):
            return [.disconnected(app, launch), .exited(app, launch, .signalled(9))]
        case .send(let app, let launch, let delivery, _):
            let handled = Event.handled(app, launch, seq: delivery.seq)
            switch delivery.call {
            case .performFetch(let wake) where completesWakes,
                .remoteNotification(let wake, _) where completesWakes:
                return [
                    handled, .completeWake(app, launch, request: delivery.seq, wake, .newData),
                ]
            case _: return [handled]
            }
        case _: return []
        }
    }

    // MARK: Files

    static func line(_ value: some Encodable) -> Data {
        // What the core is made of always encodes; a line that is missing fails the test.
        ((try? JournalLine.encoder().encode(value)) ?? Data()) + Data("\n".utf8)
    }

    func name(_ index: Int) -> String { JournalSegment.name(UInt64(index + 1)) }

    /// Writes the journal, after `change` has had its lines.
    func write(to scratch: ScratchDirectory, _ change: (inout [[Data]]) -> Void = { _ in }) throws {
        var segments = segments
        change(&segments)
        for (index, lines) in segments.enumerated() {
            let bytes = lines.reduce(Data(), +)
            try bytes.write(to: URL(fileURLWithPath: scratch.file(name(index))))
        }
    }
}
