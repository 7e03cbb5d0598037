extension FetchFact: JSONFields {
    /// By hand, as earlier versions stored `tasks`, which began at nanoseconds.
    public init(fields: JSONObject) throws(JSONError) {
        var tasks: [BackgroundTaskRequest]? = try fields.readIfPresent("requests")
        if tasks == nil { tasks = Self.earlier(try fields.read("tasks")) }
        self.init(
            app: try fields.read("app"),
            minimumInterval: try fields.readIfPresent("minimumInterval"),
            tasks: tasks ?? [],
            lastFetch: try fields.readIfPresent("lastFetch"),
            budget: try fields.read("budget"),
            credit: try fields.read("credit"),
            habits: try fields.readIfPresent("habits"))
    }

    private static func earlier(_ tasks: [BackgroundTaskRequest]) -> [BackgroundTaskRequest] {
        tasks.map { stored in
            BackgroundTaskRequest(
                kind: stored.kind, identifier: stored.identifier,
                earliestBegin: stored.earliestBegin.map { WallTime(nanoseconds: $0).milliseconds },
                requiresNetwork: stored.requiresNetwork == true ? true : nil,
                requiresPower: stored.requiresPower == true ? true : nil)
        }
    }
}
