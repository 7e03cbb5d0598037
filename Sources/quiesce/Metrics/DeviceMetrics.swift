import QuiesceWire

/// A device in numbers. Names and labels are promised: there are only additions.
struct DeviceMetrics {
    var status: DeviceStatus
    var processes: [ProcessRow]
    var notifications: [NotificationRow]
    var transfers: [TransferRow]
    var energy: [EnergyRow]
    var savings: [SavingsRow]

    private static let transferStates = [
        "waiting", "running", "placing", "finished", "failed", "cancelled", "kept",
    ]
    private static let states = ["notRunning", "inactive", "active", "background", "suspended"]

    var lines: [String] { families.flatMap(\.lines) }

    private var families: [MetricFamily] {
        device + apps
            + [
                .init(
                    name: "quiesce_notifications", kind: .gauge,
                    help: "Notifications that are shown, or scheduled.",
                    samples: count(notifications.map(\.state), of: ["shown", "scheduled"])),
                .init(
                    name: "quiesce_transfers", kind: .gauge,
                    help: "Transfers that their apps haven't taken yet, by state.",
                    samples: count(
                        transfers.map(\.state), of: Self.transferStates)),
            ] + fetches + programs
    }

    private var device: [MetricFamily] {
        let labels = [
            (name: "version", value: status.version), (name: "profile", value: status.profile),
            (name: "freezer", value: status.freezer), (name: "isolation", value: status.isolation),
        ]
        return [
            .init(
                name: "quiesce_device_info", kind: .gauge, help: "The device; always 1.",
                samples: [.init(labels: labels, value: 1)]),
            flag("quiesce_locked", "Whether the device is locked.", status.locked),
            flag("quiesce_asleep", "Whether the device sleeps.", status.asleep),
            flag(
                "quiesce_low_power_mode", "Whether Low Power Mode is on.",
                status.screen?.lowPowerMode == true),
            .init(
                name: "quiesce_apps", kind: .gauge, help: "Installed apps, by state.",
                samples: count(processes.map(\.state), of: Self.states)),
        ]
    }

    private var apps: [MetricFamily] {
        [
            .init(
                name: "quiesce_app_memory_bytes", kind: .gauge,
                help: "Memory of an app that has a process.",
                samples: processes.compactMap { row in
                    row.memoryBytes.map { sample(row.id, Double($0)) }
                }),
            .init(
                name: "quiesce_app_background_tasks", kind: .gauge,
                help: "Background tasks that an app has open.",
                samples: processes.map { sample($0.id, Double($0.tasks)) }),
        ]
    }

    private var fetches: [MetricFamily] {
        [
            .init(
                name: "quiesce_app_fetches_total", kind: .counter,
                help: "Background fetches and tasks that an app was charged for.",
                samples: energy.map { sample($0.app, Double($0.fetches)) }),
            .init(
                name: "quiesce_app_fetch_joules_total", kind: .counter,
                help: "Energy of an app's fetches, by the profile's model.",
                samples: energy.map { sample($0.app, $0.joules) }),
            .init(
                name: "quiesce_app_fetch_cpu_seconds_total", kind: .counter,
                help: "CPU time of an app's fetches.",
                samples: energy.map { sample($0.app, $0.cpu) }),
            .init(
                name: "quiesce_app_fetch_received_bytes_total", kind: .counter,
                help: "Bytes that came in for an app's fetches.",
                samples: energy.map { sample($0.app, Double($0.received)) }),
        ]
    }

    private var programs: [MetricFamily] {
        [
            .init(
                name: "quiesce_program_frozen_seconds", kind: .gauge,
                help: "Time in the last day for which a hosted program was frozen out of sight.",
                samples: savings.map { sample($0.app, $0.frozenSeconds) }),
            .init(
                name: "quiesce_program_saved_cpu_seconds", kind: .gauge,
                help: "CPU time in the last day that it didn't take, by its rate awake.",
                samples: savings.compactMap { row in
                    row.cpuSavedSeconds.map { sample(row.app, $0) }
                }),
        ]
    }

    private func flag(_ name: String, _ help: String, _ isSo: Bool) -> MetricFamily {
        .init(name: name, kind: .gauge, help: help, samples: [.init(value: isSo ? 1 : 0)])
    }

    private func sample(_ app: String, _ value: Double) -> MetricFamily.Sample {
        .init(labels: [(name: "app", value: app)], value: value)
    }

    /// One for each of the states, those without any too: a graph has no holes.
    private func count(_ found: [String], of states: [String]) -> [MetricFamily.Sample] {
        states.map { state in
            .init(
                labels: [(name: "state", value: state)],
                value: Double(found.count { $0 == state }))
        }
    }
}
