import QuiesceCore

extension LifeScript {
    /// The findings about an app, whether the core asked for them or not.
    mutating func examined(_ app: AppID, _ launch: Launch) -> Event {
        let number = UInt64(next() & 15)
        let examination: Examination =
            next() & 1 == 0 ? .suspended(freeze: number) : .executing(stay: number)
        let byte = next()
        return .examined(
            app, launch, examination,
            Findings(
                locks: byte & 1 == 0 ? [] : [HeldLock(group: "group.a", file: "f", kind: .flock)],
                ports: byte & 2 == 0 ? [] : [OpenPort(.tcp, UInt16(byte))],
                gpu: byte & 4 == 0
                    ? nil : GPUUse(device: "/dev/dri/card0", busy: Interval(amount())),
                cpu: byte & 8 == 0 ? nil : Interval(amount())))
    }
}

extension Interval {
    fileprivate init(_ amount: UInt64) {
        self.init(nanoseconds: Int64(truncatingIfNeeded: amount))
    }
}
