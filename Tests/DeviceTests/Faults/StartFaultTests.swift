import Foundation
import Glibc
import QuiesceWire
import TestSupport
import Testing

@Suite("Starting the daemon when something is wrong")
struct StartFaultTests {
    @Test(
        "The fifth start without an orderly stop launches nothing by itself and says so; an orderly stop ends that",
        .behaviour("reliability D3"))
    func crashLoop() throws {
        try withDevice(profile: "launchLimitSeconds = 60") { device in
            let puppet = try Puppet(device)
            #expect(try device.down() == 0)
            for _ in 1...4 {
                try device.start()
                #expect(try !device.status().notes.contains { $0.contains("stopped in between") })
                device.killDaemon()
            }
            // A wake-up that waits for a launch, as one accepted just before a crash would.
            try device.start()
            #expect(try device.status().notes.contains { $0.contains("stopped in between") })
            #expect(try device.ps(puppet.app).state == "notRunning")
            // The daemon carries out a person's requests all the same.
            try device.open(puppet.app)
            try device.wait(puppet.app, "active")
            #expect(try device.down() == 0)
            try device.start()
            #expect(try !device.status().notes.contains { $0.contains("stopped in between") })
        }
    }

    @Test(
        "In a crash loop what was accepted before isn't launched, and isn't lost",
        .behaviour("reliability D3"))
    func heldInCrashLoop() throws {
        try withDevice(profile: "launchLimitSeconds = 60") { device in
            let puppet = try Puppet(device)
            try device.open(puppet.app, "--hold")
            try device.wait(puppet.app, "active")
            #expect(try device.push(puppet.app, 1).refusal == nil)
            try waitUntil("pushed") { try puppet.ask("result = len(completions)", Int.self) == 1 }
            let pid = try device.pid(puppet.app)
            device.killDaemon()
            // Both die: the wake-up is to have its one attempt, and a verdict.
            kill(pid_t(pid), SIGKILL)
            try waitUntil("gone") { !processExists(pid) }
            let now = Int(Date().timeIntervalSince1970)
            try (0..<4).map { _ in "\(now)" }.joined(separator: "\n")
                .write(toFile: device.home + "/starts", atomically: true, encoding: .utf8)
            try device.start()
            #expect(try device.status().notes.contains { $0.contains("stopped in between") })
            #expect(try device.ps(puppet.app).state == "notRunning")
            #expect(try device.ps(puppet.app).launch == 1)
            let history = try JournalHistory(device)
            #expect(history.verdicts[1] == ["appEnded"])
        }
    }

    @Test(
        "A second daemon exits with 1 at once, and the first is not disturbed",
        .behaviour("reliability D8"))
    func secondDaemon() throws {
        try withDevice { device in
            let puppet = try Puppet(device)
            try device.open(puppet.app)
            try device.wait(puppet.app, "active")
            let (output, status) = try quiesced(["--home", device.home])
            #expect(status == 1)
            #expect(output.contains("already running"))
            #expect(output.split(separator: "\n").count == 1)
            #expect(try device.ps(puppet.app).state == "active")
        }
    }

    @Test(
        "Sockets that a dead daemon left are replaced; what is no socket is left alone",
        .behaviour("reliability D8"))
    func staleSockets() throws {
        try withDevice { device in
            device.killDaemon()
            #expect(access(device.home + "/control.sock", F_OK) == 0)
            try device.start()
            device.killDaemon()
            unlink(device.home + "/app.sock")
            try "a letter".write(
                toFile: device.home + "/app.sock", atomically: true, encoding: .utf8)
            let (output, status) = try quiesced(["--home", device.home])
            #expect(status == 78)
            #expect(output.contains("app.sock"))
            let text = try String(contentsOfFile: device.home + "/app.sock", encoding: .utf8)
            #expect(text == "a letter")
            unlink(device.home + "/app.sock")
            try device.start()
        }
    }

    @Test(
        "A home that can't be trusted or used is refused with 78 and one line",
        .behaviour("reliability D9"))
    func unusableHomes() throws {
        let device = try LiveDevice()
        defer { device.tearDown() }
        let file = device.scratch + "/file"
        try Data().write(to: URL(fileURLWithPath: file))
        let open = device.scratch + "/open"
        mkdir(open, 0o700)
        chmod(open, 0o777)
        var homes = [file, open, device.scratch + "/" + String(repeating: "x", count: 120)]
        if geteuid() == 0 {
            let foreign = device.scratch + "/foreign"
            mkdir(foreign, 0o700)
            chown(foreign, 65_534, 65_534)
            homes.append(foreign)
        } else {
            homes += ["/proc/nowhere", "/root/nowhere"]
        }
        for home in homes {
            let (output, status) = try quiesced(["--home", home])
            #expect(status == 78, "\(home): \(output)")
            #expect(output.split(separator: "\n").count == 1, "\(output)")
            #expect(output.hasPrefix("quiesced: "), "\(output)")
        }
        let (output, status) = try quiesced([
            "--home", device.home, "--profile", device.scratch + "/none.toml",
        ])
        #expect(status == 78)
        #expect(output.split(separator: "\n").count == 1, "\(output)")
    }

    private func quiesced(_ arguments: [String]) throws -> (output: String, status: Int32) {
        try LiveDevice.command(["timeout", "20", BuiltProducts.path("quiesced")] + arguments)
    }
}
