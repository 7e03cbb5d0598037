import QuiesceWire

extension LocationKeeper {
    /// As a person reads it.
    var line: String { "\(app) keeps location on (G5): \(detail)" }
}
