import Foundation
import Glibc
import TestSupport

/// A file system whose server says nothing, as one on a lost network, which only a device's daemon
/// and its apps see. Whoever asks for something there waits in the kernel, and can't be frozen.
final class SilentMount {
    /// How a request isn't answered.
    enum Silence: CaseIterable {
        /// Nobody takes it: who waits can be killed.
        case deaf
        /// It is taken and not answered: who waits can't be killed, either.
        case mute
    }

    static var canMount: Bool { geteuid() == 0 && access("/dev/fuse", R_OK | W_OK) == 0 }
    /// For a device's `wrapper`: its daemon has mounts of its own.
    static let wrapper = ["unshare", "-m"]

    private let process: SpawnedProcess
    private var said = ""

    /// - Parameter path: an empty folder.
    init(_ device: LiveDevice, at path: String, _ silence: Silence) throws {
        process = try SpawnedProcess(
            [
                "nsenter", "-m", "-t", "\(device.daemonPID)", "python3", "-c", Self.server, path,
                "\(silence)",
            ], environment: ["PATH": "/usr/bin:/bin"], talks: (input: false, output: true))
        try wait(for: "mounted")
    }

    /// Waits until somebody has asked for something.
    func waitUntilAsked() throws { try wait(for: "asked") }

    /// From here on nothing is there, and all that was asked is told so.
    func answer() { kill(process.pid, SIGUSR1) }

    /// The server is gone, and nobody waits any more.
    func end() { process.end() }

    private func wait(for word: String) throws {
        while !said.contains(word) {
            var status = pollfd(fd: process.output, events: Int16(POLLIN), revents: 0)
            var buffer = [UInt8](repeating: 0, count: 100)
            guard poll(&status, 1, Int32(LiveDevice.patience * 1_000)) > 0,
                case let count = recv(process.output, &buffer, buffer.count, 0), count > 0
            else { throw LiveDevice.Failure(description: "it was never \(word): \(said)") }
            said += String(decoding: buffer[..<count], as: UTF8.self)
        }
    }

    /// Answers the kernel's hello alone (fuse.h).
    private static let server = """
        import ctypes, os, select, signal, struct, sys
        libc = ctypes.CDLL(None, use_errno=True)
        device = os.open("/dev/fuse", os.O_RDWR)
        options = f"fd={device},rootmode=40000,user_id=0,group_id=0,allow_other".encode()
        if libc.mount(b"silent", sys.argv[1].encode(), b"fuse.silent", 0, options) != 0:
            sys.exit(os.strerror(ctypes.get_errno()))
        waiting, answers = [], False
        def refuse(unique): os.write(device, struct.pack("=IiQ", 16, -2, unique))
        def answer(*_):
            global answers
            answers = True
            while waiting: refuse(waiting.pop())
        signal.signal(signal.SIGUSR1, answer)
        # A thread of tests may block signals, and what it starts inherits that.
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
        while True:
            request = os.read(device, 1 << 20)
            length, kind, unique = struct.unpack_from("=IIQ", request)
            if kind == 26:  # INIT
                body = struct.pack("=IIIIHHI", 7, 31, 0, 0, 0, 0, 4096) + bytes(40)
                os.write(device, struct.pack("=IiQ", 16 + len(body), 0, unique) + body)
                print("mounted", flush=True)
                if sys.argv[2] == "deaf":
                    select.select([device], [], [])
                    print("asked", flush=True)
                    while True: signal.pause()
            elif kind not in (2, 36, 42):  # FORGET, INTERRUPT and BATCH_FORGET have no answer.
                if answers:
                    refuse(unique)
                else:
                    waiting.append(unique)
                    print("asked", flush=True)
        """
}
