/// A row of a comparison: a figure for each device.
public enum Measure: String, Sendable, CaseIterable {
    case wakeUps, background, fresh, pushDelay, unheardPushes, cutTasks, kills, received, energy

    /// nil: the device says nothing about it, as one that nobody opens an app of.
    public func value(of measures: DeviceMeasures) -> Double? {
        func daily(_ sum: Double) -> Double? { measures.span > 0 ? sum / measures.days : nil }
        switch self {
        case .wakeUps: return daily(Double(measures.wakeUps))
        case .background: return daily(Double(measures.background) / 60e9)
        case .fresh:
            return measures.opens > 0
                ? 100 * Double(measures.freshOpens) / Double(measures.opens) : nil
        case .pushDelay:
            return measures.handedPushes > 0
                ? Double(measures.pushDelay) / 1e9 / Double(measures.handedPushes) : nil
        case .unheardPushes:
            return measures.pushes > 0
                ? 100 * Double(measures.pushes - measures.handedPushes) / Double(measures.pushes)
                : nil
        case .cutTasks: return daily(Double(measures.cutTasks))
        case .kills: return daily(Double(measures.kills))
        case .received: return daily(Double(measures.bytes) / 1e6)
        case .energy: return daily(Double(measures.microjoules) / 1e6)
        }
    }

    /// Whether less of it is better for the owner.
    public var lessIsBetter: Bool { self != .fresh }

    public var title: String {
        switch self {
        case .wakeUps: "wake-ups of apps a day"
        case .background: "minutes a day that apps execute out of sight"
        case .fresh: "% of opens with news of the last 15 min"
        case .pushDelay: "seconds until an app has a silent push"
        case .unheardPushes: "% of silent pushes that no app got"
        case .cutTasks: "background tasks a day that ran out of time"
        case .kills: "kills a day"
        case .received: "MB a day that fetches receive"
        case .energy: "joules a day that fetches cost, estimated"
        }
    }
}
