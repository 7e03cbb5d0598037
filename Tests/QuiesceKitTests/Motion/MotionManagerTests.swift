import Foundation
import QuiesceWire
import Synchronization
import TestSupport
import Testing

@testable import QuiesceKit

/// `CMMotionManager`, with the daemon's end of the line that a test plays.
@Suite("Motion in an app", .behaviour("H2")) @MainActor struct MotionManagerTests {
    private let link = DaemonLink()
    private let sensors: MotionSensors
    private let said = Said()

    private final class Said: Sendable {
        private let requests = Mutex<[MotionRequest]>([])
        func add(_ message: MessageFromApp) {
            if case .motion(_, let request) = message { requests.withLock { $0.append(request) } }
        }
        /// The app's requests since the last call.
        func take() -> [MotionRequest] {
            requests.withLock { requests in
                defer { requests = [] }
                return requests
            }
        }
    }

    init() {
        sensors = MotionSensors(of: link)
        let said = said
        link.connected { said.add($0) }
        welcome()
    }

    /// - Parameter lastRequest: of those that the app has made, the last one that the daemon knows.
    private func welcome(lastRequest: UInt64 = 0) {
        let welcome = MessageToApp.Welcome(
            launch: 1, lastRequest: lastRequest, multitaskingSupported: true, openTasksLimit: 1)
        link.change { $0.welcomed(welcome) }
        sensors.welcomed(welcome)
    }

    private func sample(
        _ milliseconds: Int64, _ sensor: MotionSensor = .accelerometer, z: Double = -1
    ) {
        sensors.take(
            .sample(
                MotionSample(
                    MotionReading(sensor, x: 0.5, y: 0, z: z),
                    at: .zero + .milliseconds(milliseconds))))
    }

    @Test("What the device has is known as it was told")
    func available() {
        let manager = CMMotionManager(sensors)
        #expect(!manager.isAccelerometerAvailable && !manager.isGyroAvailable)
        sensors.take(.sensors([.accelerometer, .magnetometer]))
        #expect(manager.isAccelerometerAvailable && manager.isMagnetometerAvailable)
        #expect(!manager.isGyroAvailable)
    }

    @Test("Samples are asked for when updates start, and no more of them when they stop")
    func starts() {
        let manager = CMMotionManager(sensors)
        manager.accelerometerUpdateInterval = 0.05
        #expect(said.take() == [])
        manager.startAccelerometerUpdates()
        #expect(manager.isAccelerometerActive && !manager.isGyroActive)
        #expect(
            said.take() == [.start(sensor: .accelerometer, interval: .milliseconds(50))])
        sample(1_500)
        #expect(manager.accelerometerData?.acceleration == CMAcceleration(x: 0.5, y: 0, z: -1))
        #expect(manager.accelerometerData?.timestamp == 1.5)
        manager.accelerometerUpdateInterval = 0.1
        #expect(
            said.take() == [.start(sensor: .accelerometer, interval: .milliseconds(100))])
        manager.stopAccelerometerUpdates()
        #expect(said.take() == [.stop(sensor: .accelerometer)])
        #expect(!manager.isAccelerometerActive && manager.accelerometerData == nil)
    }

    @Test("Each sensor's samples come as what it measures")
    func kinds() {
        let manager = CMMotionManager(sensors)
        manager.startGyroUpdates()
        manager.startMagnetometerUpdates()
        sample(1, .gyroscope, z: 2)
        sample(1, .magnetometer, z: 40)
        sample(1, .accelerometer)
        #expect(manager.gyroData?.rotationRate.z == 2)
        #expect(manager.magnetometerData?.magneticField.z == 40)
        #expect(manager.accelerometerData == nil)
    }

    @Test("The handler is called on its queue; busy, it gets the newest next, and stopped, none")
    func handler() {
        let manager = CMMotionManager(sensors)
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        queue.isSuspended = true
        let box = Heard()
        manager.accelerometerUpdateInterval = 0.01
        manager.startAccelerometerUpdates(to: queue) { data, _ in
            box.add(data?.acceleration.z, isOnQueue: OperationQueue.current === queue)
        }
        for number in 1...5 { sample(Int64(number) * 10, z: Double(number)) }
        queue.isSuspended = false
        queue.waitUntilAllOperationsAreFinished()
        #expect(box.heard == [5] && box.isOnQueue)
        sample(60, z: 6)
        queue.waitUntilAllOperationsAreFinished()
        #expect(box.heard == [5, 6])
        queue.isSuspended = true
        sample(70, z: 7)
        manager.stopAccelerometerUpdates()
        queue.isSuspended = false
        queue.waitUntilAllOperationsAreFinished()
        #expect(box.heard == [5, 6])
    }

    private final class Heard: Sendable {
        private let state = Mutex<(heard: [Double], isOnQueue: Bool)>(([], true))
        var heard: [Double] { state.withLock { $0.heard } }
        var isOnQueue: Bool { state.withLock { $0.isOnQueue } }
        func add(_ z: Double?, isOnQueue: Bool) {
            state.withLock {
                if let z { $0.heard.append(z) }
                $0.isOnQueue = $0.isOnQueue && isOnQueue
            }
        }
    }

    @Test("Of two managers the more demanding counts, and each hears at its own pace")
    func two() {
        let (quick, slow) = (CMMotionManager(sensors), CMMotionManager(sensors))
        quick.accelerometerUpdateInterval = 0.01
        slow.accelerometerUpdateInterval = 1
        slow.startAccelerometerUpdates()
        quick.startAccelerometerUpdates()
        #expect(
            said.take() == [
                .start(sensor: .accelerometer, interval: .seconds(1)),
                .start(sensor: .accelerometer, interval: .milliseconds(10)),
            ])
        sample(0, z: 1)
        sample(10, z: 2)
        #expect(quick.accelerometerData?.acceleration.z == 2)
        #expect(slow.accelerometerData?.acceleration.z == 1)
        quick.stopAccelerometerUpdates()
        #expect(said.take() == [.start(sensor: .accelerometer, interval: .seconds(1))])
    }

    @Test("When the manager is released, its updates stop")
    func released() {
        var manager: CMMotionManager? = CMMotionManager(sensors)
        manager?.startAccelerometerUpdates()
        _ = said.take()
        manager = nil
        sample(10)
        #expect(said.take() == [.stop(sensor: .accelerometer)])
    }

    @Test(
        "A daemon that comes back is asked again, as it may have lost its journal",
        .behaviour("reliability P8"))
    func reconnects() {
        let manager = CMMotionManager(sensors)
        manager.startGyroUpdates()
        manager.startMagnetometerUpdates()
        manager.stopMagnetometerUpdates()
        manager.startAccelerometerUpdates()
        _ = said.take()
        link.disconnected()
        let said = said
        link.connected { said.add($0) }
        // It knows of all but the last, which is said again in any case.
        welcome(lastRequest: 3)
        #expect(
            said.take() == [
                .start(sensor: .accelerometer, interval: .milliseconds(10)),
                .start(sensor: .gyroscope, interval: .milliseconds(10)),
            ])
    }

    @Test(
        "Sensors that the next daemon doesn't have are there no longer",
        .behaviour("reliability P8"))
    func unavailable() {
        let manager = CMMotionManager(sensors)
        sensors.take(.sensors([.gyroscope]))
        #expect(manager.isGyroAvailable)
        link.disconnected()
        link.connected { _ in }
        welcome()
        #expect(!manager.isGyroAvailable)
        sensors.take(.sensors([.gyroscope]))
        #expect(manager.isGyroAvailable)
    }

    @Test("Intervals that are no time at all ask for the most there is")
    func intervals() {
        let manager = CMMotionManager(sensors)
        manager.startAccelerometerUpdates()
        _ = said.take()
        manager.accelerometerUpdateInterval = .nan
        #expect(said.take() == [.start(sensor: .accelerometer, interval: .zero)])
        manager.accelerometerUpdateInterval = .infinity
        #expect(said.take() == [.start(sensor: .accelerometer, interval: .seconds(86_400))])
    }
}
