import Foundation
import QuiesceTesting
import TestSupport
import Testing

@testable import QuiesceKit

/// `AVPlayer`, in an app on a virtual device. The sound is real, and silent: it takes its time.
@MainActor @Suite(.virtualDevice) struct PlayerTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// A WAV file of so many seconds.
    private func wave(seconds: Double) throws -> URL {
        func little(_ value: some FixedWidthInteger) -> Data {
            withUnsafeBytes(of: value.littleEndian) { Data($0) }
        }
        let bytes = UInt32(seconds * 8_000) * 2
        let head =
            Data("RIFF".utf8) + little(36 + bytes) + Data("WAVEfmt ".utf8) + little(UInt32(16))
            + little(UInt16(1)) + little(UInt16(1)) + little(UInt32(8_000))
            + little(UInt32(16_000)) + little(UInt16(2)) + little(UInt16(16))
        let url = URL(fileURLWithPath: scratch.file("\(seconds).wav"))
        try (head + Data("data".utf8) + little(bytes) + Data(count: Int(bytes))).write(to: url)
        return url
    }

    @Test(
        "With the mode audio it plays on out of sight, and the app is suspended when it stops",
        .behaviour("A1"))
    func background() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Diary.self, as: .underTest(modes: [.audio]))
        try AVAudioSession.sharedInstance().setCategory(.playback)
        let player = AVPlayer(url: try wave(seconds: 3_600))
        #expect(player.rate == 0 && player.timeControlStatus == .paused)
        player.play()
        #expect(player.rate == 1 && player.timeControlStatus == .playing)
        try await device.pressHome()
        try await device.advance(by: .hours(1))
        #expect(device.app.state == .background && player.rate == 1)
        player.pause()
        try await device.advance(by: .minutes(1))
        #expect(device.app.state == .suspended && player.rate == 0)
    }

    @Test(
        "Without the mode it is paused when the app is left, and doesn't go on by itself",
        .behaviour("A2"))
    func withoutMode() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Diary.self)
        try AVAudioSession.sharedInstance().setCategory(.playback)
        let player = AVPlayer(url: try wave(seconds: 3_600))
        player.play()
        try await device.pressHome()
        try await device.advance(by: .minutes(1))
        #expect(device.app.state == .suspended)
        try await device.open()
        #expect(player.rate == 0)
        player.rate = 2
        #expect(player.rate == 1)
        player.rate = 0
        #expect(player.timeControlStatus == .paused)
    }

    @Test("The end is posted, with the item, which stays there until somebody seeks")
    func end() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Diary.self)
        let item = AVPlayerItem(url: try wave(seconds: 0.05))
        let player = AVPlayer(playerItem: item)
        #expect(item.status == .readyToPlay && item.error == nil && item.duration.seconds == 0.05)
        let ends = Ends()
        let observer = NotificationCenter.default.addObserver(
            forName: .AVPlayerItemDidPlayToEndTime, object: item, queue: .main
        ) { _ in MainActor.assumeIsolated { ends.add() } }
        defer { NotificationCenter.default.removeObserver(observer) }
        player.play()
        await ends.wait(for: 1)
        #expect(player.rate == 0 && player.currentTime() == item.duration)
        player.play()
        #expect(player.rate == 0)
        player.seek(to: .zero)
        #expect(item.currentTime() == .zero)
        player.play()
        await ends.wait(for: 2)
        player.seek(to: .zero)
    }

    @Test("A file that is gone when it is to be played fails, with the reason")
    func gone() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Diary.self)
        let file = try wave(seconds: 0.05)
        let player = AVPlayer(url: file)
        try FileManager.default.removeItem(at: file)
        let ends = Ends()
        let observer = NotificationCenter.default.addObserver(
            forName: AVPlayerItem.failedToPlayToEndTimeNotification, object: player.currentItem,
            queue: .main
        ) { notification in
            let error = notification.userInfo?[AVPlayerItemFailedToPlayToEndTimeErrorKey]
            let text = (error as? any Error)?.localizedDescription
            MainActor.assumeIsolated { ends.add(text) }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        player.play()
        await ends.wait(for: 1)
        #expect(ends.last == "\(file.path) could not be read to its end" && player.rate == 0)
    }

    @Test("What isn't a sound in a file fails at once, and says why")
    func failed() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Diary.self)
        let text = URL(fileURLWithPath: scratch.file("text.wav"))
        try Data("no sound".utf8).write(to: text)
        let stream = try #require(URL(string: "https://example.org/radio.mp3"))
        for (url, reason) in [
            (stream, "is no file: there are no streams here"), (text, "is no sound"),
            (URL(fileURLWithPath: scratch.file("none.wav")), "can't be read"),
        ] {
            let player = AVPlayer(url: url)
            #expect(player.currentItem?.status == .failed)
            let error = try #require(player.currentItem?.error)
            #expect(error.localizedDescription.contains(reason), "\(error)")
            #expect(player.currentItem?.duration.isIndefinite == true)
            player.play()
            #expect(player.rate == 0 && player.currentTime() == .zero)
            var isDone: Bool?
            player.seek(to: .zero) { isDone = $0 }
            try await device.advance(by: .milliseconds(1))
            #expect(isDone == false)
        }
    }

    @Test(
        "Seeking moves it, within the sound, and tells when it is done; so do its time's observers")
    func seek() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Diary.self)
        let player = AVPlayer(url: try wave(seconds: 600))
        let times = Ends()
        let token = player.addPeriodicTimeObserver(
            forInterval: CMTime(seconds: 1, preferredTimescale: 600), queue: nil
        ) { time in MainActor.assumeIsolated { times.add("\(time.seconds.rounded())") } }
        var done: [Bool] = []
        player.seek(to: CMTime(seconds: 60, preferredTimescale: 600)) { done.append($0) }
        #expect(done == [] && player.currentTime().seconds == 60)
        try await device.advance(by: .seconds(5))
        #expect(done == [true] && times.all == ["60.0"])
        player.play()
        try await device.advance(by: .seconds(5))
        // Once as it begins, then each second of the device's.
        #expect(times.all.count == 7)
        player.pause()
        try await device.advance(by: .seconds(5))
        #expect(times.all.count == 8)
        player.removeTimeObserver(token)
        player.seek(
            to: CMTime(value: 9_000, timescale: 1), toleranceBefore: .zero, toleranceAfter: .zero)
        player.seek(to: .indefinite) { done.append($0) }
        try await device.advance(by: .seconds(1))
        #expect(player.currentTime().seconds == 600 && done == [true, false])
        #expect(times.all.count == 8)
    }

    @Test("Another item plays on where the one before played, at the player's volume")
    func replaced() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Diary.self)
        let player = AVPlayer(url: try wave(seconds: 60))
        player.volume = 0.5
        player.play()
        let (first, next) = (player.currentItem, AVPlayerItem(url: try wave(seconds: 90)))
        player.replaceCurrentItem(with: next)
        #expect(player.rate == 1 && player.currentItem === next)
        #expect(first?.sound?.isPlaying == false && next.sound?.isPlaying == true)
        #expect(next.sound?.volume == 0.5)
        player.isMuted = true
        #expect(next.sound?.volume == 0 && player.volume == 0.5)
        player.replaceCurrentItem(with: nil)
        player.play()
        #expect(player.rate == 0 && next.sound?.isPlaying == false)
    }
}

/// Counts what happens, for who waits for it.
@MainActor private final class Ends {
    private(set) var all: [String] = []
    private var waiting: (count: Int, continuation: CheckedContinuation<Void, Never>)?
    var last: String? { all.last }

    func add(_ text: String? = nil) {
        all.append(text ?? "none")
        guard let waiting, all.count >= waiting.count else { return }
        self.waiting = nil
        waiting.continuation.resume()
    }

    func wait(for count: Int) async {
        guard all.count < count else { return }
        await withCheckedContinuation { waiting = (count, $0) }
    }
}
