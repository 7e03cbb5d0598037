import Foundation
import QuiesceCore
import QuiesceShell
import TestSupport
import Testing

@testable import QuiesceDaemon

@Suite("The machine's sensors", .behaviour("H2")) struct MachineSensorsTests {
    private let scratch: ScratchDirectory
    private let loop: EventLoop

    init() throws {
        scratch = try ScratchDirectory()
        loop = try EventLoop()
    }

    private func accelerometer(_ number: Int, z: Int, label: String? = nil) throws {
        let folder = scratch.file("sys/bus/iio/devices/iio:device\(number)")
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        var files = ["in_accel_x_raw": "0", "in_accel_y_raw": "0", "in_accel_z_raw": "\(z)"]
        files["in_accel_scale"] = "9.80665"
        files["label"] = label
        for (name, text) in files {
            try Data((text + "\n").utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
        }
    }

    @Test("Those that it hasn't aren't there, and are never read")
    func none() throws {
        let sensors = MachineSensors(scratch.file("sys"), loop: loop) { _ in
            Issue.record("a sample of nothing")
        }
        #expect(sensors.port.sensors() == [])
        sensors.port.read(.accelerometer, .milliseconds(10))
    }

    @Test("The screen's accelerometer is taken, and not that of a laptop's base")
    func screen() throws {
        try accelerometer(0, z: 1, label: "accel-base")
        try accelerometer(10, z: 3)
        try accelerometer(2, z: 2, label: "accel-display")
        var read: [Double] = []
        var port: MotionPort?
        let sensors = MachineSensors(scratch.file("sys"), loop: loop) { [loop] sample in
            read.append(sample.reading.z)
            guard read.count == 3 else { return }
            port?.read(.accelerometer, nil)
            loop.stop()
        }
        port = sensors.port
        #expect(sensors.port.sensors() == [.accelerometer])
        sensors.port.read(.accelerometer, .milliseconds(10))
        loop.run()
        #expect(read == [-2, -2, -2])
    }

    @Test("One that is switched off while it is read gives nothing more")
    func off() throws {
        try accelerometer(0, z: 1)
        var port: MotionPort?
        var count = 0
        let sensors = MachineSensors(scratch.file("sys"), loop: loop) { [loop] _ in
            count += 1
            port?.read(.accelerometer, nil)
            // Longer than several samples would have taken.
            loop.setTimer(at: LinuxClock.now().instant + .milliseconds(60))
        }
        port = sensors.port
        loop.onTimer = { [loop] in loop.stop() }
        sensors.port.read(.accelerometer, .milliseconds(10))
        loop.run()
        #expect(count == 1)
    }
}
