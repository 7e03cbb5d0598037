// Derived from Transfers/TransferResponse.swift by scripts/derive. Change that, and run it.
// sha256 76dfe7b5db84d8cd

extension TransferResponse: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("url", url)
        sink.field("status", status)
        sink.field("version", version)
        sink.field("headers", headers)
    }

    public init(fields: JSONObject) throws(JSONError) {
        url = try fields.read("url")
        status = try fields.read("status")
        version = try fields.read("version")
        headers = try fields.read("headers")
    }
}
