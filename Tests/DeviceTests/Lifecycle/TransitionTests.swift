import Foundation
import TestSupport
import Testing

@Suite("Transitions on a device") struct TransitionTests {
    @Test(
        "A launch by the user, leaving and returning call the delegate in order, on the main thread, in the right states",
        .behaviour("S2", "S3", "S5", "S6", "H1", "H5"))
    func order() throws {
        try withDevice { device in
            let app = try device.installRecorder()
            try device.open(app)
            try device.wait(app, "active")
            // Each is handled before the next: nothing here depends on how fast the app is.
            try device.wait(app, toPrint: "notification didBecomeActive")
            try device.perform(.home)
            try device.wait(app, "suspended")
            try device.open(app)
            try device.wait(app, toPrint: "notification didBecomeActive", times: 2)
            // The recorder stops with a trap if it is called on any other queue than the main one.
            let calls = try device.lines(app).filter { !Self.asides.contains($0) }
            #expect(
                calls == [
                    "willFinishLaunching inactive", "previous none", "pushed false",
                    "didFinishLaunching inactive", "notification didFinishLaunching",
                    "didBecomeActive active", "notification didBecomeActive",
                    "willResignActive active", "notification willResignActive",
                    "didEnterBackground background", "remaining true",
                    "notification didEnterBackground",
                    "notification willEnterForeground", "willEnterForeground background",
                    "didBecomeActive active", "notification didBecomeActive",
                ])
            let states = try device.log(app).compactMap(\.to)
            #expect(
                states == [
                    "inactive", "active", "inactive", "background", "suspended", "inactive",
                    "active",
                ])
        }
    }

    /// The lines that the recorder prints about itself, on a thread of its own.
    private static let asides: Set<String> = ["ready"]

    @Test("At most one app is in the foreground, whoever is opened", .behaviour("S1"))
    func oneInFront() throws {
        try withDevice { device in
            let hop = try device.install(example: "ImageHop")
            let count = try device.install(example: "SlowCount")
            let recorder = try device.installRecorder()
            for app in [hop, count, hop, recorder, count] {
                try device.open(app)
                // Not waiting every time: an app may be left while it is still being launched.
                if app == count { try device.wait(app, "active") }
            }
            try device.wait(count, "active")
            try device.wait(hop, "suspended")
            var states: [String: String] = [:]
            for row in try device.log() {
                guard let app = row.app, let state = row.to else { continue }
                states[app] = state
                let inFront = states.filter { ["inactive", "active"].contains($0.value) }
                #expect(inFront.count <= 1, "\(inFront) at \(row.seq)")
            }
            #expect(try device.status().foreground == count)
        }
    }

    @Test("Every state that is logged is one of the five", .behaviour("S1"))
    func states() throws {
        try withDevice { device in
            let app = try device.installRecorder()
            #expect(try device.ps(app).state == "notRunning")
            try device.open(app)
            try device.wait(app, "active")
            try device.perform(.home)
            try device.wait(app, "suspended")
            try device.perform(.quit(app: app))
            try device.wait(app, "notRunning")
            let seen = Set(try device.log(app).flatMap { [$0.from, $0.to].compactMap { $0 } })
            #expect(seen == ["notRunning", "inactive", "active", "background", "suspended"])
        }
    }

    @Test(
        "A delegate without a single method moves through every state, and is woken and asked to end",
        .behaviour("S10", "F5", "R5"))
    func noMethods() throws {
        try withDevice { device in
            let app = try device.installRecorder()
            try device.open(app, "--idle")
            try device.wait(app, "active")
            try device.perform(.home)
            try device.wait(app, "suspended")
            let woken = try device.mark()
            try device.perform(.fetch(.sendFetch(app: app)))
            try device.wait(for: "noData", app: app, after: woken) {
                $0.reason == "completedNoData"
            }
            try device.wait(app, "suspended")
            try device.open(app)
            try device.wait(app, "active")
            try device.perform(.quit(app: app))
            let end = try device.wait(for: "its end", app: app) { $0.to == "notRunning" }
            #expect(end.reason == "forceQuit")
            #expect(try device.ps(app).launch == 1)
        }
    }

    @Test(
        "An app that is left while it launches enters the background and is suspended",
        .behaviour("S5", "W1"))
    func leftWhileLaunching() throws {
        try withDevice { device in
            let app = try device.installRecorder()
            try device.open(app, "--wait-in-launch")
            try device.wait(app, toPrint: "waits")
            try device.perform(.home)
            let pipe = URL(fileURLWithPath: "\(device.home)/containers/\(app)/launch")
            try FileHandle(forWritingTo: pipe).close()
            try device.wait(app, "suspended")
            let words = try device.lines(app).map { $0.split(separator: " ")[0] }
            #expect(
                words.filter { $0.hasPrefix("will") || $0.hasPrefix("did") } == [
                    "willFinishLaunching", "didFinishLaunching", "didEnterBackground",
                ])
            try device.open(app)
            try device.wait(app, "active")
            #expect(try device.ps(app).launch == 1)
        }
    }

    @Test(
        "Reopening a suspended app is the same process, and it continues where it stopped",
        .behaviour("M4", "S6"))
    func sameProcess() throws {
        try withDevice { device in
            let app = try device.install(example: "ImageHop")
            try device.open(app, "--interval", "0.01")
            try device.wait(app, "active")
            try device.wait(app, toPrint: "hop 3\n")
            let before = try device.ps(app)
            try device.perform(.home)
            try device.wait(app, "suspended")
            let hops = try device.lines(app).count
            try device.open(app)
            try device.wait(app, "active")
            try device.wait(app, toPrint: "hop \(hops + 3)\n")
            let after = try device.ps(app)
            #expect(after.pid == before.pid)
            #expect(after.launch == before.launch)
            let lines = try device.lines(app)
            // Greeted once, and not one hop was lost or repeated.
            #expect(
                lines.filter { !$0.hasPrefix("hop") }
                    == ["[ Yawn! ] Was I asleep?  ( Welcome Back )"])
            let numbers = lines.filter { $0.hasPrefix("hop") }.compactMap { Int($0.dropFirst(4)) }
            #expect(numbers == Array(1...numbers.count))
        }
    }

    @Test("Coming back takes an app less than half of the CPU time of its launch", .behaviour("M4"))
    func returnIsQuick() throws {
        try withDevice { device in
            let app = try device.install(example: "ImageHop")
            try device.open(app)
            try device.wait(app, "active")
            let pid = try device.pid(app)
            let launch = try #require(device.cpuTime(pid))
            for _ in 0..<5 {
                try device.perform(.home)
                try device.wait(app, "suspended")
                let before = try #require(device.cpuTime(pid))
                try device.open(app)
                try device.wait(app, "active")
                #expect(try device.ps(app).pid == pid)
                let back = try #require(device.cpuTime(pid)) - before
                #expect(back * 2 < launch, "\(back) and \(launch)")
            }
        }
    }
}
