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

    @Test("A row that no version wrote is no fact", arguments: ["", "{}", #"{"wake":{}}"#, "[1]"])
    func otherRows(row: String) {
        #expect(throws: JSONError.self) { try Fact.read(Array(row.utf8)) }
    }
}
