import Foundation
import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceSystem

/// What is written without JSONEncoder is what JSONEncoder would have written.
struct PlainLineTests {
    static let app = AppID("org.quiesce.Test-1")!
    static let launch = Launch(number: 7)
    static let hot: [Event] = [
        .fetch(app, Ticket(.max)),
        .push(app, contentAvailable: true, PayloadHandle(3), Ticket(4)),
        .push(app, contentAvailable: false, PayloadHandle(0), Ticket(10)),
        .frozen(app, launch, freeze: 12),
        .handled(app, launch, seq: 99),
        .endTask(app, launch, request: 5, TaskID(6)),
        .completeWake(app, launch, request: 5, WakeID(6), .newData),
        .completeWake(app, launch, request: 5, WakeID(6), .noData),
        .completeWake(app, launch, request: 5, WakeID(6), .failed),
        .timer,
    ]

    @Test("A hot event is read back as it was", .behaviour("reliability D2"), arguments: hot)
    func hotEvents(event: Event) throws {
        var line = PlainLine()
        let isHot = line.put(hot: event)
        #expect(isHot)
        #expect(try JSONDecoder().decode(Event.self, from: Data(line.bytes)) == event)
        #expect(try Self.sorted(Data(line.bytes)) == Self.sorted(JSONEncoder().encode(event)))
    }

    @Test("Any other event is left to JSONEncoder, with nothing written")
    func coldEvent() {
        var line = PlainLine()
        let isHot = line.put(hot: .home(Ticket(1)))
        #expect(!isHot)
        #expect(line.bytes.isEmpty)
    }

    @Test("Times before 1970 and at the end of time are read back as they were")
    func moments() throws {
        let moment = Moment(
            instant: Instant(nanoseconds: .max), awake: AwakeInstant(nanoseconds: 0),
            wall: WallTime(nanoseconds: .min))
        var line = PlainLine()
        line.put(moment)
        #expect(try JSONDecoder().decode(Moment.self, from: Data(line.bytes)) == moment)
    }

    @Test(
        "A wake-up's fact has the very bytes of a sorted JSONEncoder, as a restart compares them",
        arguments: [#"{"fetch":{}}"#, #"{"push":{"_0":8}}"#])
    func wakeFact(cause: String) throws {
        let json = Data(
            #"{"wake":{"_0":{"app":"org.quiesce.Test-1","cause":\#(cause),"id":4}}}"#.utf8)
        let fact = try #require(FactCoding.decode(json))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        #expect(FactCoding.encode(fact) == json)
        #expect(try encoder.encode(fact) == json)
    }

    private static func sorted(_ json: Data) throws -> Data {
        try JSONSerialization.data(
            withJSONObject: JSONSerialization.jsonObject(with: json), options: .sortedKeys)
    }
}
