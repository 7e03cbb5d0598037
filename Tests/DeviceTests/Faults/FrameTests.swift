import Foundation
import Glibc
import QuiesceWire
import TestSupport
import Testing

@Suite("What an app may send, and how much")
struct FrameTests {
    private struct Frame {
        var name: String
        /// Python that sends it over `link`.
        var code: String
        var error: String
        init(_ name: String, _ code: String, _ error: String) {
            self.name = name
            self.code = code
            self.error = error
        }
    }

    /// Each after a good hello.
    private static let frames = [
        Frame("empty", "link.send(b'')", "malformed"),
        Frame("one byte", "link.send(b'{')", "malformed"),
        Frame("cut short", "link.send(b'{\"type\":\"handled\",\"seq\":')", "malformed"),
        Frame("trailing bytes", "link.send(b'{\"type\":\"handled\",\"seq\":0} x')", "malformed"),
        Frame("not UTF-8", "link.send(b'{\"type\":\"\\xff\\xfe\"}')", "malformed"),
        Frame("a NUL", "link.send(b'\\0')", "malformed"),
        Frame("an array", "link.send(b'[]')", "malformed"),
        Frame("null", "link.send(b'null')", "malformed"),
        Frame("no type", "link.send(b'{}')", "malformed"),
        Frame("a type of a wrong type", "link.send(b'{\"type\":7}')", "malformed"),
        Frame("unknown type", "say(link, type='obey')", "unknownType"),
        Frame("a missing field", "say(link, type='handled')", "malformed"),
        Frame("a negative number", "say(link, type='handled', seq=-1)", "malformed"),
        Frame("a number too large", "say(link, type='handled', seq=2**64)", "malformed"),
        Frame("half a number", "say(link, type='handled', seq=0.5)", "malformed"),
        Frame("a word for a number", "say(link, type='handled', seq='1')", "malformed"),
        Frame("deep nesting", "link.send(b'['*60000)", "malformed"),
        Frame("too large", "link.send(b' '*65537)", "tooLarge"),
        Frame("far too large", "link.send(b' '*150000)", "tooLarge"),
        Frame("a false acknowledgement", "say(link, type='handled', seq=2**64-1)", "outOfOrder"),
        Frame("a second hello", "hello(link)", "outOfOrder"),
        Frame(
            "a descriptor",
            "socket.send_fds(link, [b'{\"type\":\"handled\",\"seq\":0}'], [link.fileno()])",
            "unexpectedDescriptor"),
        Frame(
            "many descriptors",
            "socket.send_fds(link, [b'{\"type\":\"handled\",\"seq\":0}'], [link.fileno()]*200)",
            "unexpectedDescriptor"),
    ]

    @Test(
        "Each wrong frame gets one typed error and the end of the connection, and harms nobody else",
        .behaviour("reliability A3"))
    func frames() throws {
        try withDevice(profile: "launchLimitSeconds = 60") { device in
            let other = try Puppet(device, "other")
            try device.open(other.app)
            try device.wait(other.app, "active")
            try device.perform(.home)
            try device.wait(other.app, "suspended")
            let puppet = try Puppet(device)
            try device.open(puppet.app, "--raw")
            try puppet.run("link = dial(); live(link)")
            try device.wait(puppet.app, "active")
            let descriptors = try descriptorCount(device)
            struct Said: Decodable, Equatable {
                var type: String
                var code: String?
            }
            for frame in Self.frames {
                let said = try puppet.ask(
                    """
                    try: \(frame.code)
                    except BrokenPipeError: pass
                    result = []
                    while True:
                        message = hear(link)
                        if message is None: break
                        if message["type"] not in ("deliver", "welcome", "ack"): result.append(message)
                    link.close()
                    link = redial(2, 2)
                    """, [Said].self)
                #expect(said == [Said(type: "error", code: frame.error)], "\(frame.name)")
            }
            // Before a hello nothing else counts; a hello of another version isn't answered.
            for (code, error) in [
                ("say(link, type='handled', seq=1)", "outOfOrder"),
                (
                    "say(link, type='hello', version=99, lastReceived=0, lastHandled=0, openTasks=[], outbox=0)",
                    "unsupportedVersion"
                ),
                (
                    "say(link, type='hello', version=1, lastReceived=0, lastHandled=0, openTasks=list(range(1, 1002)), outbox=0)",
                    "malformed"
                ),
                (
                    "say(link, type='hello', version=1, lastReceived=2, lastHandled=2**63-1, openTasks=[], outbox=0)",
                    "outOfOrder"
                ),
            ] {
                let said = try puppet.ask(
                    """
                    link.close()
                    while True:
                        link = dial()
                        try: \(code)
                        except OSError: pass
                        result = hear(link)
                        if result["code"] != "alreadyConnected": break
                    assert hear(link) is None
                    """, Said.self)
                #expect(said.code == error, "\(code)")
            }
            #expect(try device.ps(puppet.app).state == "active")
            #expect(try device.ps(puppet.app).launch == 1)
            #expect(try device.push(other.app).refusal == nil)
            try device.wait(for: "the other's wake-up", app: other.app) {
                $0.reason == "completedNewData"
            }
            #expect(try device.ps(other.app).launch == 1)
            // The descriptors that came with the frames are closed.
            try puppet.run("link.close()")
            try waitUntil("closed") { try descriptorCount(device) <= descriptors }
        }
    }

    private func descriptorCount(_ device: LiveDevice) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(device.daemonPID)/fd").count
    }

    @Test(
        "Within its quota every task is begun and ended; beyond it the app is cut off, and others' wake-ups don't wait",
        .behaviour("reliability A4", "T1"))
    func flood() throws {
        try withDevice(profile: "launchLimitSeconds = 60\n" + LiveDevice.unlimitedPushes) {
            device in
            let other = try Puppet(device, "other")
            try device.open(other.app)
            try device.wait(other.app, "active")
            try device.perform(.home)
            try device.wait(other.app, "suspended")
            let flooder = try Puppet(device, "flooder")
            try device.open(flooder.app, "--raw")
            try flooder.run("link = dial(); live(link)")
            try device.wait(flooder.app, "active")
            // As many as an honest app might need at once: all succeed.
            let acknowledged = try flooder.ask(
                """
                for n in range(1, 1001):
                    say(link, type="beginTask", request=2*n-1, task=n)
                    say(link, type="endTask", request=2*n, task=n)
                result = hear_until(link, type="ack", request=2000)["request"]
                """, Int.self)
            #expect(acknowledged == 2_000)
            #expect(try device.ps(flooder.app).tasks == 0)
            // And then without end, in a thread that comes back as often as it is cut off.
            try flooder.run(
                """
                errors, said, taken, began = [], 0, 0, time.monotonic()
                def flood():
                    global link, said, taken
                    while True:
                        first = heard = 2000 + said
                        try:
                            while True:
                                said += 1
                                n = 2000 + said
                                say(link, type="beginTask", request=n, task=n)
                        except OSError: pass
                        # That what it said wasn't read is heard before what it was told.
                        for _ in range(2):
                            try:
                                while message := hear(link):
                                    if message["type"] == "error": errors.append(message["code"])
                                    if message["type"] == "ack": heard = message["request"]
                            except OSError: pass
                        taken += heard - first
                        link.close()
                        try:
                            link = dial(); hello(link, received=2, handled=2)
                        except OSError: pass
                threading.Thread(target=flood, daemon=True).start()
                """)
            // Where the machine has too much else to do for a flood, it is served within its quota.
            try flooder.run(
                "while 'flooding' not in errors and time.monotonic() < began + 20: time.sleep(0.01)"
            )
            let isWithinQuota = try flooder.ask(
                "result = 'flooding' in errors or said <= 6000 + 1000 * (time.monotonic() - began)",
                Bool.self)
            #expect(isWithinQuota, "4,000 at once and 1,000 a second, and what is in the socket")
            for number in 1...20 {
                let mark = try device.mark()
                #expect(try device.push(other.app, number).refusal == nil)
                // The flood doesn't end: who waited behind it would wait for ever.
                try waitUntil("woken") {
                    try device.log(other.app).contains {
                        $0.seq > mark && $0.reason == "completedNewData"
                    }
                }
            }
            // However often it has connected: a new connection brings no new quota.
            try flooder.run("while time.monotonic() < began + 8: time.sleep(0.01)")
            let hasTaken = try flooder.ask(
                "result = [taken, 4000 + 1000 * (time.monotonic() - began)]", [Double].self)
            #expect(hasTaken[0] <= hasTaken[1], "messages that it took, and its quota")
            let history = try JournalHistory(device)
            #expect(history.verdicts.values.filter { $0 == ["completedNewData"] }.count == 20)
        }
    }

    @Test(
        "An app that doesn't read holds up nobody, and what waits for it is bounded",
        .behaviour("reliability A4"))
    func slowReader() throws {
        try withDevice(profile: "launchLimitSeconds = 60\npushLimitSeconds = 30") { device in
            let puppet = try Puppet(device)
            let other = try Puppet(device, "other")
            try device.open(puppet.app, "--raw")
            try puppet.run("link = dial(); live(link)")
            try device.wait(puppet.app, "active")
            var accepted = 0
            let text = String(repeating: "\\\"", count: 1_900)
            var refusal: String?
            while refusal == nil, accepted < 100 {
                let answer = try device.call(
                    .push(
                        .sendPush(
                            app: puppet.app,
                            payload: "{\"aps\":{\"content-available\":1},\"text\":\"\(text)\"}")))
                refusal = answer.refusal?.reason
                if refusal == nil { accepted += 1 }
            }
            #expect(refusal == "tooManyWakes")
            #expect(accepted <= 64)
            #expect(try device.push(other.app, 1).refusal == nil)
            try device.wait(for: "the other's wake-up", app: other.app) {
                $0.reason == "completedNewData"
            }
            // It took them and did nothing.
            try device.wait(for: "the end", app: puppet.app) {
                $0.to == "notRunning" && $0.reason == "completionHandlerMissing"
            }
        }
    }

    @Test(
        "Tasks end with their connection, and a launch goes on when it comes back",
        .behaviour("reliability A5", "T2"))
    func closedMidTask() throws {
        try withDevice(profile: "launchLimitSeconds = 60") { device in
            let puppet = try Puppet(device)
            try device.open(puppet.app, "--raw")
            // Before its hello a connection is nothing; the launch waits.
            try puppet.run(
                """
                dial().close(); link = redial()
                assert hear(link)["call"] == "finishLaunching"
                say(link, type="handled", seq=1)
                """)
            try device.wait(puppet.app, "active")
            try puppet.run(
                """
                say(link, type="beginTask", request=1, task=1, name="work")
                hear_until(link, type="ack", request=1)
                second = dial()
                assert hear(second)["code"] == "alreadyConnected"
                assert hear(second) is None
                """)
            #expect(try device.ps(puppet.app).tasks == 1)
            try puppet.run("link.close()")
            try waitUntil("ended") { try device.ps(puppet.app).tasks == 0 }
            #expect(try device.log(puppet.app).contains { $0.reason == "connectionLost" })
            try puppet.run(
                """
                link = redial(2, 2)
                say(link, type="beginTask", request=2, task=2)
                hear_until(link, type="ack", request=2)
                """)
            #expect(try device.ps(puppet.app).tasks == 1)
            #expect(try device.ps(puppet.app).state == "active")
        }
    }
}
