import Foundation
import QuiesceCore
import QuiesceSimulation
import TestSupport
import Testing

@testable import QuiesceScenario

@Suite struct ScenarioFileTests {
    @Test("A file with everything in it says what it says")
    func everything() throws {
        let file = try ScenarioFile(text: wholeScenario, path: "f")
        let header = file.scenario.header
        #expect(file.title == "Everything")
        #expect(header.rules == .ios7)
        #expect(header.absent == [1])
        #expect(file.end - file.start == .seconds(2 * 86_400))
        #expect(file.start == WallTime(nanoseconds: 1_772_433_000_000_000_000))
        let mail = try #require(header.apps.first)
        #expect(mail.name == "Post")
        #expect(mail.version == "2.1")
        #expect(mail.backgroundModes == [.fetch, .remoteNotification])
        #expect(mail.builtForMajorVersion == 8)
        guard case .behave(app: 0, let behaviour) = file.scenario.steps[0].action else {
            Issue.record("the first step is how the app behaves")
            return
        }
        #expect(behaviour.callTakes == 20)
        #expect(behaviour.memory == 40_000_000)
        #expect(behaviour.ignores == ["willTerminate"])
        #expect(behaviour.completesAfter == 3_000)
        #expect(behaviour.result == .noData)
        #expect(
            behaviour.habits == [
                Habit(call: "didEnterBackground", work: Work(name: "sync", lasts: 40_000)),
                Habit(call: "performFetch", work: Work(lasts: nil)),
            ])
        let actions = file.scenario.steps.map(\.action)
        for action: Step.Action in [
            .open(app: 0), .home, .quit(app: 0), .lock, .unlock, .install(app: 1), .fetch(app: 0),
            .push(app: 0, contentAvailable: false, times: 2), .sleep, .wake,
            .work(app: 0, Work(name: "index", lasts: 5_000)), .endTask(app: 0, known: true),
            .die(app: 0, signal: 6), .die(app: 0, signal: 0), .disconnect(app: 0),
            .killDaemon(at: .idle, downtime: 0), .killDaemon(at: .beforeActing, downtime: 2_000),
            .powerCut(journalKept: false), .stall(milliseconds: 3_000),
            .suspend(milliseconds: 3_600_000), .freezer(milliseconds: 50),
            .foreignFreeze(app: 0), .foreignThaw(app: 0), .reboot, .uninstall(app: 1), .rest,
            .shutDown, .interrupt(.callIncoming), .interrupt(.notificationCenterShow),
            .alertStyle(app: 0, .alert), .notification(app: 0, .register),
            .notification(app: 0, .schedule(name: 2, after: 300_000, zone: nil, every: nil)),
            .notification(app: 0, .fetchInterval(900)), .notification(app: 0, .fetchInterval(nil)),
            .openNotification(0), .dismissNotification(1),
            .change(words: ["battery", "0.35", "unplugged"]), .disk(.full),
            .memoryWarning, .memoryPressure(.critical, bytes: 200_000_000), .purge(bytes: nil),
            .purge(bytes: 1_000_000_000), .setPasscode, .wrongPasscode, .clearPasscode,
            .openProtectedFile(app: 0),
            .change(words: ["timezone", "Europe/Paris"]), .flood(app: 0, messages: 100),
            .input(words: ["touch", "began", "10", "20"]), .input(words: ["shake"]),
            .input(words: ["remote-control", "nextTrack"]),
        ] {
            #expect(actions.contains(action), "\(action)")
        }
        let changed = actions.compactMap { if case .behave(_, let new) = $0 { new } else { nil } }
        #expect(changed.count == 2)
        #expect(changed.last?.completesAfter == .some(nil))
        #expect(changed.last?.callTakes == 20)
    }

    @Test("It runs, and nothing happens that must not")
    func runs() throws {
        let outcome = Simulator.run(try ScenarioFile(text: wholeScenario, path: "f").scenario)
        #expect(outcome.finding == nil, "\(outcome.finding?.description ?? "")")
        #expect(outcome.events > 60)
    }

    @Test("A profile's file and an app's bundle are found beside the scenario")
    func files() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/scenario-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(
            atPath: folder + "/Clock.app", withIntermediateDirectories: true)
        func write(_ name: String, _ text: String) throws {
            try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
        }
        try write(
            "quick.toml", "base = \"ios7\"\nname = \"quick\"\nbackgroundAllowanceSeconds = 20\n")
        try write("Clock.app/clock", "#!/bin/sh\n")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: folder + "/Clock.app/clock")
        try write(
            "Clock.app/Info.plist",
            """
            <plist version="1.0"><dict>
            <key>CFBundleIdentifier</key><string>org.example.Clock</string>
            <key>CFBundleExecutable</key><string>clock</string>
            <key>UIBackgroundModes</key><array><string>fetch</string></array>
            </dict></plist>
            """)
        try write(
            "day.yaml",
            "scenario: x\ndevice: {profile: quick.toml}\napps: [{bundle: Clock.app}]\n")
        let header = try ScenarioFile.load(folder + "/day.yaml").scenario.header
        #expect(header.rules.backgroundAllowance == .seconds(20))
        #expect(header.apps.map(\.id.name) == ["org.example.Clock"])
        #expect(header.apps.map(\.backgroundModes) == [[.fetch]])
    }

    static let examples: [String] = {
        let folder = BuiltProducts.package.appending(path: "Examples/Scenarios")
        let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        return (files ?? []).filter { $0.hasSuffix(".yaml") }.sorted().map {
            folder.appending(path: $0).path
        }
    }()

    @Test("Each example scenario runs, and nothing happens that must not", arguments: examples)
    func example(path: String) throws {
        let file = try ScenarioFile.load(path)
        let outcome = Simulator.run(file.scenario)
        #expect(outcome.finding == nil, "\(outcome.finding?.description ?? "")")
        #expect(outcome.end.wall == file.end)
        let again = Simulator.run(file.scenario)
        #expect(outcome.hash == again.hash)
    }

    @Test("There are examples")
    func exampleCount() { #expect(Self.examples.count >= 4) }
}
