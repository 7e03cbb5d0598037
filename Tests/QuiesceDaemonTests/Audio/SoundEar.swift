import Foundation
import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceDaemon

/// The reports about a machine's sound, in order, and the event loop that the reports arrive on.
final class SoundEar {
    let loop: EventLoop
    let log = LogLines()
    /// The app that each process belongs to.
    var apps: [pid_t: AppID] = [:]
    private var waiting: [SoundReport] = []
    private var isLate = false

    init() throws {
        loop = try EventLoop()
        loop.onTimer = { [unowned self] in
            isLate = true
            loop.stop()
        }
    }

    func sound(
        _ socket: String, memory: String? = nil, patience: Int = Limits.soundAnswerSeconds,
        whose: ((pid_t) -> SoundOwner)? = nil
    ) -> MachineSound {
        let sound = MachineSound(
            SoundPlace(sockets: [socket]), memory: SoundMemory(path: memory), loop: loop,
            logger: log.logger, patience: patience,
            whose: whose ?? { [unowned self] in apps[$0].map { .app($0) } ?? .nobody }
        ) { [unowned self] report in
            waiting.append(report)
            loop.stop()
        }
        sound.begin()
        return sound
    }

    /// A minute of silence fails the test.
    func next(at location: SourceLocation = #_sourceLocation) throws -> SoundReport {
        try serve(at: location) { !waiting.isEmpty }
        return waiting.removeFirst()
    }

    /// The next reading of that app; others before it are passed over.
    func next(
        of app: AppID, at location: SourceLocation = #_sourceLocation
    ) throws -> AudioReading {
        while true { if case .heard(let reading, app) = try next(at: location) { return reading } }
    }

    /// Passes over what comes before such a reading of that app.
    func next(
        of app: AppID, at location: SourceLocation = #_sourceLocation,
        until isMeant: (AudioReading) -> Bool
    ) throws {
        while try !isMeant(next(of: app, at: location)) {}
    }

    /// A server is there, at the latest when a busy machine lets it answer.
    func nextThere(at location: SourceLocation = #_sourceLocation) throws {
        while try next(at: location) != .server(isThere: true) {}
    }

    /// This is said next.
    func expect(_ report: SoundReport, at location: SourceLocation = #_sourceLocation) throws {
        let next = try next(at: location)
        #expect(next == report, sourceLocation: location)
    }

    /// Runs the loop until that is true, asked after each report and often besides. Three minutes
    /// fail the test.
    func serve(
        at location: SourceLocation = #_sourceLocation, until isDone: () throws -> Bool
    ) throws {
        let end = Date() + 180
        while try !isDone() {
            try #require(Date() < end, "it comes to that", sourceLocation: location)
            isLate = false
            loop.setTimer(at: LinuxClock.now().instant + .milliseconds(10))
            loop.run()
        }
    }

    /// Its thread comes to rest: a second and a half goes by in which it doesn't wake up and tells
    /// nothing. The last words of a busy server may come before, for at most three minutes.
    func expectRest(of sound: MachineSound, at location: SourceLocation = #_sourceLocation) throws {
        waiting = []
        let end = Date() + 180
        var before: Int
        var heard: [SoundReport]
        repeat {
            try #require(Date() < end, "it comes to rest", sourceLocation: location)
            before = sound.turns
            heard = rest(milliseconds: 1_500)
        } while sound.turns != before
        #expect(heard == [], sourceLocation: location)
    }

    /// All that is heard within some milliseconds.
    func rest(milliseconds: Int64) -> [SoundReport] {
        isLate = false
        loop.setTimer(at: LinuxClock.now().instant + .milliseconds(milliseconds))
        while !isLate { loop.run() }
        defer { waiting = [] }
        return waiting
    }
}
