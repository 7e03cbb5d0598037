import Foundation
import Glibc
import TestSupport
import Testing

@testable import QuiesceDaemon

/// A process's operations on its files, in order, as the kernel saw them (strace). These operations
/// determine what a disk may hold after a power cut at any point: everything up to each file's last
/// sync, and any part of the later operations, in any order.
struct DiskTrace {
    enum Operation {
        case write(file: String, offset: Int, bytes: Data)
        case truncate(file: String, size: Int)
        case remove(file: String)
        case sync(file: String)
        /// Something that the process told the outside.
        case said(String)
    }

    var operations: [Operation]

    /// Runs the probe in `directory` and records what it does to the files in it.
    init(directory: String, _ arguments: [String]) throws {
        let log = directory + ".trace"
        defer { unlink(log) }
        let run = try ProbeRun.run(
            wrapper: [
                "strace", "-f", "-y", "-xx", "-s", "100000", "-qqq", "-o", log, "-e",
                "trace=write,pwrite64,fdatasync,fsync,ftruncate,unlink,rename,msync",
            ], [directory] + arguments)
        try #require(run.lines.last == "closed", "\(run)")
        let text = try String(contentsOfFile: log, encoding: .utf8)
        operations = try Self.joined(text.split(separator: "\n").map(String.init)).compactMap {
            try Self.parse($0, directory)
        }
    }

    /// A call that another thread's came in between of is in two lines: it counts where it ends.
    private static func joined(_ lines: [String]) -> [String] {
        var begun: [Substring: Substring] = [:]
        return lines.compactMap { line in
            let thread = line.prefix { $0 != " " }
            if let cut = line.range(of: " <unfinished ...>") {
                begun[thread] = line[..<cut.lowerBound]
                return nil
            }
            guard let cut = line.range(of: " resumed>"),
                let start = begun.removeValue(forKey: thread)
            else { return line }
            return String(start + line[cut.upperBound...])
        }
    }

    /// One line: `PID call(FD<path>, "\x…", …) = result`. nil: not about the store.
    private static func parse(_ line: String, _ directory: String) throws -> Operation? {
        guard let open = line.firstIndex(of: "("), let close = line.lastIndex(of: ")") else {
            return nil
        }
        let call = line[..<open].split(separator: " ").last ?? ""
        let arguments = line[line.index(after: open)..<close].components(separatedBy: ", ")
        if call == "unlink" {
            return .remove(file: String(decoding: unescape(arguments[0]), as: UTF8.self))
        }
        if call == "write", arguments[0].hasPrefix("1<") {
            return .said(String(decoding: unescape(arguments[1]), as: UTF8.self))
        }
        guard let path = arguments[0].split(separator: "<").last?.dropLast() else { return nil }
        let file = String(decoding: unescape(String(path)), as: UTF8.self)
        guard file.hasPrefix(directory + "/") else { return nil }
        switch call {
        case "pwrite64":
            let offset = try #require(Int(arguments[3]))
            return .write(file: file, offset: offset, bytes: unescape(arguments[1]))
        case "ftruncate": return .truncate(file: file, size: try #require(Int(arguments[1])))
        case "fdatasync", "fsync": return .sync(file: file)
        case _: throw Unexpected(line: String(line.prefix(200)))
        }
    }

    struct Unexpected: Error { var line: String }

    /// Takes `"\x61\x62"`, or a path as it is.
    private static func unescape(_ text: String) -> Data {
        guard text.contains("\\x") else { return Data(text.utf8) }
        return Data(
            text.split(separator: "\\x").compactMap { UInt8($0.prefix(2), radix: 16) })
    }

    /// The part of the unsynced operations that doesn't reach the disk.
    enum Loss: CaseIterable {
        case everything, nothing, some, torn
    }

    /// The files after the power went before operation `end`.
    func files(before end: Int, _ loss: Loss, _ random: inout SeededRandom) -> [String: Data] {
        var lastSync: [String: Int] = [:]
        for (index, operation) in operations[..<end].enumerated() {
            if case .sync(let file) = operation { lastSync[file] = index }
        }
        var files: [String: Data] = [:]
        for (index, operation) in operations[..<end].enumerated() {
            switch operation {
            case .write(let file, let offset, let bytes):
                var kept = 0..<bytes.count
                if index > lastSync[file, default: -1] {
                    switch loss {
                    case .everything: continue
                    case .nothing: break
                    case .some: if Bool.random(using: &random) { continue }
                    case .torn: kept = Int.random(in: 0...bytes.count, using: &random)..<bytes.count
                    }
                }
                var content = files[file] ?? Data()
                let needed = offset + kept.upperBound
                if content.count < needed { content.append(Data(count: needed - content.count)) }
                content.replaceSubrange(
                    (offset + kept.lowerBound)..<needed, with: bytes[kept])
                files[file] = content
            case .truncate(let file, let size):
                if index > lastSync[file, default: -1], loss == .everything { continue }
                let content = files[file] ?? Data()
                files[file] = content.prefix(size) + Data(count: max(0, size - content.count))
            case .remove(let file): files[file] = nil
            case .sync, .said: break
            }
        }
        return files
    }

    /// The facts that were acknowledged before operation `end`.
    func acknowledged(before end: Int) -> [Int] {
        operations[..<end].compactMap {
            guard case .said(let line) = $0, line.hasPrefix("ack ") else { return nil }
            return Int(line.dropFirst(4).dropLast())
        }
    }
}

@Suite("The fact store, when the power goes")
struct PowerLossTests {
    @Test(
        "Whatever of the unsynced writes reaches the disk, nothing acknowledged is lost",
        .behaviour("reliability D4"))
    func anyPoint() throws {
        let count = 8
        let group = 2
        let scratch = try ScratchDirectory()
        let home = scratch.file("home")
        #expect(mkdir(home, 0o700) == 0)
        let trace = try DiskTrace(directory: home, ["\(count)", "\(group)"])
        #expect(trace.acknowledged(before: trace.operations.count) == Array(0..<count))
        var random = SeededRandom(seed: 4)
        var losses = 0
        for end in 0...trace.operations.count {
            let acks = trace.acknowledged(before: end)
            for loss in DiskTrace.Loss.allCases {
                let after = try ScratchDirectory()
                for (file, bytes) in trace.files(before: end, loss, &random) {
                    let name = URL(fileURLWithPath: file).lastPathComponent
                    try bytes.write(to: URL(fileURLWithPath: after.file(name)))
                }
                let stored = try storedNumbers(after.path)
                // Whole groups, in order, and at most the one that was under way.
                #expect(stored == Array(0..<stored.count), "\(end) \(loss)")
                #expect(stored.count >= acks.count, "\(end) \(loss)")
                #expect(stored.count <= acks.count + group, "\(end) \(loss)")
                if stored.count < count { losses += 1 }
            }
        }
        #expect(losses > 0)
    }

    @Test("The trace would show a store that doesn't sync", .behaviour("reliability D4"))
    func harnessFindsALostCommit() throws {
        let scratch = try ScratchDirectory()
        let home = scratch.file("home")
        #expect(mkdir(home, 0o700) == 0)
        var trace = try DiskTrace(directory: home, ["2", "1"])
        trace.operations.removeAll { if case .sync = $0 { true } else { false } }
        var random = SeededRandom(seed: 4)
        let end = trace.operations.count
        let files = trace.files(before: end, .everything, &random)
        #expect(files.values.reduce(0) { $0 + $1.count } == 0)
    }
}
