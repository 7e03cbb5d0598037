import QuiesceCore

extension SimulatedDevice {
    /// The device is there from now on; its source says so, if it is on.
    ///
    /// - Parameters:
    ///   - accuracy: metres.
    ///   - altitude: metres above the sea; nil: not known.
    package func move(to position: Position, accuracy: Double, altitude: Double?) {
        parts.location.move(to: position, accuracy: accuracy, altitude: altitude, self)
    }
}
