import TestSupport
import Testing

@testable import QuiesceCore

@Suite struct ProfileTests {
    @Test(
        "The generations differ as the documents say",
        .behaviour("T3", "T5", "R2", "R3", "O4", "O5", "U2"))
    func generations() {
        #expect(PolicyProfile.named.map(\.name) == ["ios4", "ios7", "ios8", "ios26", "ios27"])
        #expect(
            PolicyProfile.named.map(\.backgroundAllowance.inSeconds) == [600, 180, 180, 30, 30])
        #expect(
            PolicyProfile.named.map(\.deviceSleepSuspendsTasks) == [false, true, true, true, true])
        #expect(
            PolicyProfile.named.map(\.pushWakesNeedContentAvailable) == [
                true, false, true, true, true,
            ])
        #expect(
            PolicyProfile.named.map(\.pushAlertAwaitsWake) == [false, true, false, false, false])
        #expect(PolicyProfile.named.map(\.forceQuitBarsLaunch) == [false, true, true, true, true])
        #expect(PolicyProfile.named.map(\.notificationsPerApp) == [128, 128, 128, 64, 64])
        #expect(PolicyProfile.named.map(\.silentPushesPerHour) == [4, 4, 4, 3, 3])
        #expect(PolicyProfile.named.map(\.scenesRequired) == [false, false, false, false, true])
        #expect(
            PolicyProfile.named.map(\.continuedTasksYield) == [false, false, false, true, true])
        #expect(PolicyProfile.ios4.backgroundModes == [.audio, .location, .voip])
    }

    @Test("Without overrides it is ios8")
    func empty() throws {
        #expect(try PolicyProfile(overrides: []) == .ios8)
    }

    @Test("base chooses what the rest is set in, wherever it stands")
    func base() throws {
        let profile = try PolicyProfile(overrides: [
            ("launchLimitSeconds", .integer(20)), ("base", .string("ios4")),
            ("name", .string("kiosk")),
        ])
        var expected = PolicyProfile.ios4
        expected.name = "kiosk"
        expected.launchLimit = .seconds(20)
        #expect(profile == expected)
    }

    @Test("Every duration is set by its key, in seconds")
    func durations() throws {
        let keys = PolicyProfile.keys.filter { $0.hasSuffix("Seconds") }
        #expect(keys.count == 29)
        for key in keys {
            // Above and below the others it is compared with.
            let seconds = key.hasPrefix("expiration") || key == "crashBackoffSeconds" ? 1.5 : 700.25
            let profile = try PolicyProfile(overrides: [(key, .number(seconds))])
            let field = String(key.dropLast("Seconds".count))
            let changed = Mirror(reflecting: profile).children.filter { child in
                let before = Mirror(reflecting: PolicyProfile.ios8).children
                    .first { $0.label == child.label }?.value
                guard let new = child.value as? Interval else { return false }
                return new != before as? Interval
            }
            #expect(changed.map(\.label) == [field])
            #expect((changed.first?.value as? Interval)?.inSeconds == seconds)
        }
    }

    @Test("Every rule is set by its key")
    func rules() throws {
        for key in [
            "deviceSleepSuspendsTasks", "pushWakesNeedContentAvailable", "forceQuitBarsLaunch",
            "multitaskingSupported", "pushAlertAwaitsWake", "locationKeepsRunning",
            "locationRelaunches", "locationOutlivesForceQuit", "continuedTasksYield",
            "relaunchDelayLapses",
        ] {
            let before = Mirror(reflecting: PolicyProfile.ios8).children
            let was = before.first { $0.label == key }?.value as? Bool == true
            let profile = try PolicyProfile(overrides: [(key, .bool(!was))])
            let changed = zip(before, Mirror(reflecting: profile).children).filter {
                ($0.value as? Bool) != ($1.value as? Bool)
            }
            #expect(changed.map(\.1.label) == [key])
        }
        let modes = try PolicyProfile(overrides: [("backgroundModes", .strings(["voip", "fetch"]))])
        #expect(modes.backgroundModes == [.voip, .fetch])
    }

    @Test("The list of keys is complete")
    func complete() {
        let fields = Mirror(reflecting: PolicyProfile.ios8).children.compactMap { child in
            child.label.map { child.value is Interval ? $0 + "Seconds" : $0 }
        }
        #expect(Set(PolicyProfile.keys) == Set(fields + ["base"]))
    }

    @Test(
        "What is wrong is named with its key and what was expected",
        arguments: [
            (
                "base", ProfileValue.string("ios5"),
                "base must be one of ios4, ios7, ios8, ios26, ios27"
            ),
            ("base", .integer(8), "base must be one of ios4, ios7, ios8, ios26, ios27"),
            ("name", .string(""), "name must be a string of 1 to 64 bytes"),
            (
                "launchLimitSeconds", .string("5"),
                "launchLimitSeconds must be a number of seconds from 0.001 to 31536000"
            ),
            (
                "launchLimitSeconds", .integer(0),
                "launchLimitSeconds must be a number of seconds from 0.001 to 31536000"
            ),
            (
                "launchLimitSeconds", .integer(-1),
                "launchLimitSeconds must be a number of seconds from 0.001 to 31536000"
            ),
            (
                "launchLimitSeconds", .integer(.max),
                "launchLimitSeconds must be a number of seconds from 0.001 to 31536000"
            ),
            (
                "launchLimitSeconds", .number(1e300),
                "launchLimitSeconds must be a number of seconds from 0.001 to 31536000"
            ),
            (
                "launchLimitSeconds", .number(.nan),
                "launchLimitSeconds must be a number of seconds from 0.001 to 31536000"
            ),
            (
                "launchLimitSeconds", .number(-.infinity),
                "launchLimitSeconds must be a number of seconds from 0.001 to 31536000"
            ),
            (
                "crashBackoffSeconds", .number(-0.1),
                "crashBackoffSeconds must be a number of seconds from 0 to 31536000"
            ),
            ("multitaskingSupported", .integer(1), "multitaskingSupported must be true or false"),
            (
                "expirationWarningSeconds", .integer(181),
                "expirationWarningSeconds must be no more than backgroundAllowanceSeconds (180 s)"
            ),
            (
                "crashBackoffSeconds", .integer(601),
                "crashBackoffSeconds must be no more than crashBackoffMostSeconds (600 s)"
            ),
        ])
    func errors(key: String, value: ProfileValue, message: String) {
        #expect {
            try PolicyProfile(overrides: [(key, value)])
        } throws: { ($0 as? ProfileError)?.description == message }
    }

    @Test("Unknown keys and modes and repeated keys are refused")
    func unknown() {
        #expect { try PolicyProfile(overrides: [("launchLimit", .integer(5))]) } throws: {
            ($0 as? ProfileError)?.description.hasPrefix("launchLimit must be one of base, name")
                == true
        }
        #expect {
            try PolicyProfile(overrides: [("backgroundModes", .strings(["fetch", "x"]))])
        } throws: {
            ($0 as? ProfileError)?.description.hasPrefix(
                "backgroundModes must be a list of any of audio") == true
        }
        #expect(throws: ProfileError(key: "name", expected: "given once")) {
            try PolicyProfile(overrides: [("name", .string("a")), ("name", .string("b"))])
        }
    }
}
