import ExampleSupport
import Foundation

// Plays a station, in front or not: with the mode `audio` it isn't suspended while it plays (A1).
// The keys of a headset choose another and pause it (A5), and another app that plays interrupts it
// (A3).
#if os(iOS)
    import AVFoundation
    import MediaPlayer
    import UIKit
#else
    import QuiesceKit
#endif

@main final class Radio: UIResponder, UIApplicationDelegate {
    var window: UIWindow?
    private let options = Options(
        usage: "Radio [--loudness 0…1] [--for SECONDS]", values: ["--loudness", "--for"],
        arguments: lastArguments())
    private let screen = PlayerScreen()
    private var player: AVAudioPlayer?
    private var station = 0

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let window = UIWindow(frame: UIScreen.main.bounds)
        screen.choose = { [unowned self] in step($0) }
        screen.playOrPause = { [unowned self] in playOrPause() }
        window.rootViewController = screen
        window.makeKeyAndVisible()
        self.window = window
        _ = NotificationCenter.default.addObserver(
            forName: AVAudioSession.interruptionNotification, object: nil, queue: .main
        ) { [weak self] notification in
            let began =
                notification.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt
                == AVAudioSession.InterruptionType.began.rawValue
            let shouldResume =
                notification.userInfo?[AVAudioSessionInterruptionOptionKey] as? UInt
                == AVAudioSession.InterruptionOptions.shouldResume.rawValue
            MainActor.assumeIsolated { self?.interrupted(began, shouldResume: shouldResume) }
        }
        followKeys()
        do {
            try AVAudioSession.sharedInstance().setCategory(.playback)
        } catch {
            print("no session: \(error.localizedDescription)")
        }
        tune(to: 0)
        if let seconds = options.number("--for", atLeast: 0) {
            DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { [weak self] in
                MainActor.assumeIsolated { self?.pause() }
            }
        }
        return true
    }

    private func followKeys() {
        let keys = MPRemoteCommandCenter.shared()
        keys.playCommand.addTarget { [weak self] _ in self?.play() ?? .commandFailed }
        keys.pauseCommand.addTarget { [weak self] _ in
            self?.pause()
            return .success
        }
        keys.togglePlayPauseCommand.addTarget { [weak self] _ in
            self?.playOrPause() ?? .commandFailed
        }
        keys.nextTrackCommand.addTarget { [weak self] _ in self?.step(1) ?? .commandFailed }
        keys.previousTrackCommand.addTarget { [weak self] _ in self?.step(-1) ?? .commandFailed }
    }

    @discardableResult
    private func playOrPause() -> MPRemoteCommandHandlerStatus {
        guard player?.isPlaying == true else { return play() }
        pause()
        return .success
    }

    /// The next station, or with -1 the one before.
    @discardableResult
    private func step(_ stations: Int) -> MPRemoteCommandHandlerStatus {
        let count = Station.all.count
        return tune(to: (station + stations + count) % count)
    }

    @discardableResult
    private func tune(to number: Int) -> MPRemoteCommandHandlerStatus {
        station = number
        player?.stop()
        do {
            let loudness = options.number("--loudness", atLeast: 0) ?? 1
            let player = try AVAudioPlayer(data: Station.all[number].wave(loudness: loudness))
            player.numberOfLoops = -1
            self.player = player
        } catch {
            print("no sound: \(error.localizedDescription)")
            return .noSuchContent
        }
        return play()
    }

    @discardableResult
    private func play() -> MPRemoteCommandHandlerStatus {
        guard player?.play() == true else {
            print("may not play now")
            return .commandFailed
        }
        show("plays")
        return .success
    }

    private func pause() {
        player?.pause()
        show("is silent")
    }

    private func interrupted(_ began: Bool, shouldResume: Bool) {
        if began { return show("was interrupted") }
        print(shouldResume ? "goes on" : "may go on")
        if shouldResume { play() }
    }

    private func show(_ what: String) {
        let name = Station.all[station].name
        screen.show(station, what, isPlaying: player?.isPlaying == true)
        print("\(name) \(what)")
        MPNowPlayingInfoCenter.default().nowPlayingInfo = [
            MPMediaItemPropertyTitle: name,
            MPNowPlayingInfoPropertyPlaybackRate: player?.isPlaying == true ? 1.0 : 0.0,
        ]
    }
}
