import ArgumentParser
import QuiesceWire
import TestSupport
import Testing

@testable import quiesce

@Suite("Samples that a tool plays") struct MotionTextTests {
    private let played = MotionReading(.accelerometer, x: 0, y: 0, z: -1)

    @Test("Each app that has asked is named, with whether it heard and why not", .behaviour("H2"))
    func heard() {
        let lines = MotionText.lines(
            [
                MotionRow(
                    app: "org.example.Level", sensor: .accelerometer, interval: 20, heard: true,
                    detail: "heard it"),
                MotionRow(
                    app: "org.example.Steps", sensor: .accelerometer, interval: 20, heard: false,
                    reason: "suspended", detail: "is suspended"),
            ], of: [played])
        #expect(
            lines == [
                "org.example.Level (accelerometer) heard it",
                "org.example.Steps (accelerometer) is suspended",
            ])
    }

    @Test("Where nobody has asked, that is said, and what to call", .behaviour("H2"))
    func nobody() {
        let gyroscope = MotionReading(.gyroscope, x: 0, y: 0, z: 0)
        #expect(
            MotionText.lines([], of: [gyroscope]) == [
                "nobody heard it: no app that runs has asked for the gyroscope; apps do with CMMotionManager's startGyroUpdates"
            ])
    }

    @Test("Three numbers with commas between are a reading", .behaviour("H2"))
    func axes() throws {
        #expect(try SendMotion.Axes("0.5,0,-1", .magnetometer).reading.x == 0.5)
        for wrong in ["", "1,2", "1,2,3,4", "1,2,x", "1,2,nan", "1 2 3", "1,2,"] {
            #expect(throws: ValidationError.self) { try SendMotion.Axes(wrong, .accelerometer) }
        }
    }
}
