import QuiesceCore
import QuiesceWire

// The planned wake-ups, as tools are told them.

extension ForecastSummary {
    /// - Parameter location: who has asked for it.
    package init(_ forecast: Forecast, location: [SystemMachine.LocationView]) {
        self.init(
            from: forecast.from.iso8601, to: forecast.to.iso8601, wakeUps: forecast.wakeUps.count,
            unmerged: forecast.unmerged, saved: forecast.saved,
            location: LocationKeeper.all(among: location))
    }
}

extension ForecastRow {
    /// So many fit a datagram, whatever their apps and tasks are called.
    private static let workPerRow = 64

    /// - Returns: the rows of one wake-up.
    package static func rows(_ wakeUp: Forecast.WakeUp) -> [ForecastRow] {
        stride(from: 0, to: wakeUp.work.count, by: workPerRow).map { first in
            ForecastRow(
                time: wakeUp.at.iso8601,
                work: wakeUp.work[first..<min(first + workPerRow, wakeUp.work.count)].map(Work.init)
            )
        }
    }
}

extension ForecastRow.Work {
    init(_ work: Forecast.Work) {
        self.init(
            app: work.app?.name, kind: work.kind.name, reason: work.kind.detail,
            earliest: work.earliest.iso8601, latest: work.latest.iso8601)
    }
}

extension Forecast.Kind {
    fileprivate var detail: String? {
        switch self {
        case .fetch(let reason): reason.rawValue
        case .task(_, let identifier): identifier
        case .notification(let id): "\(id)"
        case .transfer, .calendar, .room: nil
        }
    }
}
