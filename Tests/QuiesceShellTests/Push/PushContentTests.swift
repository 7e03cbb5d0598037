import Foundation
import QuiesceCore
import QuiesceShell
import QuiesceWire
import TestSupport
import Testing

@Suite("What a push asks for") struct PushContentTests {
    private func content(_ aps: String) throws -> PushContent {
        try #require(PushContent(Data("{\"aps\":\(aps),\"more\":1}".utf8)))
    }

    @Test("is read from its aps", .behaviour("R1", "R2")) func whole() throws {
        let content = try content(
            """
            {"alert":{"title":"T","subtitle":"S","body":"B","action-loc-key":"A","launch-image":"L"},
             "sound":"bell.wav","badge":3,"category":"C","content-available":1}
            """)
        #expect(content.contentAvailable)
        #expect(content.types == [.alert, .sound, .badge])
        let shown = try #require(content.notification(named: "push 7"))
        #expect(shown.name == "push 7" && shown.title == "T" && shown.body == "B")
        #expect(shown.subtitle == "S")
        #expect(shown.action == "A" && shown.launchImage == "L" && shown.category == "C")
        #expect(shown.sound == "bell.wav" && shown.badge == 3)
    }

    @Test(
        "presents what it has, and no more", .behaviour("R1", "R4"),
        arguments: [
            (#"{"alert":"hello"}"#, NotificationTypes.alert), (#"{"alert":{"title":"t"}}"#, .alert),
            (#"{"sound":"default"}"#, .sound), (#"{"sound":{"critical":1,"name":"a"}}"#, .sound),
            (#"{"badge":0}"#, .badge), (#"{"alert":""}"#, []), (#"{"alert":{}}"#, []),
            (#"{"alert":{"loc-key":"KEY"}}"#, .alert), ("{}", []),
            (#"{"content-available":1}"#, []),
        ] as [(String, NotificationTypes)])
    func types(aps: String, types: NotificationTypes) throws {
        let content = try content(aps)
        #expect(content.types == types)
        #expect((content.notification(named: "n") == nil) == types.isEmpty)
    }

    @Test(
        "ignores what has another type than Apple documents", .behaviour("R1"),
        arguments: [
            #"{"alert":7,"sound":[],"badge":"3","category":1,"content-available":"1"}"#,
            #"{"alert":[],"sound":{"name":1},"badge":{},"content-available":2}"#,
            #"{"alert":{"title":1,"body":null},"badge":null}"#, "[]", "null", "\"aps\"",
        ])
    func wrongTypes(aps: String) throws {
        #expect(try content(aps) == PushContent())
    }

    @Test("keeps a badge within what an icon shows") func badges() throws {
        #expect(try content(#"{"badge":-5}"#).badge == 0)
        #expect(try content(#"{"badge":99999999999}"#).badge == Int(Int32.max))
    }

    @Test("is nothing where the payload is no object", arguments: ["", "[]", "1", "{", "\"a\""])
    func noObject(payload: String) { #expect(PushContent(Data(payload.utf8)) == nil) }

    @Test("is nothing to present where there is no aps") func noAps() throws {
        let content = try #require(PushContent(Data(#"{"a":1}"#.utf8)))
        #expect(content == PushContent())
    }
}
