import Foundation

// Key-value coding's names, which apps use for defaults, and Foundation on Linux hasn't.
extension UserDefaults {
    /// Sets the default, as `set(_:forKey:)` does; nil removes it. From any thread.
    ///
    /// - Parameter value: what a property list can hold.
    public func setValue(_ value: Any?, forKey key: String) {
        guard let value else { return removeObject(forKey: key) }
        set(value, forKey: key)
    }

    /// The default, as `object(forKey:)` has it; nil: there is none. From any thread.
    public func value(forKey key: String) -> Any? { object(forKey: key) }
}
