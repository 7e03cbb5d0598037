extension Reaction {
    /// Stands for all effects and decisions, in order, with everything in them.
    public var fingerprint: Fingerprint {
        var fingerprint = Fingerprint()
        fingerprint.add(UInt64(effects.count))
        for effect in effects { fingerprint.add(effect) }
        for decision in decisions { fingerprint.add(decision) }
        return fingerprint
    }
}
