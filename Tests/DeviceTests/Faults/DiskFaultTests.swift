import Foundation
import Glibc
import QuiesceWire
import TestSupport
import Testing

private let hasStrace = access("/usr/bin/strace", X_OK) == 0

@Suite("A failing disk under the daemon")
struct DiskFaultTests {
    @Test(
        "On a full disk new obligations are refused, nothing is half-accepted, and ending still works",
        .behaviour("reliability D5"), .enabled(if: geteuid() == 0, "mounting a tmpfs takes root"))
    func fullDisk() throws {
        let disk = try SmallDisk(megabytes: 6)
        let device = disk.device
        defer { device.tearDown() }
        let puppet = try Puppet(device)
        try device.open(puppet.app)
        try device.wait(puppet.app, "active")
        try device.perform(.home)
        try device.wait(puppet.app, "suspended")

        disk.fill()
        let push = try device.push(puppet.app)
        #expect(push.refusal?.reason == "noSpace", "\(push)")
        let install = try device.install(try device.pythonBundle("org.quiesce.test.other"))
        #expect(install.refusal?.reason == "noSpace", "\(install)")
        #expect(try device.apps() == [puppet.app])
        #expect(try !JournalHistory(device).wakes.contains(1))
        // Operations that free resources still succeed.
        try device.perform(.lock)
        try device.perform(.unlock)
        try device.perform(.quit(app: puppet.app))
        try device.wait(puppet.app, "notRunning")

        disk.empty()
        let again = try device.install(try device.pythonBundle("org.quiesce.test.other"))
        #expect(again.refusal == nil, "\(again)")
        let accepted = try device.push("org.quiesce.test.other")
        #expect(accepted.refusal == nil, "\(accepted)")
        try waitUntil("woken") {
            try JournalHistory(device).verdicts.values.contains(["completedNewData"])
        }
        #expect(try !device.status().notes.contains { $0.contains("journal") })
    }

    @Test(
        "An error of the disk is answered, and what was acknowledged before and after is kept",
        .behaviour("reliability D5", "reliability D6"),
        .enabled(if: hasStrace, "needs strace"),
        arguments: [
            ("fdatasync", "EIO", ["storeFailed"]), ("pwrite64", "EIO", ["storeFailed"]),
            ("pwrite64", "ENOSPC", ["noSpace", "storeFailed"]),
        ])
    func failingStore(call: String, error: String, reasons: [String]) throws {
        let device = try LiveDevice(profile: LiveDevice.unlimitedPushes)
        defer { device.tearDown() }
        try device.start()
        let puppet = try Puppet(device)
        try device.down()
        // Two of three calls fail, after those of the start.
        device.wrapper = [
            "strace", "-D", "-f", "-qqq", "-o", "/dev/null", "-e", "trace=\(call)", "-e",
            "signal=none", "-e", "inject=\(call):error=\(error):when=12+3",
        ]
        try device.start()
        var accepted = 0
        var refused: [String] = []
        for number in 0..<30 {
            if let refusal = try device.push(puppet.app, number).refusal {
                refused.append(refusal.reason)
            } else {
                accepted += 1
            }
            if number % 10 == 9 {
                try waitUntil("woken") {
                    let row = try device.ps(puppet.app)
                    return ["suspended", "notRunning"].contains(row.state)
                }
            }
        }
        #expect(Set(refused).isSubset(of: reasons), "\(refused)")
        #expect(!refused.isEmpty)
        #expect(accepted > 0)
        // Strace goes with the daemon, not with its failing calls.
        device.killDaemon()
        device.wrapper = []
        try device.start()
        try device.perform(.home)
        try waitUntil("at rest") {
            try ["suspended", "notRunning"].contains(device.ps(puppet.app).state)
        }
        let history = try JournalHistory(device)
        for wake in history.wakes { #expect(history.verdicts[wake]?.count == 1, "\(wake)") }
        #expect(history.wakes.count >= accepted)
    }

    enum Damage: CaseIterable {
        case store, journal, both, truncatedStore
    }

    @Test(
        "Whatever of its memory is damaged, no app stays frozen for ever and no document is lost",
        .behaviour("reliability D7", "reliability P8"), arguments: Damage.allCases)
    func damagedWhileFrozen(damage: Damage) throws {
        try withDevice { device in
            let puppets = [try Puppet(device, "a"), try Puppet(device, "b")]
            var owners: [uid_t] = []
            for puppet in puppets {
                try device.open(puppet.app)
                try device.wait(puppet.app, "active")
                try puppet.run("open('Documents/letter', 'w').write('dear \(puppet.app)')")
                var status = stat()
                stat("\(device.home)/containers/\(puppet.app)/Documents/letter", &status)
                owners.append(status.st_uid)
                try device.perform(.home)
                try device.wait(puppet.app, "suspended")
            }
            let rows = try device.ps()
            let hasGroups = try device.status().freezer == "cgroup"
            let groups = hasGroups ? try rows.map { try device.cgroup($0) } : []
            device.killDaemon()
            try damageFiles(damage, in: device.home)
            try device.start()

            let notes = try device.status().notes.joined(separator: "\n")
            #expect(notes.contains("store") || notes.contains("journal"), "\(notes)")
            #expect(Set(try device.apps()) == Set(puppets.map(\.app)), "\(notes)")
            switch damage {
            case .store, .truncatedStore:
                // The journal knows everything: nothing happened to the apps.
                for row in rows { #expect(try device.ps(row.id).pid == row.pid) }
            case .journal, .both:
                // Nobody knows what these processes were told.
                for row in rows {
                    try waitUntil("gone") { !processExists(row.pid ?? 0) }
                    #expect(try device.ps(row.id).state == "notRunning")
                }
                for group in groups { try waitUntil("removed") { access(group, F_OK) != 0 } }
            }
            for (puppet, owner) in zip(puppets, owners) {
                puppet.disconnect()
                try device.open(puppet.app)
                try device.wait(puppet.app, "active")
                let letter = try puppet.ask(
                    "result = open('Documents/letter').read()", String.self)
                #expect(letter == "dear \(puppet.app)")
                #expect(try puppet.ask("result = os.getuid()", uid_t.self) == owner)
            }
        }
    }

    private func damageFiles(_ damage: Damage, in home: String) throws {
        let store = home + "/store.sqlite"
        let rubbish = Data(repeating: 0x5a, count: 16_384)
        switch damage {
        case .store, .both:
            for suffix in ["", "-wal"] {
                try rubbish.write(to: URL(fileURLWithPath: store + suffix))
            }
        case .truncatedStore:
            truncate(store, 5_000)
            truncate(store + "-wal", 100)
        case .journal: break
        }
        if damage == .journal || damage == .both {
            for name in try FileManager.default.contentsOfDirectory(atPath: home + "/journal") {
                try rubbish.write(to: URL(fileURLWithPath: "\(home)/journal/\(name)"))
            }
        }
    }
}
