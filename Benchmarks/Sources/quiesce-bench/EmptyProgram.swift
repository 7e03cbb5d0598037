import Foundation
import Glibc

/// The start of a program that imports Foundation and does nothing.
enum EmptyProgram {
    /// - Returns: nanoseconds from before it is started to after its end.
    static func run() throws -> Int64 {
        let path = Products.path("empty")
        var pid: pid_t = 0
        let start = now()
        let code = path.withCString { path in
            var arguments: [UnsafeMutablePointer<CChar>?] = [
                UnsafeMutablePointer(mutating: path), nil,
            ]
            return posix_spawn(&pid, path, nil, nil, &arguments, environ)
        }
        guard code == 0 else { throw Failure("posix_spawn of \(path)", errno: code) }
        var status: CInt = 0
        while waitpid(pid, &status, 0) < 0 {
            guard errno == EINTR else { throw Failure("waitpid", errno: errno) }
        }
        guard status == 0 else { throw Failure("\(path) ended with \(status)") }
        return now() - start
    }

    private static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
