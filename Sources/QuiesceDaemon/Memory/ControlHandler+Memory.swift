import QuiesceAnswers
import QuiesceCore
import QuiesceWire

// Memory that runs short (M1).
extension ControlHandler {
    func handle(_ request: ControlRequest.Memory, _ client: ControlServer.Client) {
        switch request {
        case .purge(let bytes, let dryRun): purge(bytes, dryRun: dryRun, client)
        }
    }

    func purge(_ bytes: UInt64?, dryRun: Bool, _ client: ControlServer.Client) {
        let apps = device.machine.views.filter(\.isAlive).map(\.key)
        daemon.measure(apps) { [self] measured in
            let footprints = measured.map {
                Footprint(app: $0.app, launch: $0.launch, bytes: UInt64(clamping: $1))
            }.sorted { $0.app < $1.app }
            let order = device.machine.purgeOrder(footprints, bytes: bytes)
            func answer() { list(order.map { PurgeRow($0) }, client) }
            guard !dryRun else { return answer() }
            device.ask({ .purge(bytes: bytes, footprints, $0) }) { _ in answer() }
        }
    }
}
