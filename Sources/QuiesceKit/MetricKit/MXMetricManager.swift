import Foundation

/// Reports how the app's launches ended, once a day, under MetricKit's names. Ends are counted from
/// the first launch on in which the app has a subscriber.
@preconcurrency @MainActor public final class MXMetricManager: NSObject {
    /// The app's.
    public static let shared = MXMetricManager()

    /// The reports of the last days, the oldest first, as far as the app has asked for any.
    public var pastPayloads: [MXMetricPayload] { room?.past ?? [] }

    private var room: ExitReports? { UIApplication.running?.room(ExitReports.self) }

    /// From now on it gets each report, and soon one that is due. It is kept until it is removed.
    public func add(_ subscriber: any MXMetricManagerSubscriber) { room?.add(subscriber) }

    /// It gets none any more.
    public func remove(_ subscriber: any MXMetricManagerSubscriber) { room?.remove(subscriber) }
}

/// An object of the app's that gets reports.
@preconcurrency @MainActor public protocol MXMetricManagerSubscriber: NSObjectProtocol {
    /// At most once a day, on the main thread.
    ///
    /// - Parameter payloads: the new reports.
    func didReceive(_ payloads: [MXMetricPayload])
}

extension MXMetricManagerSubscriber {
    public func didReceive(_ payloads: [MXMetricPayload]) {}
}

/// A report of one day or, where the app wasn't launched for longer, of several.
public final class MXMetricPayload: NSObject, Sendable {
    /// The version of the app that began the day.
    public let latestApplicationVersion: String
    /// Another version of the app was launched meanwhile.
    public let includesMultipleApplicationVersions: Bool
    /// From when on the report counts.
    public let timeStampBegin: Date
    /// Until when.
    public let timeStampEnd: Date
    /// How launches ended meanwhile.
    public let applicationExitMetrics: MXAppExitMetric?

    init(_ report: ExitReport) {
        latestApplicationVersion = report.version
        includesMultipleApplicationVersions = report.hasSeveralVersions
        timeStampBegin = report.begin
        timeStampEnd = report.end
        applicationExitMetrics = MXAppExitMetric(report)
    }

    /// The report in JSON, in UTF-8, under the names of its properties.
    public func jsonRepresentation() -> Data {
        (try? JSONSerialization.data(
            withJSONObject: dictionary, options: [.prettyPrinted, .sortedKeys]))
            ?? Data("{}".utf8)
    }

    /// The report under the names of its properties.
    public func dictionaryRepresentation() -> [AnyHashable: Any] { dictionary }

    private var dictionary: [String: Any] {
        var all: [String: Any] = [
            "appVersion": latestApplicationVersion,
            "timeStampBegin": timeStampBegin.formatted(.iso8601),
            "timeStampEnd": timeStampEnd.formatted(.iso8601),
        ]
        all["applicationExitMetrics"] = applicationExitMetrics?.dictionary
        return all
    }
}
