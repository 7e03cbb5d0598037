import Foundation
import QuiesceWire

/// A datagram of either socket, read as every message that there is.
public enum WireCheck: Check {
    public static func check(_ input: [UInt8]) throws -> Bool {
        let datagram = Data(input)
        let fromApp = try roundTrip(MessageFromApp.self, datagram)
        let toApp = try roundTrip(MessageToApp.self, datagram)
        let request = try roundTrip(ControlRequest.self, datagram)
        let reply = try roundTrip(ControlReply.self, datagram)
        try scene(datagram)
        if case .item(let text) = reply { return try row(Data(text.utf8)) }
        return fromApp != nil || toApp != nil || request != nil || reply != nil
    }

    /// A scene that can be shown is the same when it is kept and shown again.
    private static func scene(_ datagram: Data) throws {
        let coder = WireCoder()
        for read in [coder.scene(inMessage:), { try coder.scene(inDocument: $0) }] {
            do {
                guard let scene = try read(datagram) else { continue }
                try scene.check()
                let kept = try coder.scene(inDocument: coder.document(of: scene))
                try require(kept == scene, "\(scene) is kept as \(kept)")
            } catch let error as WireError {
                try check(error, or: .badScene)
            }
        }
    }

    /// Whether an item is one of the rows that `quiesce` reads.
    private static func row(_ text: Data) throws -> Bool {
        let rows: [Any?] = [
            try roundTrip(ProcessRow.self, text), try roundTrip(AppRow.self, text),
            try roundTrip(LogRow.self, text), try roundTrip(WhyAnswer.self, text),
            try roundTrip(DeviceStatus.self, text), try roundTrip(OutputLocation.self, text),
        ]
        return rows.contains { $0 != nil }
    }

    /// - Returns: the message, which is the same when written and read again; nil: it was refused
    ///   with an error that is fit to be sent.
    private static func roundTrip<Message: JSONValued & Equatable & Sendable>(
        _: Message.Type, _ datagram: Data
    ) throws -> Message? {
        let coder = WireCoder()
        return try roundTrip(datagram) { (bytes) throws(WireError) in
            try coder.decode(Message.self, from: bytes)
        } writing: { (message) throws(WireError) in
            try coder.encode(message)
        }
    }

    private static func roundTrip<Message: Equatable & Sendable>(
        _ datagram: Data, reading: (Data) throws(WireError) -> Message,
        writing: (Message) throws(WireError) -> Data
    ) throws -> Message? {
        switch read({ () throws(WireError) in try reading(datagram) }) {
        case .failure(let error):
            try check(error)
            try require(
                (error.code == .tooLarge) == (datagram.count > AppProtocol.datagramBytes),
                "\(datagram.count) bytes are refused as \(error.code.rawValue)")
            return nil
        case .success(let message):
            let written: Data
            do {
                written = try writing(message)
            } catch {
                // A number may be longer when written out: 1e19.
                try require(error.code == .tooLarge, "\(message) can't be written: \(error)")
                return message
            }
            let again = read { () throws(WireError) in try reading(written) }
            try require(
                again.value == message, "\(message) is written and read as \(again.words)")
            return message
        }
    }

    /// The daemon sends it to the app, and writes it to its log.
    private static func check(_ error: WireError, or other: ProtocolErrorCode? = nil) throws {
        try require(
            [.malformed, .unknownType, .tooLarge, other].contains(error.code),
            "a decoder says \(error.code.rawValue)")
        try requireOneLine(error.message, "the error")
        _ = try WireCoder().encode(MessageToApp.error(code: error.code, message: error.message))
    }

    private static func read<Message>(
        _ body: () throws(WireError) -> Message
    ) -> Result<Message, WireError> {
        do throws(WireError) {
            return .success(try body())
        } catch {
            return .failure(error)
        }
    }
}

extension Result {
    fileprivate var value: Success? { try? get() }
    fileprivate var words: String {
        switch self {
        case .success(let value): "\(value)"
        case .failure(let error): "\(error)"
        }
    }
}
