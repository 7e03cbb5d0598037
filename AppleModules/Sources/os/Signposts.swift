/// Which of several intervals of one name a signpost is of.
public struct OSSignpostID: Sendable, Hashable {
    public let rawValue: UInt64
    public init(_ value: UInt64) { rawValue = value }
    public init(log: OSLog) { rawValue = UInt64.random(in: 1 ..< .max) }
    public init(log: OSLog, object: AnyObject) {
        rawValue = UInt64(UInt(bitPattern: ObjectIdentifier(object).hashValue))
    }

    public static let exclusive = OSSignpostID(0xEEEE_B0B5_B2B2_EEEE)
    public static let null = OSSignpostID(0)
    public static let invalid = OSSignpostID(.max)
}

/// The kind of a signpost.
public struct OSSignpostType: Sendable, Hashable {
    let word: String
    public static let event = OSSignpostType(word: "event")
    public static let begin = OSSignpostType(word: "begin")
    public static let end = OSSignpostType(word: "end")
}

/// An interval that has begun.
public final class OSSignpostIntervalState: Sendable {
    let id: OSSignpostID
    init(_ id: OSSignpostID) { self.id = id }
    public static func beginState(id: OSSignpostID) -> OSSignpostIntervalState {
        OSSignpostIntervalState(id)
    }
}

/// Writes signposts as messages of the type debug: there is no Instruments to draw them.
public struct OSSignposter: Sendable {
    private let log: OSLog

    public init() { log = .default }
    public init(logHandle: OSLog) { log = logHandle }
    public init(subsystem: String, category: String) {
        log = OSLog(subsystem: subsystem, category: category)
    }
    public init(subsystem: String, category: OSLog.Category) {
        log = OSLog(subsystem: subsystem, category: category)
    }

    public static let disabled = OSSignposter(logHandle: .disabled)
    public var isEnabled: Bool { log.isEnabled(type: .debug) }

    public func makeSignpostID() -> OSSignpostID { OSSignpostID(log: log) }
    public func makeSignpostID(from object: AnyObject) -> OSSignpostID {
        OSSignpostID(log: log, object: object)
    }

    public func beginInterval(
        _ name: StaticString, id: OSSignpostID = .exclusive, _ message: OSLogMessage = ""
    ) -> OSSignpostIntervalState {
        os_signpost(.begin, log: log, name: name, signpostID: id, message)
        return OSSignpostIntervalState(id)
    }

    public func endInterval(
        _ name: StaticString, _ state: OSSignpostIntervalState, _ message: OSLogMessage = ""
    ) {
        os_signpost(.end, log: log, name: name, signpostID: state.id, message)
    }

    public func emitEvent(
        _ name: StaticString, id: OSSignpostID = .exclusive, _ message: OSLogMessage = ""
    ) {
        os_signpost(.event, log: log, name: name, signpostID: id, message)
    }

    public func withIntervalSignpost<Result>(
        _ name: StaticString, id: OSSignpostID = .exclusive, _ message: OSLogMessage = "",
        around task: () throws -> Result
    ) rethrows -> Result {
        let state = beginInterval(name, id: id, message)
        defer { endInterval(name, state) }
        return try task()
    }
}

/// Writes one signpost.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func os_signpost(
    _ type: OSSignpostType, dso: UnsafeRawPointer? = nil, log: OSLog, name: StaticString,
    signpostID: OSSignpostID = .exclusive, _ message: OSLogMessage = ""
) {
    let id = signpostID == .exclusive ? "" : " #\(String(signpostID.rawValue, radix: 16))"
    let text = message.text.isEmpty ? "" : ": \(message.text)"
    log.write(.debug, "\(type.word) \(name)\(id)\(text)")
}
