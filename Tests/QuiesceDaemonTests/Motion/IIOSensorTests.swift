import Foundation
import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceDaemon

/// Against a tree like the kernel's; no real chip is here.
@Suite("Sensors of the kernel's industrial I/O", .behaviour("H2")) struct IIOSensorTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func device(_ number: Int, _ files: [String: String]) throws -> String {
        let folder = "sys/bus/iio/devices/iio:device\(number)"
        for (name, text) in files {
            let file = URL(fileURLWithPath: scratch.file("\(folder)/\(name)"))
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data((text + "\n").utf8).write(to: file)
        }
        return scratch.file(folder)
    }

    @Test("At rest and face up an accelerometer reads 0, 0, -1 G, whatever its scale")
    func faceUp() throws {
        let folder = try device(
            0,
            [
                "in_accel_x_raw": "0", "in_accel_y_raw": "0", "in_accel_z_raw": "1024",
                "in_accel_scale": "0.009576806",
            ])
        let reading = try #require(IIOSensor(.accelerometer, in: folder)?.read())
        #expect(reading.x == 0 && reading.y == 0)
        #expect(abs(reading.z + 1) < 1e-6)
        #expect(IIOSensor(.gyroscope, in: folder) == nil)
    }

    @Test("Offsets come before scales, and an axis may have its own")
    func offsets() throws {
        let folder = try device(
            0,
            [
                "in_anglvel_x_raw": "10", "in_anglvel_y_raw": "-4", "in_anglvel_z_raw": "0",
                "in_anglvel_scale": "0.5", "in_anglvel_x_offset": "-8", "in_anglvel_offset": "2",
                "in_anglvel_z_scale": "0.25",
            ])
        let reading = try #require(IIOSensor(.gyroscope, in: folder)?.read())
        #expect(reading == MotionReading(.gyroscope, x: 1, y: -1, z: 0.5))
    }

    @Test("Gauss become microteslas")
    func magnetometer() throws {
        let folder = try device(
            0,
            [
                "in_magn_x_raw": "200", "in_magn_y_raw": "0", "in_magn_z_raw": "-400",
                "in_magn_scale": "0.001",
            ])
        let reading = try #require(IIOSensor(.magnetometer, in: folder)?.read())
        #expect(abs(reading.x - 20) < 1e-9 && abs(reading.z + 40) < 1e-9)
    }

    @Test(
        "A chip that is mounted otherwise is turned to the screen's axes",
        arguments: ["in_accel_mount_matrix", "in_mount_matrix", "mount_matrix"])
    func mounted(_ file: String) throws {
        let folder = try device(
            0,
            [
                "in_accel_x_raw": "1", "in_accel_y_raw": "2", "in_accel_z_raw": "3",
                "in_accel_scale": "9.80665", file: "0, -1, 0; 1, 0, 0; 0, 0, 1",
            ])
        let reading = try #require(IIOSensor(.accelerometer, in: folder)?.read())
        #expect(reading == MotionReading(.accelerometer, x: 2, y: -1, z: -3))
    }

    @Test("One that doesn't answer, or answers nonsense, gives no reading")
    func silent() throws {
        let folder = try device(
            0, ["in_accel_x_raw": "1", "in_accel_y_raw": "2", "in_accel_z_raw": "?"])
        #expect(try #require(IIOSensor(.accelerometer, in: folder)).read() == nil)
        try FileManager.default.removeItem(atPath: folder + "/in_accel_z_raw")
        #expect(IIOSensor(.accelerometer, in: folder) == nil)
    }

    @Test("It is told the slowest frequency that is quick enough")
    func frequency() throws {
        let folder = try device(
            0,
            [
                "in_accel_x_raw": "1", "in_accel_y_raw": "2", "in_accel_z_raw": "3",
                "sampling_frequency": "12.5", "sampling_frequency_available": "12.5 25 50 100 200",
            ])
        let sensor = try #require(IIOSensor(.accelerometer, in: folder))
        func frequency(each milliseconds: Int64) throws -> String {
            sensor.measure(each: .milliseconds(milliseconds))
            return try String(contentsOfFile: folder + "/sampling_frequency", encoding: .utf8)
        }
        #expect(try frequency(each: 20).hasPrefix("50"))
        #expect(try frequency(each: 1).hasPrefix("200"))
    }
}
