import Foundation

/// `Documents` in the app's container; nil where there is none.
public let documentsFolder = ProcessInfo.processInfo.environment["QUIESCE_CONTAINER"].map {
    URL(fileURLWithPath: $0).appendingPathComponent("Documents", isDirectory: true)
}
