// Derived from Energy/EnergyCharge.swift by scripts/derive. Change that, and run it.
// sha256 a15b7c6e591d711d

extension EnergyCharge: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("cpu", cpu)
        sink.field("received", received)
        sink.field("radio", radio)
        sink.field("microjoules", microjoules)
    }

    public init(fields: JSONObject) throws(JSONError) {
        cpu = try fields.read("cpu")
        received = try fields.read("received")
        radio = try fields.read("radio")
        microjoules = try fields.read("microjoules")
    }
}
