import Foundation
import TestSupport
import Testing

@testable import QuiesceWire

/// The messages and rows that apps and tools send and read stay as they are, byte for byte: apps
/// are built with the SDK of an older version, and scripts read rows. The files in `Golden` have a
/// line for each message and row, with its keys in order; a line is added for each new one, and
/// none is changed.
@Suite struct GoldenTests {
    @Test("What an app says is written as it was, and each of its words is among them")
    func messagesFromApps() throws {
        let lines = try golden("messages-from-apps")
        try expectSame(MessageFromApp.self, lines)
        expectAll(MessageFromApp.words, at: "type", in: lines)
        expectAll(BackgroundSessionRequest.words, at: "action", in: values("transfer", of: lines))
        expectAll(
            LocalNotificationRequest.words, at: "action", in: values("notification", of: lines))
        expectAll(FetchRequest.words, at: "action", in: values("fetching", of: lines))
        expectAll(ContinuedRequest.words, at: "action", in: values("continued", of: lines))
        expectAll(LocationRequest.words, at: "action", in: values("location", of: lines))
        expectAll(AudioRequest.words, at: "action", in: values("audio", of: lines))
        expectAll(AccessoryRequest.words, at: "action", in: values("accessory", of: lines))
        expectAll(BluetoothRequest.words, at: "action", in: values("bluetooth", of: lines))
        expectAll(
            TransferAnswer.words, at: "kind",
            in: values("answer", of: values("transfer", of: lines)))
    }

    @Test("What an app is told is written as it was, and each word of it is among them")
    func messagesToApps() throws {
        let lines = try golden("messages-to-apps")
        try expectSame(MessageToApp.self, lines)
        expectAll(MessageToApp.words, at: "type", in: lines)
        expectAll(MessageToApp.Call.words, at: "call", in: lines)
        expectAll(TransferCallback.words, at: "kind", in: values("transfer", of: lines))
        expectAll(
            TransferInquiry.words, at: "kind",
            in: values("inquiry", of: values("transfer", of: lines)))
        expectAll(NotificationCallback.words, at: "kind", in: values("notification", of: lines))
        expectAll(PushCallback.words, at: "kind", in: values("push", of: lines))
        expectAll(ContinuedCallback.words, at: "event", in: values("continued", of: lines))
        expectAll(UserInput.words, at: "type", in: values("input", of: lines))
        expectAll(LocationUpdate.words, at: "kind", in: values("location", of: lines))
        expectAll(AudioUpdate.words, at: "kind", in: values("audio", of: lines))
        expectAll(AccessoryUpdate.words, at: "kind", in: values("accessory", of: lines))
        let news = lines.filter { !$0.contains("\"call\":\"accessories\"") }
        expectAll(LocationNews.words, at: "kind", in: values("news", of: news))
        let ofAccessories = lines.filter { $0.contains("\"call\":\"accessories\"") }
        expectAll(AccessoryNews.words, at: "kind", in: values("news", of: ofAccessories))
        expectAll(BluetoothUpdate.words, at: "kind", in: values("bluetooth", of: lines))
        expectAll(LocationNews.words, at: "kind", in: values("news", of: lines))
    }

    @Test("What a tool asks and what it is answered are written as they were, every word of it")
    func controlMessages() throws {
        let requests = try golden("control-requests")
        try expectSame(ControlRequest.self, requests)
        expectAll(ControlRequest.words, at: "type", in: requests)
        let replies = try golden("control-replies")
        try expectSame(ControlReply.self, replies)
        expectAll(ControlReply.words, at: "type", in: replies)
    }

    @Test("The rows that tools print with --json are written as they were")
    func rows() throws {
        let lines = try golden("rows")
        for line in lines {
            let wrapped = try AnyRow.read(Array(line.utf8))
            #expect(wrapped.jsonText == line)
        }
        let there = Set(values("type", of: lines).map { $0.trimmingPrefix("\"").dropLast() })
        #expect(there == Set(AnyRow.types.keys.map { $0[...] }))
    }

    @Test("The messages that are sent often have these very bytes, their keys in this order")
    func hotMessages() throws {
        let coder = WireCoder()
        var (fromApps, toApps) = (0, 0)
        for line in try golden("hot-messages") {
            let data = Data(line.utf8)
            if let message = try? coder.decode(MessageFromApp.self, from: data) {
                #expect(try coder.encode(message) == data, "\(line)")
                fromApps += 1
            } else {
                let message = try coder.decode(MessageToApp.self, from: data)
                #expect(try coder.encode(message) == data, "\(line)")
                toApps += 1
            }
        }
        #expect(fromApps == 5)
        #expect(toApps == 14)
    }

    // MARK: Reading

    private func golden(_ name: String) throws -> [String] {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Golden/\(name).jsonl")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    /// Each line is read, and written again as it was.
    private func expectSame<Message: Described & JSONReadable>(
        _: Message.Type, _ lines: [String]
    ) throws {
        let coder = WireCoder()
        for line in lines {
            let message = try coder.decode(Message.self, from: Data(line.utf8))
            #expect(try inOrder(coder.encode(message)) == line)
        }
    }

    /// With the keys in the order of the files.
    private func inOrder(_ json: Data) throws -> String {
        let object = try JSONSerialization.jsonObject(with: json)
        let ordered = try JSONSerialization.data(
            withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
        return String(decoding: ordered, as: UTF8.self)
    }

    /// Every word that there is stands at `key` of some line.
    private func expectAll(_ words: [String], at key: String, in lines: [String]) {
        let there = Set(values(key, of: lines))
        for word in words {
            #expect(there.contains("\"\(word)\""), "no line has \(key) \(word)")
        }
    }

    /// The JSON of what lies at `key`, where there is any.
    private func values(_ key: String, of lines: [String]) -> [String] {
        lines.compactMap { line in
            let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            guard let value = object?[key] else { return nil }
            let json = try? JSONSerialization.data(
                withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys])
            return json.map { String(decoding: $0, as: UTF8.self) }
        }
    }
}

/// A row of any type, beside the type's name.
private struct AnyRow: DescribedFields, JSONFields {
    static let types: [String: any (JSONValued & Sendable).Type] = [
        "ProcessRow": ProcessRow.self, "PurgeRow": PurgeRow.self, "AppRow": AppRow.self,
        "LogRow": LogRow.self, "DeviceStatus": DeviceStatus.self,
        "OutputLocation": OutputLocation.self, "SettingRow": SettingRow.self,
        "PermissionRow": PermissionRow.self, "PromptRow": PromptRow.self,
        "ScreenRow": ScreenRow.self, "TransferRow": TransferRow.self,
        "TransferStatus": TransferStatus.self, "TransferWhyAnswer": TransferWhyAnswer.self,
        "NotificationRow": NotificationRow.self, "AlertStyleRow": AlertStyleRow.self,
        "PushRow": PushRow.self, "GatewayRow": GatewayRow.self, "MotionRow": MotionRow.self,
        "EnergyRow": EnergyRow.self,
        "ThawRow": ThawRow.self, "ContinuedRow": ContinuedRow.self, "SavingsRow": SavingsRow.self,
        "AccessoryRow": AccessoryRow.self,
        "ForecastSummary": ForecastSummary.self, "ForecastRow": ForecastRow.self,
        "WhyAnswer": WhyAnswer.self, "DeviceWhyAnswer": DeviceWhyAnswer.self,
        "EndingRow": EndingRow.self, "AwakeAnswer": AwakeAnswer.self,
    ]

    private let type: String
    private let row: any JSONValued

    init(fields: JSONObject) throws(JSONError) {
        type = try fields.word(at: "type")
        guard let known = Self.types[type] else { throw .unknownWord(type) }
        guard let json = fields["row"] else { throw .missing("row") }
        row = try known.init(json: json)
    }

    func describeFields(to sink: inout some Sink) {
        sink.field("row", Opened(row))
        sink.field("type", type)
    }

    /// A row whose type is known only when it runs.
    private struct Opened: Described {
        let row: any JSONValued
        init(_ row: any JSONValued) { self.row = row }
        func describe(to sink: inout some Sink) { row.describe(to: &sink) }
    }
}
