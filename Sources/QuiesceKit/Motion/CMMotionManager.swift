import Foundation
import QuiesceWire

/// Called with each sample on the queue that was given; there is no error so far.
public typealias CMAccelerometerHandler = @Sendable (CMAccelerometerData?, (any Error)?) -> Void
/// Called with each sample on the queue that was given; there is no error so far.
public typealias CMGyroHandler = @Sendable (CMGyroData?, (any Error)?) -> Void
/// Called with each sample on the queue that was given; there is no error so far.
public typealias CMMagnetometerHandler = @Sendable (CMMagnetometerData?, (any Error)?) -> Void

/// The device's accelerometer, gyroscope and magnetometer. Their samples go to the object that
/// asked for them, past the responder chain (H2). On the main thread; handlers run on their queue.
///
/// ```swift
/// let motion = CMMotionManager()
/// motion.accelerometerUpdateInterval = 0.1
/// motion.startAccelerometerUpdates(to: .main) { data, _ in
///     guard let acceleration = data?.acceleration else { return }
///     …
/// }
/// ```
///
/// Samples come while the app executes: also while it is inactive (S13) and while it runs in the
/// background. While it is suspended there are none, and they go on with the next one when it runs
/// again. Nothing of it outlasts the launch. Keep the manager: when it is released, its updates
/// stop.
@preconcurrency @MainActor public final class CMMotionManager {
    private let accelerometer: MotionUpdates
    private let gyroscope: MotionUpdates
    private let magnetometer: MotionUpdates

    /// Once `UIApplicationMain` was called.
    public convenience init() { self.init(UIApplication.shared.room(MotionSensors.self)) }

    init(_ sensors: MotionSensors) {
        accelerometer = MotionUpdates(of: .accelerometer, sensors)
        gyroscope = MotionUpdates(of: .gyroscope, sensors)
        magnetometer = MotionUpdates(of: .magnetometer, sensors)
    }

    // MARK: Accelerometer

    /// Whether the device has one.
    public var isAccelerometerAvailable: Bool { accelerometer.isAvailable }
    /// Whether updates were started, and not stopped.
    public var isAccelerometerActive: Bool { accelerometer.isActive }
    /// Seconds between samples: from 0.01 to 60, and what is beyond counts as the nearest. It may
    /// be changed at any time.
    public var accelerometerUpdateInterval: TimeInterval {
        get { accelerometer.interval }
        set { accelerometer.interval = newValue }
    }
    /// The newest sample; nil before the first, and once updates are stopped.
    public var accelerometerData: CMAccelerometerData? {
        accelerometer.newest.map(CMAccelerometerData.init)
    }
    /// From now on `accelerometerData` has the newest sample. Without an accelerometer it stays
    /// nil.
    public func startAccelerometerUpdates() { accelerometer.start(nil) }
    /// From now on `handler` is called on `queue` with each sample. While it is busy, it gets the
    /// newest one next, and not those between.
    @preconcurrency public func startAccelerometerUpdates(
        to queue: OperationQueue, withHandler handler: @escaping CMAccelerometerHandler
    ) {
        accelerometer.start(MotionHandler(on: queue) { handler(CMAccelerometerData($0), nil) })
    }
    /// The handler isn't called any more.
    public func stopAccelerometerUpdates() { accelerometer.stop() }

    // MARK: Gyroscope

    /// Whether the device has one.
    public var isGyroAvailable: Bool { gyroscope.isAvailable }
    /// Whether updates were started, and not stopped.
    public var isGyroActive: Bool { gyroscope.isActive }
    /// Seconds between samples, as `accelerometerUpdateInterval`.
    public var gyroUpdateInterval: TimeInterval {
        get { gyroscope.interval }
        set { gyroscope.interval = newValue }
    }
    /// The newest sample; nil before the first, and once updates are stopped.
    public var gyroData: CMGyroData? { gyroscope.newest.map(CMGyroData.init) }
    /// From now on `gyroData` has the newest sample. Without a gyroscope it stays nil.
    public func startGyroUpdates() { gyroscope.start(nil) }
    /// From now on `handler` is called on `queue` with each sample. While it is busy, it gets the
    /// newest one next, and not those between.
    @preconcurrency public func startGyroUpdates(
        to queue: OperationQueue, withHandler handler: @escaping CMGyroHandler
    ) {
        gyroscope.start(MotionHandler(on: queue) { handler(CMGyroData($0), nil) })
    }
    /// The handler isn't called any more.
    public func stopGyroUpdates() { gyroscope.stop() }

    // MARK: Magnetometer

    /// Whether the device has one.
    public var isMagnetometerAvailable: Bool { magnetometer.isAvailable }
    /// Whether updates were started, and not stopped.
    public var isMagnetometerActive: Bool { magnetometer.isActive }
    /// Seconds between samples, as `accelerometerUpdateInterval`.
    public var magnetometerUpdateInterval: TimeInterval {
        get { magnetometer.interval }
        set { magnetometer.interval = newValue }
    }
    /// The newest sample; nil before the first, and once updates are stopped.
    public var magnetometerData: CMMagnetometerData? {
        magnetometer.newest.map(CMMagnetometerData.init)
    }
    /// From now on `magnetometerData` has the newest sample. Without a magnetometer it stays nil.
    public func startMagnetometerUpdates() { magnetometer.start(nil) }
    /// From now on `handler` is called on `queue` with each sample. While it is busy, it gets the
    /// newest one next, and not those between.
    @preconcurrency public func startMagnetometerUpdates(
        to queue: OperationQueue, withHandler handler: @escaping CMMagnetometerHandler
    ) {
        magnetometer.start(MotionHandler(on: queue) { handler(CMMagnetometerData($0), nil) })
    }
    /// The handler isn't called any more.
    public func stopMagnetometerUpdates() { magnetometer.stop() }
}
