import QuiesceCore

/// The steps that a generator chooses from where apps use Bluetooth.
enum BluetoothStepKind: StepMix {
    case begin, beat, near, far, adapter, scan, disconnect, read, permit, open, home

    static let name = "bluetooth"
    static let percentOfSeeds = 10
    static let isEverywhere = true
    static let draws: (ofSome: UInt64, ofEvery: UInt64) = (0x626c_7565_746f, 0x6265_6c74_7321)
    static let common = Self.beat
    static let pauses: [Int64] = [0, 5, 900, 4_000, 30_000, 120_000]

    /// The largest weight.
    var most: Int {
        switch self {
        case .beat: 25
        case .begin, .near: 12
        case .scan, .open, .home: 6
        case .far, .disconnect, .read, .permit: 4
        case .adapter: 2
        }
    }

    static func begin(_ header: inout Scenario.Header, _ random: inout SeededGenerator) -> [Step] {
        declare([.bluetoothCentral, .bluetoothPeripheral], percent: 70, &header, &random)
        return []
    }

    func step(apps: Int, _ random: inout SeededGenerator) -> Step.Action {
        let app = random.below(apps)
        let belt = BluetoothPart.belt
        return switch self {
        case .begin:
            .bluetooth(
                .ask(
                    app: app,
                    random.pick([
                        .open(manager: "belt", role: .central, restores: true),
                        .connect(manager: "belt", peripheral: belt),
                        .connect(manager: "belt", peripheral: belt),
                        .notify(peripheral: belt, handle: 2, isOn: true),
                        .notify(peripheral: belt, handle: 2, isOn: true),
                    ])))
        case .beat: .bluetooth(.beat(times: random.pick([1, 1, 1, 5, 40])))
        case .near: .bluetooth(.belt(isNear: true))
        case .far: .bluetooth(.belt(isNear: false))
        case .adapter: .bluetooth(.adapter(isOn: random.below(3) > 0))
        case .scan:
            .bluetooth(
                .ask(
                    app: app,
                    random.pick([
                        .scan(manager: "belt", services: ["180D"], duplicates: false),
                        .scan(manager: "belt", services: [], duplicates: true),
                        .stopScan(manager: "belt"),
                    ])))
        case .disconnect:
            .bluetooth(
                .ask(
                    app: app,
                    random.pick([
                        .disconnect(manager: "belt", peripheral: belt),
                        .notify(peripheral: belt, handle: 2, isOn: false),
                        .close(manager: "belt", role: .central),
                    ])))
        case .read:
            .bluetooth(
                .ask(
                    app: app,
                    random.pick([
                        .read(peripheral: belt, handle: 3), .discover(peripheral: belt),
                    ])))
        case .permit:
            .permit(app: app, .bluetooth, random.pick([.authorized, .authorized, .denied]))
        case .open: .open(app: app)
        case .home: .home
        }
    }
}
