import CQuiesceLinux
import Foundation
import Glibc
import QuiesceBundle
import QuiesceCore
import QuiesceLinux

/// Plays sounds, each by a process of the sound server's own tool, which gets a WAV that we wrote:
/// what an app ships is read by nobody but us. Belongs to the loop's thread.
final class SoundPlayer {
    private struct Playing {
        let process: MainProcess
        let watch: EventLoop.WatchID
        let ends: Instant
    }

    private let find: () -> SoundServer?
    private let loop: EventLoop
    /// Starts processes.
    private let worker: Worker
    private let patience: Interval
    private let warn: (String) -> Void
    private var playing: [CInt: Playing] = [:]
    private var starting = 0
    /// While something plays: what doesn't end is ended.
    private var timer: PeriodicTimer?
    private var trouble: String?

    /// - Parameter patience: how much longer than the sound its player may take.
    init(
        find: @escaping () -> SoundServer?, loop: EventLoop, worker: Worker,
        patience: Interval = .seconds(Limits.soundPatienceSeconds),
        warn: @escaping (String) -> Void
    ) {
        self.find = find
        self.loop = loop
        self.worker = worker
        self.patience = patience
        self.warn = warn
    }

    /// Plays it, unless enough play already.
    ///
    /// - Returns: false when there is nothing to play it with, which is said once.
    func play(_ sound: PlainSound) -> Bool {
        guard let server = find() else {
            complain(
                "there is no sound server, or neither paplay nor pw-play: the desktop plays the sounds"
            )
            return false
        }
        guard playing.count + starting < Limits.soundsAtOnce else { return true }
        starting += 1
        loop.perform(on: worker) {
            Result { try Self.start(server, sound) }
        } then: { [weak self] result in
            guard let self else { return }
            starting -= 1
            switch result {
            case .success(let process): watch(process, milliseconds: Int64(sound.duration))
            case .failure(let error): complain("a sound can't be played: \(error)")
            }
        }
        return true
    }

    /// Ends what plays.
    func shutdown() {
        for player in playing.values {
            loop.unwatch(player.watch)
            ql_pidfd_signal(player.process.pidfd.number, SIGKILL)
            var exit = pollfd(fd: player.process.pidfd.number, events: Int16(POLLIN), revents: 0)
            poll(&exit, 1, -1)
            _ = player.process.reap()
        }
        playing = [:]
        timer?.stop()
    }

    private static func start(_ server: SoundServer, _ sound: PlainSound) throws -> MainProcess {
        let file = try OwnedDescriptor(
            checkingNegative: ql_memory_file("quiesce-sound"), "memfd_create")
        try Files.write(sound.wav, to: file.number)
        lseek(file.number, 0, SEEK_SET)
        let nothing = try OwnedDescriptor(
            checking: open("/dev/null", O_WRONLY | O_CLOEXEC), "/dev/null")
        return try ChildProcess(
            executable: server.program, arguments: server.arguments,
            environment: server.environment, directory: "/", input: file.number,
            output: nothing.number, user: nil
        ).start()
    }

    private func watch(_ process: MainProcess, milliseconds: Int64) {
        let number = process.pidfd.number
        do {
            let watch = try loop.watch(number, for: .readable) { [weak self] _ in
                self?.ended(number)
            }
            playing[number] = Playing(
                process: process, watch: watch,
                ends: LinuxClock.now().instant + .milliseconds(milliseconds) + patience)
            if timer == nil {
                timer = try PeriodicTimer(loop: loop) { [weak self] in self?.endLate() }
            }
            timer?.start()
        } catch {
            complain("a sound can't be played: \(error)")
        }
    }

    private func ended(_ number: CInt) {
        guard let player = playing[number], let status = player.process.reap() else { return }
        loop.unwatch(player.watch)
        playing[number] = nil
        if playing.isEmpty { timer?.stop() }
        if case .exited(0) = status {
            trouble = nil
        } else {
            complain("the sound was not played: paplay or pw-play ended (\(status))")
        }
    }

    /// A server that hangs must not gather players.
    private func endLate() {
        let now = LinuxClock.now().instant
        for player in playing.values where player.ends <= now {
            ql_pidfd_signal(player.process.pidfd.number, SIGKILL)
        }
    }

    private func complain(_ problem: String) {
        guard problem != trouble else { return }
        trouble = problem
        warn(problem)
    }
}
