// Derived from Accessories/AccessoryClient.swift by scripts/derive. Change that, and run it.
// sha256 4de6799d8dbdc92d

extension AccessoryClient: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("launch", launch)
        sink.field("told", told, unless: [])
        sink.field("paidUntil", paidUntil, unless: .zero)
        sink.field("isRationed", isOverQuota, unless: false)
    }

    init(fields: JSONObject) throws(JSONError) {
        app = try fields.read("app")
        launch = try fields.read("launch")
        told = try fields.read("told", or: [])
        paidUntil = try fields.read("paidUntil", or: .zero)
        isOverQuota = try fields.read("isRationed", or: false)
    }
}

extension ConnectedAccessory: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("plugged", plugged)
        sink.field("isConfirmed", isConfirmed, unless: true)
    }

    init(fields: JSONObject) throws(JSONError) {
        plugged = try fields.read("plugged")
        isConfirmed = try fields.read("isConfirmed", or: true)
    }
}

extension AccessorySession: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("app", app)
        sink.field("launch", launch)
        sink.field("session", session)
        sink.field("connection", connection)
        sink.field("speaking", speaking)
    }

    init(fields: JSONObject) throws(JSONError) {
        app = try fields.read("app")
        launch = try fields.read("launch")
        session = try fields.read("session")
        connection = try fields.read("connection")
        speaking = try fields.read("speaking")
    }
}
