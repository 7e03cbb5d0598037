/// What was asked of an app while its process was being started. It may speak, and so be suspended,
/// before the worker has reported that it runs.
struct Starting {
    var isKilled = false
    /// The freezes to be carried out once there is something to freeze.
    private var freezes: [(Bool) -> Void] = []

    mutating func freeze(_ completion: @escaping (Bool) -> Void) { freezes.append(completion) }

    /// Hands out the freezes that wait: to be carried out, or given up.
    mutating func takeFreezes() -> [(Bool) -> Void] {
        defer { freezes = [] }
        return freezes
    }
}
