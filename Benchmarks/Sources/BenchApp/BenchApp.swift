import CAppMarks
import Foundation
import Glibc
import QuiesceKit

/// The app that the benchmarks wake: it marks when its delegate is called, and does nothing else.
@main final class BenchApp: UIResponder, UIApplicationDelegate, CLLocationManagerDelegate {
    private var manager: CLLocationManager?
    private var player: AVAudioPlayer?
    private var sources: [any DispatchSourceRead] = []

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let environment = ProcessInfo.processInfo.environment
        if let container = environment["QUIESCE_CONTAINER"] { qb_app_open(container + "/marks") }
        qb_app_mark(QB_LAUNCHED)
        // `org.quiesce.bench.Wide` is the app of many threads.
        if environment["QUIESCE_APP_ID"]?.hasSuffix("Wide") == true { qb_app_idle_threads(7) }
        // `org.quiesce.bench.Mail` is the one that servers push to.
        if environment["QUIESCE_APP_ID"]?.hasSuffix("Mail") == true {
            application.registerUserNotificationSettings(
                UIUserNotificationSettings(types: [.alert, .sound, .badge], categories: nil))
            application.registerForRemoteNotifications()
        }
        // `org.quiesce.bench.Runner` is the one that is told where the device is.
        if environment["QUIESCE_APP_ID"]?.hasSuffix("Runner") == true {
            let manager = CLLocationManager()
            manager.delegate = self
            manager.startUpdatingLocation()
            self.manager = manager
        }
        // `org.quiesce.bench.Player` is the one that plays, as it is told.
        if environment["QUIESCE_APP_ID"]?.hasSuffix("Player") == true { followKeys() }
        // `org.quiesce.bench.Phone…` are those that have sockets kept.
        if environment["QUIESCE_APP_ID"]?.hasPrefix("org.quiesce.bench.Phone") == true { dial() }
        return true
    }

    /// Connects to a port of this machine as often as `peer` in the container says: the port, and
    /// how many sockets.
    private func dial() {
        let words = (try? String(contentsOfFile: "peer", encoding: .utf8))?.split(separator: " ")
        guard let words, words.count == 2, let port = UInt16(words[0]), let count = Int(words[1])
        else { return }
        var peer = sockaddr_in()
        peer.sin_family = sa_family_t(AF_INET)
        peer.sin_port = port.bigEndian
        peer.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        for _ in 0..<count {
            let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
            withUnsafePointer(to: &peer) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    _ = connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            // The peer learns where it is.
            send(descriptor, "\(getpid())", "\(getpid())".utf8.count, 0)
            let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
            source.setEventHandler {
                var buffer: [UInt8] = [0, 0, 0, 0]
                if recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT)) > 0 {
                    qb_app_mark(QB_READ)
                }
            }
            source.resume()
            sources.append(source)
            UIApplication.shared.keepSocket(descriptor)
        }
    }

    private func followKeys() {
        player = try? AVAudioPlayer(data: Self.tone)
        player?.numberOfLoops = -1
        let keys = MPRemoteCommandCenter.shared()
        keys.playCommand.addTarget { [weak self] _ in
            self?.player?.play() == true ? .success : .commandFailed
        }
        keys.pauseCommand.addTarget { [weak self] _ in
            self?.player?.pause()
            return .success
        }
        // Keys are for who has played.
        try? AVAudioSession.sharedInstance().setCategory(.playback)
        player?.play()
        player?.pause()
    }

    /// A second of a square wave, as a WAV file of 8 bits.
    private static let tone: Data = {
        let rate: UInt32 = 8_000
        func little(_ value: UInt32, _ bytes: Int) -> [UInt8] {
            (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let header =
            Array("RIFF".utf8) + little(36 + rate, 4) + Array("WAVEfmt ".utf8) + little(16, 4)
            + little(1, 2) + little(1, 2) + little(rate, 4) + little(rate, 4) + little(1, 2)
            + little(8, 2) + Array("data".utf8) + little(rate, 4)
        return Data(header + (0..<rate).map { $0 / 10 % 2 == 0 ? 96 : 160 })
    }()

    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        qb_app_mark(QB_LOCATED)
    }

    func application(
        _ application: UIApplication,
        performFetchWithCompletionHandler completionHandler:
            @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) {
        qb_app_mark(QB_FETCH)
        completionHandler(.noData)
    }

    func application(
        _ application: UIApplication,
        didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler:
            @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) {
        qb_app_mark(QB_PUSH)
        completionHandler(.newData)
    }

    func applicationWillEnterForeground(_ application: UIApplication) {
        qb_app_mark(QB_FOREGROUND)
    }

    func applicationDidBecomeActive(_ application: UIApplication) {
        qb_app_mark(QB_ACTIVE)
    }
}
