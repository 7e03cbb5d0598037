import QuiesceCore
import QuiesceShell

/// The device's warmth, from the reports of it.
struct KnownWarmth {
    /// By the machine's own sensors, and by a tool, whose word counts.
    private var sensed = DeviceConditions.ThermalState.nominal
    private var said: DeviceConditions.ThermalState?

    var state: DeviceConditions.ThermalState { said ?? sensed }

    init() {}

    /// As the core has it.
    init(_ device: DeviceConditions) {
        if device.overridden.contains(.thermal) {
            said = device.thermalState
        } else {
            sensed = device.thermalState
        }
    }

    mutating func note(_ event: Event) {
        if case .changed(.thermalState(let state), _) = event { said = state }
        if case .changed(.automatic(.thermal), _) = event { said = nil }
        if case .sensed(.thermalState(let state)) = event { sensed = state }
    }

    /// Sensors are read anew; a tool's word lasts.
    mutating func deviceRestarts() { sensed = .nominal }
}

extension Reaction {
    var isRefusal: Bool {
        effects.contains { if case .answer(_, .refused) = $0 { true } else { false } }
    }

    /// The continued tasks that were told to end.
    var expired: [(key: ProcessKey, id: UInt64)] {
        effects.compactMap {
            guard case .send(let app, let launch, let delivery, redelivered: false) = $0,
                case .continued(.expire(let id)) = delivery.call
            else { return nil }
            return (ProcessKey(app: app, launch: launch), id)
        }
    }

    var warnsOfMemory: Bool {
        decisions.contains { $0.kind == .input && $0.reason == .memoryPressure }
    }
}
