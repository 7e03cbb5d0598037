import Glibc
import QuiesceTerminal
import QuiesceWire
import Testing

@testable import QuiesceConsole

@Suite("Commands of the page") struct CommandTests {
    /// A command line without quotes.
    private func requests(_ line: String, input: String? = nil) throws -> [ControlRequest] {
        try ConsoleCommand(line.split(separator: " ").map(String.init), input: input).requests
    }

    @Test("A tap is two phases, and one phase is one")
    func touches() throws {
        #expect(
            try requests("send touch 160 52.5") == [
                .sendEvent(["touch", "began", "160", "52.5"]),
                .sendEvent(["touch", "ended", "160", "52.5"]),
            ])
        #expect(
            try requests("send touch 1 2 --phase moved")
                == [.sendEvent(["touch", "moved", "1", "2"])])
    }

    @Test("Events are sent in the words that the daemon reads")
    func events() throws {
        #expect(
            try requests("send battery 35% charging") == [
                .sendEvent(["battery", "35%", "charging"])
            ])
        #expect(
            try requests("send location -33.9 151.2 --accuracy 10")
                == [.sendEvent(["location", "-33.9", "151.2", "accuracy", "10.0"])])
        #expect(
            try requests("send accessory connect Scale --protocol a.b --protocol=c.d --model 7")
                == [
                    .sendEvent([
                        "accessory", "connect", "Scale", "protocol=a.b", "protocol=c.d", "model=7",
                    ])
                ])
        #expect(
            try requests("send motion --gyroscope 0,1.5,0 --accelerometer 0,0,-1").count == 2)
        #expect(
            try requests("send defaults a.b key -- -1")
                == [.setting(.setSetting(app: "a.b", key: "key", value: .integer(-1)))])
    }

    @Test("The user's commands are the daemon's requests")
    func user() throws {
        #expect(try requests("home") == [.home])
        #expect(try requests("unlock") == [.unlock])
        #expect(try requests("unlock", input: "1234") == [.passcode(.unlockWith(passcode: "1234"))])
        #expect(
            try requests("open a.b -- --count 3") == [
                .open(app: "a.b", arguments: ["--count", "3"])
            ])
        #expect(
            try requests("answer 17 deny") == [.permission(.answerPrompt(prompt: 17, allow: false))]
        )
        #expect(
            try requests("notifications open 3 --action reply --text hi")
                == [
                    .notification(.answerNotification(notification: 3, action: "reply", text: "hi"))
                ])
        #expect(
            try requests("purge --megabytes 200 --dry-run")
                == [.memory(.purge(bytes: 200_000_000, dryRun: true))])
        #expect(
            try requests("permissions a.b location while-in-use")
                == [
                    .permission(
                        .setPermission(
                            app: "a.b", permission: "location", state: "authorizedWhenInUse"))
                ])
        #expect(try requests("transfers pause 4") == [.transfer(.controlTransfer(4, .pause))])
    }

    @Test(
        "A wrong word is refused as `quiesce` refuses it, and nothing is sent",
        arguments: [
            "", "send", "send nothing", "home now", "send battery", "send battery 150%",
            "send battery 35% exploding", "send touch 1", "send touch a b",
            "send touch 1 2 --phase hovered", "send call maybe", "send orientation sideways",
            "send location 91 0", "send location 47 8 --accuracy x", "send beacon 7",
            "send beacon E2C56DB5-DFFB-48D2-B060-D0F5A71096E0 --major 70000", "send motion",
            "send motion --accelerometer 1,2", "send accessory connect",
            "send accessory list Scale",
            "send accessory connect Scale --pty /dev/pts/1", "send bluetooth dance",
            "send remote-control louder", "send shake twice", "send fetch", "send task a.b",
            "send defaults a.b key", "send push a.b payload.json", "send network 5g",
            "answer x allow",
            "answer 1 maybe", "permissions a.b camera allow",
            "permissions a.b microphone while-in-use",
            "purge --megabytes 0", "purge --megabytes", "transfers stop 1", "settings a.b key",
            "notifications dismiss", "notifications dismiss 1 --all",
            "notifications open 1 --text hi",
            "forecast --hours 200", "open a.b --shortcut x -- y", "lock --force",
        ])
    func wrong(line: String) {
        let failure = #expect(throws: Failure.self) { try requests(line) }
        #expect(failure?.exitCode == EX_USAGE)
    }

    @Test(
        "Commands that read or write the user's files, or end the daemon, are for a shell",
        arguments: [
            "down", "up", "restart", "install x.app", "get https://example.org -o /tmp/x", "new X",
            "console", "screen --svg /tmp/x", "replay x", "send location --gpx /etc/passwd",
            "gateway join x", "passcode set",
        ])
    func forShells(line: String) { #expect(throws: Failure.self) { try requests(line) } }

    @Test("A payload is checked before it is sent")
    func payloads() throws {
        let app = "send push a.b -"
        #expect(
            try requests(app, input: "{}") == [
                .push(.sendPush(app: "a.b", payload: "{}", voip: false))
            ])
        #expect(throws: Failure.self) { try requests(app) }
        #expect(throws: Failure.self) { try requests(app, input: "[1]") }
        let long = "{\"a\":\"\(String(repeating: "x", count: 4_100))\"}"
        #expect(throws: Failure.self) { try requests(app, input: long) }
        #expect(try requests("send push a.b --voip -", input: long).count == 1)
    }

    @Test("A command has a bounded number of words") func many() {
        #expect(throws: Failure.self) {
            try requests("open a.b -- " + String(repeating: "x ", count: ConsoleLimits.words))
        }
    }
}
