// Derived from Scene/Scene.swift by scripts/derive. Change that, and run it.
// sha256 df337064fa4248a5

extension Scene: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("version", version)
        sink.field("size", size)
        sink.field("orientation", orientation)
        sink.field("root", root)
    }

    public init(fields: JSONObject) throws(JSONError) {
        version = try fields.read("version")
        size = try fields.read("size")
        orientation = try fields.read("orientation")
        root = try fields.read("root")
    }
}

extension Scene.Size: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("width", width)
        sink.field("height", height)
    }

    public init(fields: JSONObject) throws(JSONError) {
        width = try fields.read("width")
        height = try fields.read("height")
    }
}

extension Scene.Frame: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("x", x)
        sink.field("y", y)
        sink.field("width", width)
        sink.field("height", height)
    }

    public init(fields: JSONObject) throws(JSONError) {
        x = try fields.read("x")
        y = try fields.read("y")
        width = try fields.read("width")
        height = try fields.read("height")
    }
}

extension Scene.Node: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("frame", frame)
        sink.field("background", background)
        sink.field("alpha", alpha)
        sink.field("text", text)
        sink.field("image", image)
        sink.field("cornerRadius", cornerRadius)
        sink.field("clips", clips)
        sink.field("children", children)
    }

    public init(fields: JSONObject) throws(JSONError) {
        frame = try fields.read("frame")
        background = try fields.readIfPresent("background")
        alpha = try fields.readIfPresent("alpha")
        text = try fields.readIfPresent("text")
        image = try fields.readIfPresent("image")
        cornerRadius = try fields.readIfPresent("cornerRadius")
        clips = try fields.readIfPresent("clips")
        children = try fields.readIfPresent("children")
    }
}

extension Scene.Text: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("string", string)
        sink.field("size", size)
        sink.field("color", color)
        sink.field("alignment", alignment)
        sink.field("weight", weight)
    }

    public init(fields: JSONObject) throws(JSONError) {
        string = try fields.read("string")
        size = try fields.read("size")
        color = try fields.read("color")
        alignment = try fields.read("alignment")
        weight = try fields.readIfPresent("weight")
    }
}
