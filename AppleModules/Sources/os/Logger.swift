/// The weight of a message.
public struct OSLogType: Sendable, Hashable, RawRepresentable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public init(_ rawValue: UInt8) { self.rawValue = rawValue }

    public static let `default` = OSLogType(rawValue: 0x00)
    public static let info = OSLogType(rawValue: 0x01)
    public static let debug = OSLogType(rawValue: 0x02)
    public static let error = OSLogType(rawValue: 0x10)
    public static let fault = OSLogType(rawValue: 0x11)

    /// The priority of syslog and journald.
    var priority: Int {
        switch self {
        case .debug: 7
        case .info: 6
        case .error: 3
        case .fault: 2
        default: 5
        }
    }

    var word: String {
        switch self {
        case .debug: "debug"
        case .info: "info"
        case .error: "error"
        case .fault: "fault"
        default: "default"
        }
    }
}

/// Part of an app's log: a subsystem's category.
public final class OSLog: Sendable {
    /// A category with a meaning of its own to tools.
    public struct Category: Sendable {
        let name: String
        public static let pointsOfInterest = Category(name: "PointsOfInterest")
        public static let dynamicTracing = Category(name: "DynamicTracing")
        public static let dynamicStackTracing = Category(name: "DynamicStackTracing")
    }

    let subsystem: String
    let category: String
    let isOn: Bool

    public convenience init(subsystem: String, category: String) {
        self.init(subsystem, category, isOn: true)
    }

    public convenience init(subsystem: String, category: Category) {
        self.init(subsystem, category.name, isOn: true)
    }

    private init(_ subsystem: String, _ category: String, isOn: Bool) {
        self.subsystem = subsystem
        self.category = category
        self.isOn = isOn
    }

    public static let `default` = OSLog("", "", isOn: true)
    /// Writes nothing.
    public static let disabled = OSLog("", "", isOn: false)

    public func isEnabled(type: OSLogType) -> Bool { isOn }

    func write(_ type: OSLogType, _ text: @autoclosure () -> String) {
        if isOn { LogOutput.write(type, self, text()) }
    }
}

/// Writes an app's messages: to journald where that reads its standard error, else to standard
/// error, which `quiesce output` shows. May be used on any thread.
public struct Logger: Sendable {
    private let log: OSLog

    public init() { log = .default }
    public init(_ log: OSLog) { self.log = log }
    public init(subsystem: String, category: String) {
        log = OSLog(subsystem: subsystem, category: category)
    }

    public func log(_ message: OSLogMessage) { log.write(.default, message.text) }
    public func log(level: OSLogType, _ message: OSLogMessage) { log.write(level, message.text) }
    public func trace(_ message: OSLogMessage) { log.write(.debug, message.text) }
    public func debug(_ message: OSLogMessage) { log.write(.debug, message.text) }
    public func info(_ message: OSLogMessage) { log.write(.info, message.text) }
    public func notice(_ message: OSLogMessage) { log.write(.default, message.text) }
    public func warning(_ message: OSLogMessage) { log.write(.error, message.text) }
    public func error(_ message: OSLogMessage) { log.write(.error, message.text) }
    public func critical(_ message: OSLogMessage) { log.write(.fault, message.text) }
    public func fault(_ message: OSLogMessage) { log.write(.fault, message.text) }
}
