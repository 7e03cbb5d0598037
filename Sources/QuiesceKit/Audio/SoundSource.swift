import CQuiesceLinux
import CQuiesceSound
import Foundation
import Glibc

/// The bytes of a sound, which each playback opens anew, so that none moves another's place in it.
final class SoundSource: Sendable {
    /// A file's, or a descriptor's in memory.
    private let path: String
    private let memory: Int32?

    init(path: String) {
        self.path = path
        memory = nil
    }

    init(data: Data) throws {
        let fd = ql_memory_file("sound")
        guard fd >= 0 else { throw AVAudioPlayerError("no memory for a sound: error \(-fd)") }
        memory = fd
        path = "/proc/self/fd/\(fd)"
        let written = data.withUnsafeBytes { bytes in
            var done = 0
            while done < bytes.count {
                let count = write(fd, bytes.baseAddress! + done, bytes.count - done)
                if count < 0, errno != EINTR { break }
                done += max(0, count)
            }
            return done
        }
        guard written == data.count else { throw AVAudioPlayerError("no memory for a sound") }
    }

    deinit { if let memory { close(memory) } }

    /// nil: it can't be read, or isn't a sound.
    func open(_ info: inout qs_info) -> OpaquePointer? {
        let fd = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard fd >= 0 else { return nil }
        return qs_open(fd, &info)
    }

    /// How long it is, and of how many channels.
    func info() throws -> qs_info {
        guard qs_can_decode() else {
            throw AVAudioPlayerError(
                "libsndfile is not installed, which reads sounds: apt-get install libsndfile1")
        }
        let name = memory == nil ? path : "a sound in memory"
        guard memory != nil || access(path, R_OK) == 0 else {
            throw AVAudioPlayerError("\(name) can't be read: \(String(cString: strerror(errno)))")
        }
        var info = qs_info()
        guard let file = open(&info) else { throw AVAudioPlayerError("\(name) is no sound") }
        qs_close(file)
        guard info.rate > 0, info.channels > 0, info.frames >= 0 else {
            throw AVAudioPlayerError("\(name) is no sound")
        }
        return info
    }
}
