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

    @Test(
        "A session that an earlier version stored stays off cellular networks and keeps its time",
        .behaviour("X9"))
    func earlierSession() throws {
        let row =
            #"{"session":{"_0":{"app":"org.quiesce.Test-1","identifier":"s","settings":{"allowsCellular":false,"connectionsPerHost":2,"isDiscretionary":true,"resourceTimeout":30000000000,"sendsLaunchEvents":false}}}}"#
        let fact = try Fact.read(Array(row.utf8))
        guard case .session(let session) = fact else {
            Issue.record("\(fact) is no session")
            return
        }
        var settings = SessionSettings()
        settings.allowsCellularAccess = false
        settings.connectionsPerHost = 2
        settings.isDiscretionary = true
        settings.resourceTimeout = 30
        settings.sendsLaunchEvents = false
        #expect(session.settings == settings)
        #expect(try Fact.read(fact.json) == fact)
    }

    @Test(
        "A transfer of the user's that an earlier version stored keeps its time for the whole",
        .behaviour("X9"))
    func earlierTransfer() throws {
        let row =
            #"{"transfer":{"_0":{"created":0,"id":1,"isDiscretionary":false,"kind":"download","order":0,"origin":"https://example.org:443","owner":{"user":{}},"priority":50,"request":1,"session":"","settings":{"allowsCellular":true,"connectionsPerHost":4,"isDiscretionary":true,"resourceTimeout":30000000000,"sendsLaunchEvents":true},"stage":{"queued":{}},"task":1}}}"#
        let fact = try Fact.read(Array(row.utf8))
        guard case .transfer(let transfer) = fact else {
            Issue.record("\(fact) is no transfer")
            return
        }
        var settings = SessionSettings()
        settings.isDiscretionary = true
        settings.resourceTimeout = 30
        #expect(transfer.settings == settings)
        #expect(try Fact.read(fact.json) == fact)
    }

    @Test("A row that no version wrote is no fact", arguments: ["", "{}", #"{"wake":{}}"#, "[1]"])
    func otherRows(row: String) {
        #expect(throws: JSONError.self) { try Fact.read(Array(row.utf8)) }
    }
}
