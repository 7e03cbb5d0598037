/// What is learnt of the device's owner across apps.
public struct OwnerHabits: Sendable, Hashable, Codable {
    var screenOn = false

    public init() {}
}
