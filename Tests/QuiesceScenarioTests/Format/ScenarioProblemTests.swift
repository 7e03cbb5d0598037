import QuiesceCore
import Testing

@testable import QuiesceScenario

/// Files with one thing wrong: where it is said to be, and some of what is said.
@Suite struct ScenarioProblemTests {
    static let files: [(String, String, String)] = [
        (
            "scenario: x\naudio: 1\napps: [{id: a.b}]", "2:1",
            "unknown key \"audio\""
        ),
        (
            "scenario: x\nappz: 1\napps: [{id: a.b}]", "2:1",
            "unknown key \"appz\"; a scenario takes"
        ),
        ("apps: [{id: a.b}]", "1:1", "begins with \"scenario:\""),
        ("scenario: x", "1:1", "needs \"apps:\""),
        ("scenario: x\napps: []", "2:7", "at least one app"),
        ("scenario: x\napps: {id: a.b}", "2:7", "expected a list of apps, got a map"),
        ("scenario: x\napps: [{id: a.b}]\ndevice: {profile: ios9}", "3:19", "no profile ios9"),
        ("scenario: x\napps: [{id: a.b}]\ndevice: {lasts: 12}", "3:17", "a duration such as 40s"),
        ("scenario: x\napps: [{id: a.b}]\ndevice: {lasts: 0s}", "3:17", "above 0"),
        ("scenario: x\napps: [{id: a.b}]\ndevice: {lasts: 9999d}", "3:17", "up to 3660d"),
        ("scenario: x\napps: [{id: a.b}]\ndevice: {start: 2026-02-30}", "3:17", "a date such as"),
        ("scenario: x\napps: [{id: a.b}]\ndevice: ios8", "3:9", "device is a map of"),
        ("scenario: x\napps: [{id: a.b}]\nscenario: y", "1:1", "appears twice"),
        ("scenario: x\napps: [", "3:1", "not YAML"),
        ("- scenario", "1:1", "a scenario is a map of"),
    ]

    static let declarations: [(String, String, String)] = [
        ("{name: x}", "2:8", "needs an id"),
        ("{id: a_b}", "2:13", "reverse-DNS"),
        ("{id: a.b}, {id: a.b}", "2:19", "a second time (first in line 2)"),
        ("{id: a.b, modes: fetch}", "2:25", "a list in brackets"),
        ("{id: a.b, modes: [fecth]}", "2:26", "got \"fecth\""),
        ("{id: a.b, exitsOnSuspend: yes}", "2:34", "true or false, got \"yes\""),
        ("{id: a.b, builtFor: eight}", "2:28", "a whole number from 1"),
        ("{id: a.b, behaves: {sleeps: 3s}}", "2:28", "unknown key \"sleeps\""),
        ("{id: a.b, behaves: {memory: lots}}", "2:36", "a size such as"),
        ("{id: a.b, behaves: {completesAfter: 3}}", "2:44", "or never"),
        ("{id: a.b, behaves: {completesWith: data}}", "2:43", "one of newData, noData, failed"),
        ("{id: a.b, behaves: {ignores: [everything]}}", "2:38", "got \"everything\""),
        ("{id: a.b, behaves: {tasks: [{in: performFetch}]}}", "2:36", "needs \"for\""),
        ("{id: a.b, behaves: {tasks: [{in: x, for: 3s}]}}", "2:41", "in must be one of"),
        ("{bundle: /nowhere.app}", "2:17", "No such file"),
        ("{bundle: /nowhere.app, id: a.b}", "2:31", "read from the bundle"),
    ]

    static let happenings: [(String, String, String)] = [
        ("at: 25:00, home: ", "5:10", "\"25:00\" is not a time of day"),
        ("at: noon, home: ", "5:10", "at must be a time such as"),
        ("at: 06:00, home: ", "5:10", "before the start"),
        ("at: day 4 12:00, home: ", "5:10", "after the end"),
        ("at: day 0 12:00, home: ", "5:10", "days count from 1"),
        ("at: 2026-02-30 12:00, home: ", "5:10", "is not a date"),
        ("at: every 30m from 17:00 to 09:00, home: ", "5:10", "09:00 is not after 17:00"),
        ("at: every 0s, home: ", "5:10", "above 0"),
        ("at: every blue day, home: ", "5:10", "after \"every\""),
        ("at: every saturday 12:00, home: ", "5:10", "never happens"),
        ("at: every 1ms, fetch: b", "5:10", "over 1000000 times"),
        ("at: +-30s, home: ", "5:10", "a duration such as 30s"),
        ("at: +3d, home: ", "5:10", "after the end"),
        ("at: 07:00, stall: 3d", "5:10", "goes on after the end"),
        ("at: 07:00, stall: -3s", "5:24", "must be a duration"),
        ("at: 07:00, open: Maps", "5:23", "no app is called \"Maps\"; declared: a.b"),
        ("at: 07:00, opn: b", "5:17", "unknown key \"opn\"; an event takes"),
        ("at: 07:00, audio: on", "5:17", "unknown key \"audio\""),
        ("at: 07:00, network: 4G", "5:26", "wifi, cellular, none"),
        ("at: 07:00, server: {answers: busy}", "5:25", "needs \"host\""),
        ("at: 07:00, server: {host: c.example, answers: busy}", "5:32", "no server is called"),
        ("at: 07:00, server: {host: a.example}", "5:25", "takes one change"),
        ("at: 07:00, transferAgent: sleep", "5:32", "kill"),
        ("at: 07:00, transfer: b", "5:27", "one thing that the app does"),
        ("at: 07:00, transfer: {app: b, begin: 1}", "5:27", "needs \"host\""),
        ("at: 07:00, open: b, home: ", "5:5", "one thing, got open and home"),
        ("at: 07:00", "5:5", "needs an action"),
        ("open: b", "5:5", "needs \"at\""),
        ("at: 07:00, home: now", "5:23", "takes nothing after the colon"),
        ("at: 07:00, push: {app: b, times: 5000}", "5:39", "from 1 to 1000"),
        ("at: 07:00, push: {times: 5}", "5:23", "push needs \"app\""),
        ("at: 07:00, behave: b", "5:25", "from now on"),
        ("at: 07:00, call: missed", "5:23", "call incoming|answer|end"),
        ("at: 07:00, battery: 350%", "5:26", "battery LEVEL [unplugged|charging|full]"),
        ("at: 07:00, flood: {app: b, messages: 0}", "5:43", "from 1 to 10000"),
        ("at: 07:00, memoryPressure: {level: high, missing: 1MB}", "5:41", "one of warning"),
        ("at: 07:00, memoryPressure: {level: critical}", "5:33", "needs \"level\""),
        ("at: 07:00, killDaemon: {when: now}", "5:36", "one of idle"),
    ]

    @Test("A mistake about the device or the file is shown where it is", arguments: files)
    func device(text: String, place: String, part: String) {
        expect(text, place, part)
    }

    @Test("A mistake about an app is shown where it is", arguments: declarations)
    func app(entry: String, place: String, part: String) {
        expect("scenario: x\napps: [\(entry)]", place, part)
    }

    @Test("An impossible event is shown where it is", arguments: happenings)
    func event(entry: String, place: String, part: String) {
        expect(events(entry), place, part)
    }

    @Test("Every mistake is reported, in the order of the file")
    func several() {
        let text =
            "scenario: x\nevents: [{at: 25:00, open: Maps}, {at: 12:00, hom: }]\napps: [{id: 1_}]"
        #expect(problems(text).map { $0.line ?? 0 } == [2, 2, 2, 3])
    }

    @Test("An app may be named by the end of its id, if that is one app's alone")
    func ambiguous() {
        let text =
            "scenario: x\napps: [{id: a.Mail}, {id: b.Mail}]\nevents: [{at: 07:00, open: Mail}]"
        #expect(problems(text).first?.message.contains("a.Mail or b.Mail") == true)
        #expect(problems(text.replacing("open: Mail", with: "open: b.Mail")).isEmpty)
    }

    @Test("A file that can't be read says so")
    func unreadable() {
        #expect(throws: ScenarioProblems.self) { try ScenarioFile.load("/nowhere/x.yaml") }
        do {
            _ = try ScenarioFile.load("/nowhere/x.yaml")
        } catch {
            #expect("\(error)" == "/nowhere/x.yaml: can't read it: No such file or directory")
        }
    }

    private func expect(_ text: String, _ place: String, _ part: String) {
        let found = problems(text)
        let wanted = found.contains {
            "\($0)".hasPrefix("f.yaml:\(place): ") && $0.message.contains(part)
        }
        #expect(wanted, "\(found)")
        #expect(found.count == 1, "\(found)")
    }

    private func problems(_ text: String) -> [ScenarioProblem] {
        do {
            _ = try ScenarioFile(text: text, path: "f.yaml")
            return []
        } catch {
            return error.problems
        }
    }
}
