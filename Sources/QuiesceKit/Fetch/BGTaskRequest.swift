import Foundation
import QuiesceWire

/// A request of an app to `BGTaskScheduler`. The app submits one of the subclasses.
public class BGTaskRequest {
    /// One of Info.plist's `BGTaskSchedulerPermittedIdentifiers`.
    public let identifier: String
    /// It isn't begun before; nil: as soon as it suits.
    public var earliestBeginDate: Date?

    init(identifier: String) { self.identifier = identifier }

    var onTheWire: BackgroundTaskRequest { fatalError("it is one of its subclasses") }

    static func make(_ task: BackgroundTaskRequest) -> BGTaskRequest {
        let request: BGTaskRequest
        switch task.kind {
        case .appRefresh: request = BGAppRefreshTaskRequest(identifier: task.identifier)
        case .processing:
            let processing = BGProcessingTaskRequest(identifier: task.identifier)
            processing.requiresNetworkConnectivity = task.requiresNetwork ?? false
            processing.requiresExternalPower = task.requiresPower ?? false
            request = processing
        }
        request.earliestBeginDate = task.earliestBegin.map {
            Date(timeIntervalSince1970: Double($0) / 1_000)
        }
        return request
    }

    /// Without what only one kind has.
    fileprivate func task(_ kind: BackgroundTaskKind) -> BackgroundTaskRequest {
        var task = BackgroundTaskRequest(kind: kind, identifier: identifier)
        task.earliestBegin = earliestBeginDate.map {
            Int64(exactly: ($0.timeIntervalSince1970 * 1_000).rounded())
                ?? ($0.timeIntervalSince1970 < 0 ? 0 : .max)
        }
        return task
    }
}

/// Half a minute to have something fresh, planned as a background fetch is (F2). Info.plist's
/// `UIBackgroundModes` must have `fetch`.
public final class BGAppRefreshTaskRequest: BGTaskRequest {
    public override init(identifier: String) { super.init(identifier: identifier) }

    override var onTheWire: BackgroundTaskRequest { task(.appRefresh) }
}

/// Minutes of work while the device is idle. Info.plist's
/// `UIBackgroundModes` must have `processing`.
public final class BGProcessingTaskRequest: BGTaskRequest {
    /// It waits for a network.
    public var requiresNetworkConnectivity = false
    /// It waits for external power.
    public var requiresExternalPower = false

    public override init(identifier: String) { super.init(identifier: identifier) }

    override var onTheWire: BackgroundTaskRequest {
        var task = task(.processing)
        task.requiresNetwork = requiresNetworkConnectivity ? true : nil
        task.requiresPower = requiresExternalPower ? true : nil
        return task
    }
}
