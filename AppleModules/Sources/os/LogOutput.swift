import Foundation
import Glibc

/// Where messages go.
enum LogOutput {
    /// `QUIESCE_LOG_PRIVATE=1`, as a debugger's presence is on Apple's systems.
    static let showsPrivateValues =
        ProcessInfo.processInfo.environment["QUIESCE_LOG_PRIVATE"] == "1"

    /// A socket to journald; nil: standard error isn't journald's.
    private static let journal: Int32? = {
        // systemd's word: device and inode of what journald reads.
        guard let stream = ProcessInfo.processInfo.environment["JOURNAL_STREAM"] else { return nil }
        var status = stat()
        guard fstat(STDERR_FILENO, &status) == 0, stream == "\(status.st_dev):\(status.st_ino)"
        else { return nil }
        return connect(to: "/run/systemd/journal/socket")
    }()

    static func connect(to path: String) -> Int32? {
        let file = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard file >= 0 else { return nil }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(file, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        if result == 0 { return file }
        close(file)
        return nil
    }

    static func write(_ type: OSLogType, _ log: OSLog, _ text: String) {
        if let journal, send(entry(type, log, text), to: journal) { return }
        var line = Array(line(type, log, text, at: Date()).utf8)
        // One write: lines of two threads don't mix.
        _ = line.withUnsafeMutableBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    static func send(_ entry: [UInt8], to file: Int32) -> Bool {
        entry.withUnsafeBytes {
            Glibc.send(file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        } == entry.count
    }

    static func line(_ type: OSLogType, _ log: OSLog, _ text: String, at date: Date) -> String {
        let milliseconds = Int((date.timeIntervalSince1970 * 1_000).rounded(.down))
        var seconds = time_t(milliseconds / 1_000)
        var parts = tm()
        localtime_r(&seconds, &parts)
        let time = String(
            format: "%02d:%02d:%02d.%03d", Int(parts.tm_hour), Int(parts.tm_min), Int(parts.tm_sec),
            milliseconds % 1_000)
        let place = log.subsystem.isEmpty ? "" : " [\(log.subsystem):\(log.category)]"
        return "\(time) \(type.word)\(place) \(text)\n"
    }

    /// In journald's native protocol: a field a line, and one of several lines with its length.
    static func entry(_ type: OSLogType, _ log: OSLog, _ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        func add(_ name: String, _ value: String) {
            if value.utf8.contains(UInt8(ascii: "\n")) {
                bytes += Array("\(name)\n".utf8)
                withUnsafeBytes(of: UInt64(value.utf8.count).littleEndian) { bytes += $0 }
                bytes += Array("\(value)\n".utf8)
            } else {
                bytes += Array("\(name)=\(value)\n".utf8)
            }
        }
        add("MESSAGE", text)
        add("PRIORITY", "\(type.priority)")
        add("SYSLOG_IDENTIFIER", ProcessInfo.processInfo.processName)
        if !log.subsystem.isEmpty {
            add("SUBSYSTEM", log.subsystem)
            add("CATEGORY", log.category)
        }
        return bytes
    }
}
