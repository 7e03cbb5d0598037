// Derived from System/SystemMachine.swift by scripts/derive. Change that, and run it.

extension SystemMachine: DescribedFields, JSONFields {
    public func describeFields(to sink: inout some Sink) {
        sink.field("device", around)
        sink.field("real", real)
        sink.field("memory", memory)
        sink.field("transfers", transfers)
        sink.field("notifications", notifications)
        sink.field("fetches", fetches)
        sink.field("pushes", pushes)
        sink.field("motion", motion, unless: Motion())
        sink.field("location", location, unless: Location())
        sink.field("audio", audio, unless: Audio())
        sink.field("voip", voip, unless: VoIP())
        sink.field("accessories", accessories, unless: Accessories())
        sink.field("bluetooth", bluetooth, unless: Bluetooth())
        sink.field("idleTimer", idleTimer, unless: IdleTimer())
        sink.field("energy", energy, unless: Energy())
        sink.field("thaw", thaw, unless: Thaw())
        sink.field("armed", armed)
        sink.field("boot", boot)
        sink.field("awaitedBoot", awaitedBoot)
    }

    public init(fields: JSONObject) throws(JSONError) {
        around = try fields.read("device")
        real = try fields.read("real")
        memory = try fields.read("memory")
        transfers = try fields.read("transfers")
        notifications = try fields.read("notifications")
        fetches = try fields.read("fetches")
        pushes = try fields.read("pushes")
        motion = try fields.read("motion", or: Motion())
        location = try fields.read("location", or: Location())
        audio = try fields.read("audio", or: Audio())
        voip = try fields.read("voip", or: VoIP())
        accessories = try fields.read("accessories", or: Accessories())
        bluetooth = try fields.read("bluetooth", or: Bluetooth())
        idleTimer = try fields.read("idleTimer", or: IdleTimer())
        energy = try fields.read("energy", or: Energy())
        thaw = try fields.read("thaw", or: Thaw())
        armed = try fields.readIfPresent("armed")
        boot = try fields.readIfPresent("boot")
        awaitedBoot = try fields.readIfPresent("awaitedBoot")
        rebuildIndexes()
    }
}
