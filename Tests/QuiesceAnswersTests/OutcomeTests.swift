import QuiesceAnswers
import TestSupport
import Testing

@testable import QuiesceCore

@Suite("What came of it, in a line") struct OutcomeTests {
    private func id(_ name: String) throws -> AppID { try #require(AppID("org.example." + name)) }

    private func decision(
        _ app: AppID?, _ kind: Decision.Kind, from: AppState? = nil, to: AppState? = nil
    ) -> Decision {
        Decision(
            seq: 1, time: WallTime(nanoseconds: 0), app: app, launch: nil, kind: kind, from: from,
            to: to, reason: .opened, rule: nil, detail: nil)
    }

    private func line(_ decisions: [Decision]) -> String {
        Outcome.line("home", decisions, nobody: "no app was in front") {
            $0.name.split(separator: ".").last.map(String.init) ?? ""
        }
    }

    @Test("Where no app had anything to do with it, that is said", .behaviour("D1"))
    func nobody() throws {
        #expect(line([]) == "home: no app was in front")
        #expect(line([decision(nil, .input)]) == "home: no app was in front")
        #expect(line([decision(try id("A"), .refuse)]) == "home: no app was in front")
    }

    @Test(
        "Each change of an app's state has its words", .behaviour("D1"),
        arguments: [
            (.notRunning, .inactive, "was started"),
            (.notRunning, .background, "was launched in the background"),
            (.suspended, .background, "was woken"), (.suspended, .inactive, "came to the front"),
            (.background, .active, "came to the front"), (.active, .inactive, "is inactive now"),
            (.inactive, .active, "is active again"), (.inactive, .background, "left the screen"),
            (.background, .suspended, "was frozen"), (.background, .notRunning, "was ended"),
        ] as [(AppState, AppState, String)])
    func states(from: AppState, to: AppState, words: String) throws {
        let app = try id("A")
        #expect(line([decision(app, .transition, from: from, to: to)]) == "home: A \(words)")
    }

    @Test("An app is named once, for what was the most, and those with the same together")
    func several() throws {
        let (a, b, c, d) = (try id("A"), try id("B"), try id("C"), try id("D"))
        let left = decision(a, .transition, from: .inactive, to: .background)
        #expect(
            line([
                decision(a, .deliver), left, decision(a, .deliver), decision(b, .deliver),
                decision(c, .deliver),
            ]) == "home: A left the screen, B and C were told")
        #expect(
            line([a, b, c, d].map { decision($0, .wake) })
                == "home: A, B, C and 1 more were woken")
        #expect(line([left, decision(a, .kill)]) == "home: A was ended")
        #expect(
            line([
                decision(a, .transition, from: .suspended, to: .inactive),
                decision(a, .transition, from: .inactive, to: .active),
            ]) == "home: A came to the front")
    }
}
