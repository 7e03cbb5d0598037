import Foundation
import TestSupport
import Testing

@Suite("Accessories of real apps") struct AccessoryTests {
    @Test(
        "With the mode a session goes on while its app is suspended, and what comes wakes it, every byte",
        .behaviour("E1", "E2"))
    func goesOn() throws {
        try withDevice { device in
            let app = try device.installTalker()
            let scale = try FakeAccessory()
            try device.open(app, "--fifo")
            try device.wait(app, "active")
            try device.connect(scale)
            try device.wait(app, toPrint: "event accessory Scale true")
            try device.tell(app, "session \(scaleProtocol)")
            try device.wait(app, toPrint: "input open")
            scale.send("7 kg")
            try device.wait(app, toPrint: "read 4 7 kg")
            try device.tell(app, "write tare")
            #expect(scale.hear() == "tare\n")
            #expect(try device.accessories().contains("in a session with \(app)"))
            try device.perform(.home)
            try device.wait(app, "suspended")
            // In pieces, of which several come while it sleeps.
            for piece in ["8 ", "kg, ", "9 kg"] { scale.send(piece) }
            try device.wait(app, toPrint: "9 kg")
            try device.wait(app, "suspended")
            scale.send("10 kg")
            let printed = try device.wait(app, toPrint: "10 kg")
            #expect(Self.read(printed) == "7 kg8 kg, 9 kg10 kg")
            try device.wait(app, "suspended")
            #expect(try device.quiesce("why", app).out.contains("Scale"))
        }
    }

    @Test(
        "A suspended app is woken when its accessory is pulled out, and when another is connected",
        .behaviour("E2"))
    func comesAndGoes() throws {
        try withDevice { device in
            let app = try device.installTalker()
            let first = try FakeAccessory()
            try device.open(app, "--fifo")
            try device.wait(app, "active")
            try device.connect(first)
            try device.wait(app, toPrint: "event accessory Scale true")
            try device.tell(app, "session \(scaleProtocol)")
            try device.wait(app, toPrint: "input open")
            try device.perform(.home)
            try device.wait(app, "suspended")
            // In the middle of what it says.
            first.send("1")
            first.pull()
            try device.wait(app, toPrint: "event accessory Scale false []")
            try device.wait(app, toPrint: "disconnected Scale")
            try device.wait(app, toPrint: "input end")
            try device.wait(app, "suspended")
            let second = try FakeAccessory()
            try device.connect(second)
            try device.wait(app, toPrint: "event accessory Scale true", times: 2)
            try device.open(app)
            try device.wait(app, "active")
            try device.tell(app, "session \(scaleProtocol)")
            try device.wait(app, toPrint: "input open", times: 2)
            second.send("2 kg")
            try device.wait(app, toPrint: "2 kg")
        }
    }

    @Test(
        "Without the mode its accessory is disconnected when it is left, and connected when it is back",
        .behaviour("E1", "E3", "Q6"))
    func withoutMode() throws {
        try withDevice { device in
            let app = try device.installTalker(modes: [])
            let scale = try FakeAccessory()
            try device.open(app, "--fifo")
            try device.wait(app, "active")
            try device.connect(scale)
            try device.wait(app, toPrint: "event accessory Scale true")
            try device.tell(app, "session \(scaleProtocol)")
            try device.wait(app, toPrint: "input open")
            try device.perform(.home)
            try device.wait(app, "suspended")
            let printed = try device.wait(app, toPrint: "input end")
            #expect(printed.contains("event accessory Scale false []"))
            #expect(try !device.accessories().contains("session"))
            scale.send("nobody hears this")
            try device.open(app)
            try device.wait(app, toPrint: "event accessory Scale true", times: 2)
            try device.tell(app, "session \(scaleProtocol)")
            try device.wait(app, toPrint: "input open", times: 2)
        }
    }

    @Test(
        "A daemon that was killed goes on with the session of a suspended app", .behaviour("E1"))
    func daemonKilled() throws {
        try withDevice { device in
            let app = try device.installTalker()
            let scale = try FakeAccessory()
            try device.open(app, "--fifo")
            try device.wait(app, "active")
            try device.connect(scale)
            try device.wait(app, toPrint: "event accessory Scale true")
            try device.tell(app, "session \(scaleProtocol)")
            try device.wait(app, toPrint: "input open")
            try device.perform(.home)
            try device.wait(app, "suspended")
            device.killDaemon()
            scale.send("while nobody watches, ")
            try device.start()
            try device.wait(app, toPrint: "while nobody watches")
            try device.wait(app, "suspended")
            scale.send("and after")
            let printed = try device.wait(app, toPrint: "and after")
            #expect(Self.read(printed) == "while nobody watches, and after")
            #expect(!printed.contains("input end"))
        }
    }

    @Test("An app that runs while the daemon is killed keeps its session", .behaviour("E1"))
    func daemonKilledInFront() throws {
        try withDevice { device in
            let app = try device.installTalker()
            let scale = try FakeAccessory()
            try device.open(app, "--fifo")
            try device.wait(app, "active")
            try device.connect(scale)
            try device.wait(app, toPrint: "event accessory Scale true")
            try device.tell(app, "session \(scaleProtocol)")
            try device.wait(app, toPrint: "input open")
            device.killDaemon()
            scale.send("now, ")
            try device.start()
            try device.wait(app, toPrint: "now, ")
            try device.wait(app, "active")
            scale.send("then")
            try device.wait(app, toPrint: "then")
            try device.perform(.home)
            try device.wait(app, "suspended")
            scale.send("asleep")
            let printed = try device.wait(app, toPrint: "asleep")
            #expect(!printed.contains("event accessory Scale false"))
        }
    }

    @Test(
        "An app that does not read is suspended all the same, and others are not late",
        .behaviour("E1"))
    func deaf() throws {
        try withDevice { device in
            let app = try device.installTalker()
            let scale = try FakeAccessory()
            try device.open(app, "--fifo")
            try device.wait(app, "active")
            try device.connect(scale)
            try device.wait(app, toPrint: "event accessory Scale true")
            try device.tell(app, "session \(scaleProtocol)", "deaf")
            try device.wait(app, toPrint: "input open")
            try device.perform(.home)
            try device.wait(app, "suspended")
            let mark = try device.mark()
            while scale.send(String(repeating: "x", count: 1_000)) > 0 {}
            try device.wait(for: "its wake-up", app: app, after: mark) { $0.to == "background" }
            let other = try device.install(example: "SlowCount")
            try device.open(other)
            try device.wait(other, "active")
            try device.wait(app, "suspended")
            #expect(try device.ps(app).launch == 1)
        }
    }

    @Test(
        "No app gets an accessory whose protocol it has not declared, or that is another's",
        .behaviour("E2"))
    func impersonation() throws {
        try withDevice { device in
            let app = try device.installTalker()
            let scale = try FakeAccessory()
            try device.open(app, "--fifo")
            try device.wait(app, "active")
            try device.connect(scale)
            try device.wait(app, toPrint: "event accessory Scale true")
            try device.tell(app, "session \(scaleProtocol)")
            try device.wait(app, toPrint: "input open")
            for (id, protocols, reason) in [
                ("org.example.thief", [] as [String], "accessoryGone"),
                ("org.example.liar", ["org.example.lamp"], "accessoryGone"),
                ("org.example.rival", [scaleProtocol], "accessoryTaken"),
            ] {
                let thief = try device.install(
                    python: Self.thief, id: id,
                    ["UISupportedExternalAccessoryProtocols": protocols])
                try device.open(thief)
                try device.wait(thief, toPrint: "closed \(reason)")
            }
        }
    }

    /// Asks for the first accessory without asking what there is.
    private static let thief = """
        class Thief(App):
            def did_finish_launching(self, launch):
                self._request(type="accessory", accessory={
                    "action": "open", "session": 1, "connection": 1, "speaking": "org.example.scale"})

            def _take(self, message):
                if message["type"] != "accessory":
                    super()._take(message)
                elif message["accessory"]["kind"] != "present":
                    print(message["accessory"]["kind"], message["accessory"].get("reason"))

        Thief().run()
        """

    @Test(
        "One without a terminal of its own gets one, and is disconnected by its name",
        .behaviour("D1", "E2"))
    func made() throws {
        try withDevice { device in
            let app = try device.installTalker()
            try device.open(app, "--fifo")
            try device.wait(app, "active")
            let run = try device.quiesce(
                "send", "accessory", "connect", "Scale", "--protocol", scaleProtocol)
            let path = run.out.split(separator: " ").last.map {
                $0.trimmingCharacters(in: .whitespacesAndNewlines)
            }
            #expect(path?.hasPrefix("/dev/pts/") == true, "\(run.out)")
            try device.wait(app, toPrint: "event accessory Scale true")
            try device.tell(app, "session \(scaleProtocol)")
            try device.wait(app, toPrint: "input open")
            try device.perform(.home)
            try device.wait(app, "suspended")
            let accessory = try FileHandle(forUpdating: URL(fileURLWithPath: path ?? ""))
            try accessory.write(contentsOf: Data("5 kg".utf8))
            try device.wait(app, toPrint: "5 kg")
            let gone = try device.quiesce("send", "accessory", "disconnect", "Scale")
            #expect(gone.code == 0, "\(gone.error)")
            try device.wait(app, toPrint: "disconnected Scale")
            #expect(try device.accessories().isEmpty)
        }
    }

    @Test("What is no terminal is no accessory", .behaviour("E2"))
    func noTerminal() throws {
        try withDevice { device in
            for path in ["/dev/null", "/etc/passwd", "/nowhere"] {
                let run = try device.quiesce(
                    "send", "accessory", "connect", "Scale", "--protocol", scaleProtocol, "--pty",
                    path)
                #expect(run.code == 1 && run.error.contains(path), "\(run.error)")
            }
        }
    }

    /// All bytes that it read, in order.
    private static func read(_ printed: String) -> String {
        printed.split(separator: "\n").filter { $0.hasPrefix("read ") }.map {
            $0.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false).dropFirst(2)
                .joined()
        }.joined()
    }
}
