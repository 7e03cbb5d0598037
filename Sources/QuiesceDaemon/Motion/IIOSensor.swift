import Glibc
import QuiesceCore
import QuiesceLinux

/// One of the kernel's industrial I/O sensors, read by its files in sysfs
/// (`Documentation/ABI/testing/sysfs-bus-iio`). On a worker's thread, as a chip behind a slow bus
/// takes milliseconds.
struct IIOSensor: Sendable {
    let sensor: MotionSensor
    /// `…/iio:device0`
    let folder: String
    private let axes: [Axis]
    /// The chip's axes to the device's: rows of three.
    private let mounting: [[Double]]

    private struct Axis {
        var path: String
        var offset: Double
        var scale: Double
    }

    /// - Returns: nil: that device measures something else.
    init?(_ sensor: MotionSensor, in folder: String) {
        let channel = sensor.channel
        func number(_ name: String) -> Double? {
            ProcFile.read("\(folder)/\(name)").flatMap(Self.number)
        }
        axes = ["x", "y", "z"].compactMap { axis in
            let raw = "\(folder)/\(channel)_\(axis)_raw"
            guard access(raw, R_OK) == 0 else { return nil }
            return Axis(
                path: raw,
                offset: number("\(channel)_\(axis)_offset") ?? number("\(channel)_offset") ?? 0,
                scale: number("\(channel)_\(axis)_scale") ?? number("\(channel)_scale") ?? 1)
        }
        guard axes.count == 3 else { return nil }
        let matrices = ["\(channel)_mount_matrix", "in_mount_matrix", "mount_matrix"]
        mounting =
            matrices.lazy.compactMap { ProcFile.read("\(folder)/\($0)") }
            .compactMap(Self.matrix).first ?? [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
        self.sensor = sensor
        self.folder = folder
    }

    /// - Returns: nil: the chip didn't answer.
    func read() -> MotionReading? {
        let measured = axes.compactMap { axis in
            ProcFile.read(axis.path).flatMap(Self.number).map { ($0 + axis.offset) * axis.scale }
        }
        guard measured.count == 3 else { return nil }
        let turned = mounting.map { row in
            zip(row, measured).reduce(0) { $0 + $1.0 * $1.1 } * sensor.perUnit
        }
        guard turned.allSatisfy(\.isFinite) else { return nil }
        // An axis that is at 0 has no sign.
        return MotionReading(sensor, x: turned[0] + 0, y: turned[1] + 0, z: turned[2] + 0)
    }

    /// Has the chip measure as often as it is read, where it lets itself be told, and where this
    /// process may.
    func measure(each interval: Interval) {
        let files = ["\(sensor.channel)_sampling_frequency", "sampling_frequency"]
        guard
            let file = files.first(where: { access("\(folder)/\($0)", F_OK) == 0 }),
            let wanted = frequency(for: interval, of: file)
        else { return }
        let descriptor = open("\(folder)/\(file)", O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        _ = wanted.withCString { write(descriptor, $0, strlen($0)) }
        close(descriptor)
    }

    /// The slowest that is quick enough, else the quickest, in the kernel's own words.
    private func frequency(for interval: Interval, of file: String) -> String? {
        let known = ProcFile.read("\(folder)/\(file)_available") ?? ""
        let choices = known.split { $0 == " " || $0 == "\n" }.map(String.init)
            .compactMap { word in Double(word).map { (word, $0) } }.sorted { $0.1 < $1.1 }
        let least = 1 / interval.inSeconds
        return (choices.first { $0.1 >= least } ?? choices.last)?.0
    }

    private static func number(_ text: String) -> Double? {
        Double(text.prefix { $0 != "\n" && $0 != " " })
    }

    /// "0, 1, 0; 1, 0, 0; 0, 0, -1"
    private static func matrix(_ text: String) -> [[Double]]? {
        let rows = text.split(separator: ";").map { row in
            row.split { $0 == "," || $0 == " " || $0 == "\n" }.compactMap { Double($0) }
        }
        return rows.count == 3 && rows.allSatisfy { $0.count == 3 } ? rows : nil
    }
}

extension MotionSensor {
    /// How the kernel calls it.
    fileprivate var channel: String {
        switch self {
        case .accelerometer: "in_accel"
        case .gyroscope: "in_anglvel"
        case .magnetometer: "in_magn"
        }
    }

    /// The kernel's unit in Core Motion's.
    fileprivate var perUnit: Double {
        switch self {
        // m/s² of what holds the device up against its fall: at rest and face up the kernel has z
        // at 9.8, iOS at -1.
        case .accelerometer: -1 / 9.80665
        // rad/s, both.
        case .gyroscope: 1
        // Gauss.
        case .magnetometer: 100
        }
    }
}
