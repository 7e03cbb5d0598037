import Glibc
import QuiesceCore
import QuiesceLinux
import QuiesceShell

/// The machine's own sensors of motion: found at the start, read on a thread of their own while
/// somebody gets their samples, and never at rest. Belongs to the loop's thread.
final class MachineSensors {
    private let sensors: [IIOSensor]
    private let loop: EventLoop
    private let report: (MotionSample) -> Void
    /// Made with the first that is read.
    private var worker: Worker?
    private var timers: [MotionSensor: PeriodicTimer] = [:]
    /// Those that are on.
    private var running: Set<MotionSensor> = []
    /// They are being read. A chip that is slower than it was asked gives what it can.
    private var busy: Set<MotionSensor> = []

    /// - Parameter sys: `/sys`, or a tree like it.
    init(_ sys: String, loop: EventLoop, report: @escaping (MotionSample) -> Void) {
        sensors = Self.find(sys + "/bus/iio/devices")
        self.loop = loop
        self.report = report
    }

    /// The device's, which keeps their port.
    convenience init(_ sys: String, _ device: Device, _ loop: EventLoop) {
        self.init(sys, loop: loop) { [unowned device] in device.sensed($0) }
    }

    var port: MotionPort {
        MotionPort(
            sensors: { [self] in sensors.map(\.sensor) },
            read: { [self] in read($0, each: $1) })
    }

    /// The first of each kind. A laptop has an accelerometer in its base, too, which isn't the
    /// screen's.
    private static func find(_ folder: String) -> [IIOSensor] {
        let devices = ProcFile.names(in: folder).filter { $0.hasPrefix("iio:device") }
            .sorted { ($0.count, $0) < ($1.count, $1) }.map { "\(folder)/\($0)" }
            .filter { ProcFile.read("\($0)/label")?.hasPrefix("accel-base") != true }
        return MotionSensor.allCases.compactMap { sensor in
            devices.lazy.compactMap { IIOSensor(sensor, in: $0) }.first
        }
    }

    private func read(_ sensor: MotionSensor, each interval: Interval?) {
        guard let source = sensors.first(where: { $0.sensor == sensor }) else { return }
        guard let interval else {
            running.remove(sensor)
            timers[sensor]?.stop()
            return
        }
        do {
            let worker = try worker ?? Worker(name: "quiesced-motion")
            self.worker = worker
            let timer =
                try timers[sensor]
                ?? PeriodicTimer(loop: loop) { [unowned self] in read(source, on: worker) }
            timers[sensor] = timer
            running.insert(sensor)
            worker.submit { source.measure(each: interval) }
            // A little late rather than a little early, which each would skip one for now and then.
            timer.start(milliseconds: Int((interval.nanoseconds + 999_999) / 1_000_000))
        } catch {
            // Out of descriptors or threads: it is tried again when the next app asks.
        }
    }

    private func read(_ source: IIOSensor, on worker: Worker) {
        guard busy.insert(source.sensor).inserted else { return }
        loop.perform(on: worker) {
            source.read().map { MotionSample($0, at: LinuxClock.now().awake) }
        } then: { [unowned self] sample in
            busy.remove(source.sensor)
            // Switched off while it was read.
            if let sample, running.contains(source.sensor) { report(sample) }
        }
    }
}
