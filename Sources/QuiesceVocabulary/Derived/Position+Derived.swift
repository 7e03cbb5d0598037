// Derived from Location/Position.swift by scripts/derive. Change that, and run it.
// sha256 082d48bf59868b9f

extension Position: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("latitude", latitude)
        sink.field("longitude", longitude)
    }

    public init(fields: JSONObject) throws(JSONError) {
        latitude = try fields.read("latitude")
        longitude = try fields.read("longitude")
    }
}

extension LocationFix: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("position", position)
        sink.field("accuracy", accuracy)
        sink.field("altitude", altitude)
        sink.field("altitudeAccuracy", altitudeAccuracy)
        sink.field("speed", speed)
        sink.field("course", course)
        sink.field("time", time)
    }

    public init(fields: JSONObject) throws(JSONError) {
        position = try fields.read("position")
        accuracy = try fields.read("accuracy")
        altitude = try fields.readIfPresent("altitude")
        altitudeAccuracy = try fields.readIfPresent("altitudeAccuracy")
        speed = try fields.readIfPresent("speed")
        course = try fields.readIfPresent("course")
        time = try fields.read("time")
    }
}

extension CircularRegion: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("identifier", identifier)
        sink.field("center", center)
        sink.field("radius", radius)
    }

    public init(fields: JSONObject) throws(JSONError) {
        identifier = try fields.read("identifier")
        center = try fields.read("center")
        radius = try fields.read("radius")
    }
}
