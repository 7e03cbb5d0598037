/// What is known of an app's fetches, where it has ever asked for one or been opened.
public struct FetchFact: Sendable, Hashable, Codable {
    public var app: AppID
    /// F1: zero is the minimum; nil is never.
    public var minimumInterval: Interval?
    /// The background tasks that it waits for.
    public var tasks: [BackgroundTaskRequest]

    public init(
        app: AppID, minimumInterval: Interval? = nil, tasks: [BackgroundTaskRequest] = []
    ) {
        self.app = app
        self.minimumInterval = minimumInterval
        self.tasks = tasks
    }
}
