// Derived from Location/Location.swift by scripts/derive. Change that, and run it.
// sha256 69f2d4a860a2ba2d

extension Location: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("clients", clients, unless: [])
        sink.field("abilities", abilities)
        sink.field("filter", filter, unless: FixFilter())
        sink.field("fault", fault)
        sink.field("demand", demand)
        sink.field("beacons", beacons, unless: HeardBeacons())
        sink.field("pauseDue", pauseDue)
    }

    init(fields: JSONObject) throws(JSONError) {
        clients = try fields.read("clients", or: [])
        abilities = try fields.readIfPresent("abilities")
        filter = try fields.read("filter", or: FixFilter())
        fault = try fields.readIfPresent("fault")
        demand = try fields.readIfPresent("demand")
        beacons = try fields.read("beacons", or: HeardBeacons())
        pauseDue = try fields.readIfPresent("pauseDue")
        rebuildIndex()
    }
}
