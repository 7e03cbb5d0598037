import Foundation
import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceDaemon

@Suite("Facts in the store")
struct FactCodingTests {
    @Test("Times before 1970 and at the end of time are read as they were written")
    func moments() throws {
        let moment = Moment(
            instant: Instant(nanoseconds: .max), awake: AwakeInstant(nanoseconds: 0),
            wall: WallTime(nanoseconds: .min))
        #expect(try Moment.read(moment.json) == moment)
    }

    @Test(
        "A fact of an earlier version is read, and has the same bytes each time it is written, as a restart compares them",
        .behaviour("reliability D7"),
        arguments: [#"{"fetch":{}}"#, #"{"push":{"_0":8}}"#])
    func earlierVersion(cause: String) throws {
        let sorted = Array(
            #"{"wake":{"_0":{"app":"org.quiesce.Test-1","cause":\#(cause),"id":4}}}"#.utf8)
        let fact = try Fact.read(sorted)
        guard case .wake(let wake) = fact else {
            Issue.record("\(fact) is no wake-up")
            return
        }
        #expect(wake.app.name == "org.quiesce.Test-1" && wake.id == WakeID(4))
        let written = fact.json
        #expect(try Fact.read(written) == fact)
        #expect(try Fact.read(written).json == written)
    }

    @Test(
        "Background tasks that an earlier version stored begin when they were to", .behaviour("F2"))
    func earlierRequests() throws {
        let row =
            #"{"fetch":{"_0":{"app":"org.quiesce.Test-1","budget":{"day":0,"used":2},"credit":6,"minimumInterval":60000000000,"tasks":[{"earliestBegin":1700000000000999999,"identifier":"clean","kind":"processing","requiresNetwork":false,"requiresPower":true},{"identifier":"news","kind":"appRefresh","requiresNetwork":false,"requiresPower":false}]}}}"#
        let fact = try Fact.read(Array(row.utf8))
        guard case .fetch(let fetch) = fact else {
            Issue.record("\(fact) is no app's fetches")
            return
        }
        #expect(fetch.minimumInterval == .seconds(60) && fetch.budget.used == 2)
        #expect(
            fetch.tasks == [
                BackgroundTaskRequest(
                    kind: .processing, identifier: "clean", earliestBegin: 1_700_000_000_000,
                    requiresPower: true),
                BackgroundTaskRequest(kind: .appRefresh, identifier: "news"),
            ])
        #expect(try Fact.read(fact.json) == fact)
    }

    @Test("A row that no version wrote is no fact", arguments: ["", "{}", #"{"wake":{}}"#, "[1]"])
    func otherRows(row: String) {
        #expect(throws: JSONError.self) { try Fact.read(Array(row.utf8)) }
    }
}
