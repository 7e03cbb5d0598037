/// Settings as a fact has them: earlier versions stored `allowsCellular`, and the time for the
/// whole in nanoseconds.
private struct StoredSettings: JSONFields {
    var settings: SessionSettings

    init(fields: JSONObject) throws(JSONError) {
        settings = try SessionSettings(fields: fields)
        guard let allowsCellular: Bool = try fields.readIfPresent("allowsCellular") else { return }
        settings.allowsCellularAccess = allowsCellular
        settings.resourceTimeout /= 1e9
    }
}

extension Transfer: JSONFields {
    public init(fields: JSONObject) throws(JSONError) {
        let stored: StoredSettings? = try fields.readIfPresent("settings")
        self.init(
            id: try fields.read("id"), owner: try fields.read("owner"),
            session: try fields.read("session"), task: try fields.read("task"),
            kind: try fields.read("kind"), origin: try fields.read("origin"),
            request: try fields.read("request"), priority: try fields.read("priority"),
            earliestBegin: try fields.readIfPresent("earliestBegin"),
            description: try fields.readIfPresent("description"),
            isDiscretionary: try fields.read("isDiscretionary"),
            created: try fields.read("created"), stage: try fields.read("stage"),
            settings: stored?.settings, resumed: try fields.readIfPresent("resumed"),
            order: try fields.read("order"))
    }
}

extension TransferSession: JSONFields {
    public init(fields: JSONObject) throws(JSONError) {
        let stored: StoredSettings = try fields.read("settings")
        self.init(
            app: try fields.read("app"), identifier: try fields.read("identifier"),
            settings: stored.settings)
    }
}
