import Glibc
import QuiesceShell

/// Writes down when each step of handling an event is reached, for `Benchmarks/`: on with
/// `QUIESCE_TRACE=FILE` in the daemon's environment, and without any cost when off, as it is wound
/// around the ports.
///
/// The file is a ring in shared memory, so that marking takes no system call: the number of
/// marks so far, the ring's size, then for each mark its step and its time (CLOCK_MONOTONIC,
/// nanoseconds), all as 64-bit words.
final class StepTrace {
    enum Step: UInt64 {
        /// An event was taken.
        case accepted = 1
        case journalled
        /// The core has decided what an app is to hear.
        case decided
        case sent
        case thawed
        case freezing
        /// The kernel has confirmed the freeze.
        case frozen
        case spawning
        case killed
    }

    private static let capacity = 65_536
    private static let headerWords = 2
    private let words: UnsafeMutablePointer<UInt64>

    /// nil unless the environment asks for it.
    init?() {
        guard let path = getenv("QUIESCE_TRACE") else { return nil }
        let bytes = (Self.headerWords + 2 * Self.capacity) * MemoryLayout<UInt64>.size
        let fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard fd >= 0 else { return nil }
        defer { close(fd) }
        guard ftruncate(fd, off_t(bytes)) == 0,
            let map = mmap(
                nil, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, fd, 0),
            map != MAP_FAILED
        else { return nil }
        words = map.assumingMemoryBound(to: UInt64.self)
        words[1] = UInt64(Self.capacity)
    }

    func mark(_ step: Step) {
        let slot = Self.headerWords + 2 * Int(words[0] % UInt64(Self.capacity))
        words[slot] = step.rawValue
        words[slot + 1] = UInt64(bitPattern: LinuxClock.now().awake.nanoseconds)
        words[0] += 1
    }

    /// The same ports, marking what passes through them.
    func marking(_ ports: Ports) -> Ports {
        var marking = ports
        marking.now = { [self] in
            mark(.accepted)
            return ports.now()
        }
        marking.journal.append = { [self] in
            try ports.journal.append($0, $1, $2)
            mark(.journalled)
        }
        marking.processes.spawn = { [self] in
            mark(.spawning)
            ports.processes.spawn($0, $1)
        }
        marking.processes.freeze = { [self] key, completion in
            mark(.freezing)
            ports.processes.freeze(key) { [self] isFrozen in
                if isFrozen { mark(.frozen) }
                completion(isFrozen)
            }
        }
        marking.processes.thaw = { [self] in
            ports.processes.thaw($0)
            mark(.thawed)
        }
        marking.processes.kill = { [self] in
            mark(.killed)
            ports.processes.kill($0)
        }
        marking.apps.send = { [self] in
            mark(.decided)
            ports.apps.send($0, $1)
            mark(.sent)
        }
        return marking
    }
}
