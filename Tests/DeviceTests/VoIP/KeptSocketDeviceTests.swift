import Foundation
import QuiesceWire
import TestSupport
import Testing

@Suite("Sockets of real apps are kept") struct KeptSocketDeviceTests {
    private static var voip: [String: Any] { ["UIBackgroundModes": ["voip"]] }

    /// Waits until the recorder has such a connection, and is suspended.
    ///
    /// - Returns: its descriptor for it.
    @discardableResult
    private func connect(
        _ device: LiveDevice, _ app: String, to server: CallServer
    ) throws -> String {
        try device.tell(app, "socket \(server.kind.rawValue) \(server.place)")
        let printed = try device.wait(app, toPrint: "kept true")
        try server.answer()
        let line = printed.split(separator: "\n").last { $0.contains("kept true") } ?? ""
        return String(line.split(separator: " ").dropLast(2).last ?? "")
    }

    private func suspended(_ device: LiveDevice, to server: CallServer) throws -> (
        app: String, descriptor: String
    ) {
        let app = try device.installRecorder(Self.voip)
        try device.open(app, "--fifo")
        let descriptor = try connect(device, app, to: server)
        try device.perform(.home)
        try device.wait(app, "suspended")
        return (app, descriptor)
    }

    /// A device, and a server whose socket, if it is a file, its apps see.
    private func withServer(
        _ kind: CallServer.Kind, _ body: (LiveDevice, CallServer) throws -> Void
    ) throws {
        let device = try LiveDevice()
        defer { device.tearDown() }
        let folder = device.scratch + "/calls"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false)
        device.wrapper = ["env", "QUIESCE_APP_READS=\(folder)"]
        try device.start()
        try body(device, CallServer(kind, in: folder))
    }

    @Test(
        "Bytes wake a suspended app, which reads all of them and is suspended again",
        .behaviour("V1", "V7", "V9"), arguments: CallServer.Kind.allCases)
    func bytes(kind: CallServer.Kind) throws {
        try withServer(kind) { device, server in
            let (app, descriptor) = try suspended(device, to: server)
            for number in 1...5 {
                try server.say("call \(number);")
                try device.wait(app, toPrint: "read \(descriptor) call \(number);")
                try device.wait(app, "suspended")
            }
            let woken = try device.log(app).filter { $0.reason == "wokenForVoIP" }
            #expect(woken.count >= 5)
            #expect(try device.ps(app).launch == 1)
            #expect(try device.quiesce("why", app).out.contains("kept"))
        }
    }

    @Test(
        "A stream marked for VoIP is kept like a socket: bytes wake its app, and so do its end or a reset",
        .behaviour("V1", "V7", "V9"), arguments: [false, true])
    func stream(endsRudely: Bool) throws {
        try withDevice { device in
            let server = try CallServer(.tcp, in: device.home)
            let app = try device.installRecorder(Self.voip)
            try device.open(app, "--fifo")
            try device.tell(app, "stream \(server.place)")
            try device.wait(app, toPrint: "stream open 5")
            try server.answer()
            try device.perform(.home)
            try device.wait(app, "suspended")
            for number in 1...3 {
                try server.say("call \(number);")
                try device.wait(app, toPrint: "stream read call \(number);")
                try device.wait(app, "suspended")
            }
            #expect(try device.log(app).filter { $0.reason == "wokenForVoIP" }.count >= 3)
            server.hangUp(rudely: endsRudely)
            try device.wait(app, toPrint: endsRudely ? "stream error" : "stream end")
            try device.wait(app, "suspended")
        }
    }

    @Test(
        "A reset and an end wake it, once, and what is over is kept no more",
        .behaviour("V1"), arguments: [false, true])
    func ends(rudely: Bool) throws {
        try withDevice { device in
            let server = try CallServer(.tcp, in: device.home)
            let (app, descriptor) = try suspended(device, to: server)
            server.hangUp(rudely: rudely)
            try device.wait(
                app, toPrint: rudely ? "error \(descriptor)" : "end \(descriptor)")
            try device.wait(app, "suspended")
            let why = try device.quiesce("why", app).out
            #expect(!why.contains("woken when something arrives"), "\(why)")
        }
    }

    @Test(
        "A daemon that is killed has its duplicates again, and what came meanwhile isn't lost",
        .behaviour("V1", "W4"), arguments: CallServer.Kind.allCases,
        LiveDevice.Succession.allCases)
    func daemonDies(kind: CallServer.Kind, succession: LiveDevice.Succession) throws {
        try withServer(kind) { device, server in
            let (app, descriptor) = try suspended(device, to: server)
            try device.succeed(succession) { try server.say("nobody listens;") }
            try device.wait(app, toPrint: "read \(descriptor) nobody listens;")
            try device.wait(app, "suspended")
            try device.succeed(succession)
            try device.wait(app, "suspended")
            try server.say("somebody does;")
            try device.wait(app, toPrint: "read \(descriptor) somebody does;")
            #expect(try device.ps(app).launch == 1)
        }
    }

    @Test(
        "What it closes without a word out of sight is closed for its peer, too", .behaviour("V1"))
    func closed() throws {
        try withDevice { device in
            let server = try CallServer(.tcp, in: device.home)
            let app = try device.installRecorder(Self.voip)
            try device.open(app, "--fifo")
            let descriptor = try connect(device, app, to: server)
            try device.tell(app, "begin 1")
            try device.wait(app, toPrint: "task 1")
            try device.perform(.home)
            try device.wait(app, "background")
            try device.tell(app, "forget \(descriptor)")
            try device.wait(app, toPrint: "forgot \(descriptor)")
            try device.tell(app, "end 1")
            try device.wait(app, "suspended")
            #expect(try server.receive() == "")
        }
    }

    @Test("Without the mode a socket isn't kept, and wakes nobody", .behaviour("V1", "O4"))
    func undeclared() throws {
        try withDevice { device in
            let server = try CallServer(.tcp, in: device.home)
            let app = try device.installRecorder()
            try device.open(app, "--fifo")
            try device.tell(app, "socket tcp \(server.place)")
            try device.wait(app, toPrint: "kept false")
            try server.answer()
            try device.perform(.home)
            try device.wait(app, "suspended")
            let before = try device.mark()
            try server.say("is anybody there")
            #expect(try device.quiesce("why", app).code == 0)
            #expect(try device.ps(app).state == "suspended")
            #expect(try device.log(app).allSatisfy { $0.seq <= before })
        }
    }

    @Test(
        "An app that is killed is launched again; one that the user removes isn't",
        .behaviour("V6"))
    func relaunched() throws {
        try withDevice { device in
            let server = try CallServer(.tcp, in: device.home)
            let (app, _) = try suspended(device, to: server)
            let pid = try device.pid(app)
            #expect(kill(pid_t(pid), SIGKILL) == 0)
            #expect(try server.receive() == "")
            try device.wait(for: "another launch", app: app) { $0.reason == "voipRelaunched" }
            try device.wait(app, "suspended")
            #expect(try device.ps(app).launch == 2)
            try device.perform(.quit(app: app))
            try device.wait(app, "notRunning")
            let why = try device.quiesce("why", app).out
            #expect(!why.contains("is launched again"), "\(why)")
        }
    }

    @Test(
        "After a restart of the device it is launched, as it waits for calls", .behaviour("V3"))
    func atStart() throws {
        try withDevice { device in
            let server = try CallServer(.tcp, in: device.home)
            let (app, _) = try suspended(device, to: server)
            _ = try device.down()
            try device.start()
            try device.wait(for: "another launch", app: app) { $0.reason == "voipAtStart" }
            try device.wait(app, "suspended")
            #expect(try device.ps(app).launch == 2)
        }
    }

    @Test(
        "A flood is rate-limited, all of it is read in the end, and another app isn't late",
        .behaviour("V1"))
    func flood() throws {
        try withDevice { device in
            let server = try CallServer(.tcp, in: device.home)
            let (app, descriptor) = try suspended(device, to: server)
            for number in 0..<30 {
                try server.say("flood \(number);")
                if number < 20 {
                    try device.wait(app, toPrint: "flood \(number);")
                    try device.wait(app, "suspended")
                }
            }
            #expect(try device.log(app).contains { $0.reason == "voipRationed" })
            try device.wait(app, toPrint: "flood 29;")
            _ = descriptor
        }
    }

    @Test(
        "A keep-alive handler is refused below five minutes, and taken from there", .behaviour("V2")
    )
    func keepAlive() throws {
        try withDevice { device in
            let app = try device.installRecorder(Self.voip)
            try device.open(app, "--fifo")
            try device.tell(app, "keepAlive 299", "keepAlive 300")
            try device.wait(app, toPrint: "keepAlive true")
            #expect(try device.output(app).contains("keepAlive false"))
            #expect(try device.quiesce("why", app).out.contains("keep-alive handler"))
        }
    }
}
