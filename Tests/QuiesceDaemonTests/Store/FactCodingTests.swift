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
        let sorted = Data(
            #"{"wake":{"_0":{"app":"org.quiesce.Test-1","cause":\#(cause),"id":4}}}"#.utf8)
        let fact = try #require(FactCoding.decode(sorted))
        guard case .wake(let wake) = fact else {
            Issue.record("\(fact) is no wake-up")
            return
        }
        #expect(wake.app.name == "org.quiesce.Test-1" && wake.id == WakeID(4))
        let written = FactCoding.encode(fact)
        #expect(FactCoding.decode(written) == fact)
        #expect(FactCoding.encode(try #require(FactCoding.decode(written))) == written)
    }

    @Test("A row that no version wrote is no fact", arguments: ["", "{}", #"{"wake":{}}"#, "[1]"])
    func otherRows(row: String) { #expect(FactCoding.decode(Data(row.utf8)) == nil) }
}
