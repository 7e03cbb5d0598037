import QuiesceWire
import TestSupport
import Testing

@Suite("Requests of real apps are kept") struct KeptRequestDeviceTests {
    private static let voip = ["UIBackgroundModes": ["voip"]]
    /// It has no end but the connection's.
    private static let head = "HTTP/1.1 200 OK\r\n\r\n"
    private static let cancelled = "call over -999"

    private func install(_ device: LiveDevice, _ plist: [String: Any] = voip) throws -> String {
        let app = try device.install("TransferTestApp", id: "org.quiesce.tests.Phone", plist)
        try device.open(app, "--fifo")
        return app
    }

    /// Has the app make a request, whose answer the server begins.
    private func call(
        _ device: LiveDevice, _ app: String, _ server: CallServer, _ mark: String = ""
    ) throws {
        try device.tell(app, "call http://127.0.0.1:\(server.place)/calls \(mark)")
        try server.answer()
        try server.say(Self.head)
        try device.wait(app, toPrint: "call answered 200")
    }

    private func leave(_ device: LiveDevice, _ app: String) throws {
        try device.perform(.home)
        try device.wait(app, "suspended")
    }

    @Test(
        "An answer that goes on wakes the app that marked its request for VoIP, and so does the answer's end",
        .behaviour("V1", "V7", "V9"), arguments: [false, true])
    func goesOn(endsRudely: Bool) throws {
        try withDevice { device in
            let server = try CallServer(.tcp, in: device.home)
            let app = try install(device)
            try call(device, app, server)
            try leave(device, app)
            for number in 1...3 {
                try server.say("call \(number);")
                try device.wait(app, toPrint: "call says call \(number);")
                try device.wait(app, "suspended")
            }
            #expect(try device.log(app).filter { $0.reason == "wokenForVoIP" }.count >= 3)
            #expect(try device.quiesce("why", app).out.contains("woken when something arrives"))
            server.hangUp(rudely: endsRudely)
            try device.wait(app, toPrint: endsRudely ? "call over -1005" : "call over 0")
            try device.wait(app, "suspended")
            let why = try device.quiesce("why", app).out
            #expect(!why.contains("woken when something arrives"), "\(why)")
            #expect(try device.ps(app).launch == 1)
        }
    }

    @Test(
        "An answer that begins out of sight wakes the app, which gets all of it in its completion handler",
        .behaviour("V1", "V7"))
    func isPolled() throws {
        try withDevice { device in
            let server = try CallServer(.tcp, in: device.home)
            let app = try install(device)
            try device.tell(app, "poll http://127.0.0.1:\(server.place)/next")
            try server.answer()
            try leave(device, app)
            try server.say("HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\nit ")
            try device.wait(for: "a wake-up", app: app) { $0.reason == "wokenForVoIP" }
            try device.wait(app, "suspended")
            try server.say("rang")
            try device.wait(app, toPrint: "polled 200 it rang 0")
            #expect(try server.receive() == "")
        }
    }

    @Test("A request that isn't marked wakes nobody", .behaviour("V7", "O4"))
    func isUnmarked() throws {
        try withDevice { device in
            let server = try CallServer(.tcp, in: device.home)
            let app = try install(device)
            try call(device, app, server, "unmarked")
            try leave(device, app)
            let before = try device.mark()
            try server.say("is anybody there;")
            #expect(try !device.quiesce("why", app).out.contains("woken when something arrives"))
            #expect(try device.ps(app).state == "suspended")
            #expect(try device.log(app).allSatisfy { $0.seq <= before })
            try device.open(app)
            try device.wait(app, toPrint: "call says is anybody there;")
        }
    }

    @Test(
        "A request that is cancelled is kept no more, and its server hears the end",
        .behaviour("V7"))
    func isCancelled() throws {
        try withDevice { device in
            let server = try CallServer(.tcp, in: device.home)
            let app = try install(device)
            try call(device, app, server)
            try device.tell(app, "hangUp")
            try device.wait(app, toPrint: Self.cancelled)
            #expect(try server.receive() == "")
            try leave(device, app)
            let why = try device.quiesce("why", app).out
            #expect(!why.contains("woken when something arrives"), "\(why)")
        }
    }

    @Test(
        "Without the mode a marked request is carried out, and isn't kept", .behaviour("V1", "O4"))
    func isUndeclared() throws {
        try withDevice { device in
            let server = try CallServer(.tcp, in: device.home)
            let app = try install(device, [:])
            try call(device, app, server)
            try leave(device, app)
            let before = try device.mark()
            try server.say("is anybody there;")
            #expect(try device.quiesce("why", app).code == 0)
            #expect(try device.log(app).allSatisfy { $0.seq <= before })
            try device.open(app)
            try device.wait(app, toPrint: "call says is anybody there;")
        }
    }
}
