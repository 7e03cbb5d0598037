import Foundation
import QuiesceCore
import QuiesceCoreHarness
import QuiesceJournal
import TestSupport
import Testing

/// A device that writes a journal as the daemon does, with apps that do at once what they are told,
/// but go on when they are to end.
package final class RecordedDevice: CoreHarness {
    package typealias Header = JournalLine.Header<SystemMachine>
    package typealias Entry = JournalLine.Entry<Event>

    package private(set) var seq: UInt64 = 0
    /// The lines of each segment.
    package private(set) var segments: [[Data]] = []
    private var previous: Fingerprint?
    /// Wake-ups that no handler completes.
    package var completesWakes = true {
        didSet { defaultBehaviour.completesAfter = completesWakes ? .zero : nil }
    }

    package init(_ profile: PolicyProfile = .ios8) {
        super.init(SystemMachine(profile: profile))
        now = Moment.zero.advanced(by: .seconds(1_000))
        defaultBehaviour.endsTasksWhenExpired = false
        defaultBehaviour.exitsWhenTerminated = false
        startSegment()
    }

    package override func send(_ event: Event) {
        now = now.advanced(by: .milliseconds(1))
        super.send(event)
    }

    package override func observe(_ event: Event, _ reaction: Reaction) {
        seq += 1
        let entry = Entry(seq: seq, moment: now, event: event, h: previous)
        segments[segments.count - 1].append(Self.line(entry))
        previous = reaction.fingerprint
    }

    package override func carryOut(_ effect: Effect) {
        // The daemon sees the end of its connection first.
        if case .kill(let app, let launch) = effect { plan(.disconnected(app, launch)) }
        super.carryOut(effect)
    }

    package override func complain(_ problem: String) { Issue.record("\(problem)") }

    /// Writes the line that an orderly end leaves.
    package func finish() {
        guard let previous else { return }
        segments[segments.count - 1].append(
            Self.line(JournalLine.Closing(end: seq, h: previous)))
    }

    package func startSegment() {
        let header = Header(
            version: JournalLine.version, seq: seq, moment: now, state: machine)
        segments.append([Self.line(header)])
    }

    /// A new daemon, which knows what the last one recorded.
    package func restart(_ profile: PolicyProfile? = nil, found: [ObservedProcess] = []) {
        machine.adopt(profile: profile ?? machine.profile)
        previous = nil
        processes = processes.filter { process in found.contains { $0.app == process.key } }
        startSegment()
        take(.restarted(found, deviceRestarted: false, launching: true))
    }

    package func ask(_ event: (Ticket) -> Event) { take(event(newTicket())) }

    package func install(
        _ app: AppID, named name: String? = nil,
        modes: [BackgroundMode] = [.fetch, .remoteNotification]
    ) {
        let manifest = AppManifest(
            id: app, name: name ?? app.name, version: "1", executable: app.name,
            backgroundModes: modes)
        ask { .install(manifest, StagedBundle(1), $0) }
    }

    package func take(_ event: Event) {
        send(event)
        run()
    }

    // MARK: Files

    package static func line(_ value: some Described) -> Data { Data(JournalLine.text(value)) }

    package func name(_ index: Int) -> String { JournalSegment.name(UInt64(index + 1)) }

    /// Writes the journal, after `change` has had its lines.
    package func write(
        to scratch: ScratchDirectory, _ change: (inout [[Data]]) -> Void = { _ in }
    ) throws {
        var segments = segments
        change(&segments)
        for (index, lines) in segments.enumerated() {
            let bytes = lines.reduce(Data(), +)
            try bytes.write(to: URL(fileURLWithPath: scratch.file(name(index))))
        }
    }
}
