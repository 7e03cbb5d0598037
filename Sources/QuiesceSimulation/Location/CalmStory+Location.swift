import QuiesceCore

extension CalmStory {
    enum OfLocation: CaseIterable { case significant, monitor, stopMonitoring }

    func locationAction(_ kind: OfLocation) -> Step.Action {
        let region = CircularRegion(
            identifier: "region \(number % 3)", center: .origin, radius: Double(100 + number))
        return switch kind {
        case .significant: .location(.ask(app: app, .startSignificant))
        case .monitor:
            .location(.ask(app: app, .monitor(region: WatchedRegion(.circle(region)))))
        case .stopMonitoring:
            .location(.ask(app: app, .stopMonitoring(region: region.identifier)))
        }
    }
}
