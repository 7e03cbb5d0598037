import Foundation
import QuiesceWire
import TestSupport
import Testing

/// The daemon gets SIGKILL, or is restarted as planned; the apps mustn't notice, and nothing
/// acknowledged may be lost.
@Suite("A killed daemon")
struct KilledDaemonTests {
    @Test(
        "Apps run on and stay frozen while there is no daemon; the next one adopts them as they are",
        .behaviour("reliability D1", "reliability P8", "reliability P11", "S8"),
        arguments: LiveDevice.Succession.allCases)
    func undisturbed(succession: LiveDevice.Succession) throws {
        try withDevice { device in
            let puppet = try Puppet(device)
            try device.open(puppet.app)
            try device.wait(puppet.app, "active")
            try device.perform(.home)
            try device.wait(puppet.app, "suspended")
            let counter = try device.install(example: "SlowCount")
            try device.open(counter, "--count", "100000", "--interval", "0.01")
            try device.wait(counter, "active")
            try device.perform(.home)
            try device.wait(counter, "background")
            let running = try device.ps(counter)
            let frozen = try device.ps(puppet.app)
            let ticks = device.cpuTicks(try #require(frozen.pid))

            let output = "\(device.home)/output/\(counter)/1.txt"
            let before = try numbers(output).count
            try device.succeed(succession) {
                try waitUntil("counted on") { try numbers(output).count > before + 20 }
            }
            try waitUntil("counted on") { try numbers(output).count > before + 40 }

            #expect(try device.ps(puppet.app).state == "suspended")
            #expect(try device.isFrozen(frozen))
            #expect(device.cpuTicks(try #require(frozen.pid)) == ticks)
            #expect(try device.ps(counter).pid == running.pid)
            #expect(try device.ps(counter).state == "background")
            try device.open(puppet.app)
            try device.wait(puppet.app, "active")
            #expect(try device.ps(puppet.app).pid == frozen.pid)
            #expect(try device.ps(puppet.app).launch == 1)
            var callbacks: [String] = []
            try waitUntil("back in front") {
                callbacks = try puppet.ask("result = calls", [String].self)
                return callbacks.suffix(2) == ["willEnterForeground", "didBecomeActive"]
            }
            #expect(callbacks.filter { $0.hasPrefix("didFinish") }.count == 1)
            let counted = try numbers(output)
            #expect(counted == Array(1...counted.count))
            #expect(try device.ps(counter).tasks == 1)
        }
    }

    @Test(
        "An app that ends while there is no daemon has ended, whatever it had started",
        .behaviour("reliability D1", "reliability P8", "W5"))
    func endsMeanwhile() throws {
        try withDevice { device in
            let puppet = try Puppet(device)
            try device.open(puppet.app)
            try device.wait(puppet.app, "active")
            let child = try puppet.ask(
                "import subprocess; result = subprocess.Popen(['sleep', '1000']).pid", pid_t.self)
            let pid = pid_t(try device.pid(puppet.app))
            device.killDaemon()
            kill(pid, SIGKILL)
            try waitUntil("the app's end") { !runs(pid) }
            #expect(runs(child))
            try device.start()
            let row = try device.ps(puppet.app)
            #expect(row.state == "notRunning")
            #expect(row.pid == nil)
            try waitUntil("the child's end") { !runs(child) }
            puppet.disconnect()
            try device.open(puppet.app)
            try device.wait(puppet.app, "active")
            #expect(try device.ps(puppet.app).launch == 2)
        }
    }

    private func runs(_ pid: pid_t) -> Bool {
        guard let status = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8) else {
            return false
        }
        return !["Z", "X"].contains(status.split(separator: ")").last?.split(separator: " ").first)
    }

    /// The numbers that SlowCount has printed, without the last line, which may be incomplete.
    private func numbers(_ path: String) throws -> [Int] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").dropLast()
            .compactMap { Int($0) }
    }

    @Test(
        "A wake-up in progress is delivered again under its number, and has one verdict",
        .behaviour("reliability D1", "R2"), arguments: LiveDevice.Succession.allCases)
    func wakeInProgress(succession: LiveDevice.Succession) throws {
        try withDevice(profile: "launchLimitSeconds = 60") { device in
            let puppet = try Puppet(device)
            try device.open(puppet.app, "--raw")
            try puppet.run(
                """
                link = dial(); live(link)
                hear_until(link, call="didBecomeActive"); say(link, type="handled", seq=2)
                """)
            try device.wait(puppet.app, "active")
            #expect(try device.push(puppet.app, 7).refusal == nil)
            struct Heard: Decodable {
                var seq: UInt64
                var wake: UInt64
                var redelivered: Bool?
            }
            let first = try puppet.ask(
                "result = hear_until(link, call='remoteNotification')", Heard.self)
            #expect(first.redelivered != true)
            try device.succeed(succession)
            let again = try puppet.ask(
                """
                assert hear(link) is None
                link = dial(); hello(link, received=\(first.seq), handled=\(first.seq - 1))
                result = hear_until(link, call='remoteNotification')
                """, Heard.self)
            #expect(again.seq == first.seq)
            #expect(again.wake == first.wake)
            #expect(again.redelivered == true)
            try puppet.run(
                """
                say(link, type="completeWake", request=1, wake=\(first.wake), result="newData")
                say(link, type="completeWake", request=2, wake=\(first.wake), result="failed")
                say(link, type="handled", seq=\(first.seq))
                hear_until(link, type="ack", request=2)
                """)
            let history = try JournalHistory(device)
            #expect(history.verdicts[first.wake] == ["completedNewData"])
        }
    }

    @Test(
        "An app whose limits passed while there was no daemon is heard before it is judged",
        .behaviour("reliability D1", "R5"))
    func heardFirst() throws {
        try withDevice(profile: "pushLimitSeconds = 4") { device in
            let puppet = try Puppet(device)
            try device.open(puppet.app, "--hold")
            try device.wait(puppet.app, "active")
            #expect(try device.push(puppet.app).refusal == nil)
            try waitUntil("pushed") { try puppet.ask("result = len(completions)", Int.self) == 1 }
            device.killDaemon()
            // It completes while nobody listens; the limit passes before anybody does.
            try puppet.run("completions.pop()('noData')")
            usleep(4_200_000)
            try device.start()
            try device.wait(for: "the verdict", app: puppet.app) {
                $0.reason == "completedNoData"
            }
            #expect(try device.ps(puppet.app).launch == 1)
            #expect(try !device.log(puppet.app).contains { $0.kind == "kill" })
        }
    }

    @Test(
        "Killed at any moment of a busy life, it goes on where it was",
        .behaviour("reliability D1"),
        arguments: [1, 2, 3] as [UInt64])
    func anyMoment(seed: UInt64) throws {
        var random = Seeded(state: seed)
        try withDevice(
            profile: "launchLimitSeconds = 60\nterminationLimitSeconds = 20\n"
                + LiveDevice.unlimitedPushes
        ) { device in
            let puppets = try (0..<3).map { try Puppet(device, "p\($0)") }
            var acknowledged: Set<Int> = []
            var sent = 0
            for round in 0..<12 {
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    let app = puppets.randomElement(using: &random)!.app
                    switch Int.random(in: 0..<10, using: &random) {
                    case 0..<4: try device.open(app)
                    case 4..<6: try device.perform(.home)
                    case 6: _ = try device.call(.quit(app: app))
                    default:
                        sent += 1
                        if try device.push(app, sent).refusal == nil { acknowledged.insert(sent) }
                    }
                }
                let alive = try device.ps().filter { $0.pid != nil && $0.reason != "forceQuit" }
                usleep(UInt32.random(in: 0...30_000, using: &random))
                device.killDaemon()
                for row in alive {
                    let isThere = processExists(try #require(row.pid))
                    #expect(isThere || isEnding(row, device), "seed \(seed) round \(round) \(row)")
                }
                // An orderly stop is what ends the count of a crash loop.
                unlink(device.home + "/starts")
                try device.start()
            }
            try device.perform(.home)
            for puppet in puppets {
                try waitUntil("at rest") {
                    ["suspended", "notRunning"].contains(try device.ps(puppet.app).state)
                }
            }
            for row in try device.ps() where row.state == "suspended" {
                #expect(try device.isFrozen(row))
            }
            let history = try JournalHistory(device)
            #expect(history.wakes.count >= acknowledged.count)
            for wake in history.wakes {
                #expect(history.verdicts[wake]?.count == 1, "seed \(seed) wake \(wake)")
            }
            try #expect(device.down() == 0)
            #expect(try device.storedFacts(like: "wake/%") == [])
        }
    }

    /// Whether it was told to end, by what was asked just before.
    private func isEnding(_ row: ProcessRow, _ device: LiveDevice) -> Bool {
        guard let history = try? JournalHistory(device) else { return false }
        return history.decisions.contains {
            $0.app?.name == row.id && $0.launch?.number == row.launch && $0.kind == .kill
        }
    }
}

/// A fixed pseudo-random sequence (SplitMix64), so that a failure can be repeated.
struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
