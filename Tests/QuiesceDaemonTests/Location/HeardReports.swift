import Foundation
import QuiesceCore
import Testing

@testable import QuiesceDaemon

/// The reports of location sources, in order, and the event loop that the reports arrive on.
final class HeardReports {
    let loop: EventLoop
    private var waiting: [LocationReport] = []
    private var isLate = false

    init() throws {
        loop = try EventLoop()
        loop.onTimer = { [unowned self] in
            isLate = true
            loop.stop()
        }
    }

    func sources(
        _ places: LocationPlaces, log: LogLines = LogLines(),
        also: @escaping (LocationReport) -> Void = { _ in }
    ) -> LocationSources {
        LocationSources(places, loop: loop, logger: log.logger) { [unowned self] report in
            waiting.append(report)
            also(report)
            loop.stop()
        }
    }

    /// A minute of silence fails the test.
    func next() throws -> LocationReport {
        try serve { !waiting.isEmpty }
        return waiting.removeFirst()
    }

    /// The next that is of use; others before it are passed over.
    func next<Value>(_ isMeant: (LocationReport) -> Value?) throws -> Value {
        while true { if let value = isMeant(try next()) { return value } }
    }

    func nextFix() throws -> LocationFix {
        try next { if case .fix(let fix) = $0 { fix } else { nil } }
    }

    func nextFound() throws -> String {
        try next { if case .found(let name) = $0 { name } else { nil } }
    }

    func nextLost() throws -> String {
        try next { if case .lost(let why) = $0 { why } else { nil } }
    }

    /// Runs the loop until that is true; whatever makes it true stops the loop. A minute fails the
    /// test.
    func serve(until isDone: () throws -> Bool) throws {
        isLate = false
        while try !isDone() {
            loop.setTimer(at: LinuxClock.now().instant + .seconds(60))
            loop.run()
            try #require(!isLate, "something is heard")
        }
    }

    /// All that is heard within some milliseconds.
    func rest(milliseconds: Int64) -> [LocationReport] {
        isLate = false
        loop.setTimer(at: LinuxClock.now().instant + .milliseconds(milliseconds))
        while !isLate { loop.run() }
        defer { waiting = [] }
        return waiting
    }

    /// Descriptors that the loop watches, as the kernel shows its epoll: found by the loop's own
    /// mailbox.
    func watched() throws -> Int {
        let mailbox = String(loop.mailbox.descriptor.number)
        let folder = "/proc/self/fdinfo"
        let watched = try FileManager.default.contentsOfDirectory(atPath: folder).lazy
            // Other tests close theirs meanwhile.
            .compactMap { try? String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }
            .map { text in
                text.split(separator: "\n").filter { $0.hasPrefix("tfd:") }
                    .compactMap { $0.split(separator: " ").dropFirst().first }
            }
            .first { $0.contains { $0 == mailbox } }
        return try #require(watched, "the kernel shows the loop's epoll").count
    }
}
