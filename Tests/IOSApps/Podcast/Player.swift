import AVFoundation
import MediaPlayer

/// Plays episodes, also while other apps are in front.
class Player: NSObject {
    private var player: AVAudioPlayer?
    private var title = ""
    private var interruptions: NSObjectProtocol?

    func prepare() {
        do {
            try AVAudioSession.sharedInstance().setCategory(.playback, mode: .spokenAudio)
        } catch {
            say("no session: \(error.localizedDescription)")
        }
        let commands = MPRemoteCommandCenter.shared()
        commands.playCommand.addTarget { [weak self] _ in
            guard let player = self?.player else { return .noSuchContent }
            player.play()
            self?.showNowPlaying()
            say("plays on")
            return .success
        }
        commands.pauseCommand.addTarget { [weak self] _ in
            guard let player = self?.player, player.isPlaying else { return .commandFailed }
            player.pause()
            self?.showNowPlaying()
            say("paused")
            return .success
        }
        commands.nextTrackCommand.isEnabled = false
        interruptions = NotificationCenter.default.addObserver(
            forName: AVAudioSession.interruptionNotification, object: nil, queue: .main
        ) { [weak self] in self?.interrupted($0) }
    }

    func play(_ title: String, at file: URL) {
        do {
            let player = try AVAudioPlayer(contentsOf: file)
            player.delegate = self
            player.prepareToPlay()
            self.player = player
            self.title = title
            try AVAudioSession.sharedInstance().setActive(true)
            say("plays \(player.play())")
            showNowPlaying()
        } catch {
            say("can't play: \(error.localizedDescription)")
        }
    }

    private func showNowPlaying() {
        guard let player = player else { return }
        MPNowPlayingInfoCenter.default().nowPlayingInfo = [
            MPMediaItemPropertyTitle: title,
            MPMediaItemPropertyPlaybackDuration: player.duration,
            MPNowPlayingInfoPropertyElapsedPlaybackTime: player.currentTime,
            MPNowPlayingInfoPropertyPlaybackRate: player.isPlaying ? 1.0 : 0.0,
        ]
    }

    private func interrupted(_ notification: Notification) {
        guard let value = notification.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt,
            let type = AVAudioSession.InterruptionType(rawValue: value)
        else { return }
        switch type {
        case .began: say("interrupted")
        case .ended:
            let options = notification.userInfo?[AVAudioSessionInterruptionOptionKey] as? UInt ?? 0
            guard AVAudioSession.InterruptionOptions(rawValue: options).contains(.shouldResume)
            else { return }
            player?.play()
        @unknown default: break
        }
    }
}

extension Player: AVAudioPlayerDelegate {
    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
        say("finished \(flag)")
        showNowPlaying()
        do {
            try AVAudioSession.sharedInstance().setActive(
                false, options: .notifyOthersOnDeactivation)
        } catch {
            say("session stays: \(error.localizedDescription)")
        }
    }
}
