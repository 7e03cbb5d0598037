import Foundation
import Glibc
import QuiesceCore
import QuiesceDaemon
// Opens the fact store in a directory, submits facts f0, f1 … one group at a time and prints what
// became of each. The tests of the store kill it, and take its disk away, at every system call.
//
// StoreProbe DIRECTORY COUNT GROUP [VALUE_BYTES [plain]]
//                                         plain: first a fact p0, p1 … that nobody waits for
// StoreProbe journal DIRECTORY COUNT      appends events 1, 2 … to a journal instead
// StoreProbe home DIRECTORY               only opens the state directory
//
// Prints "ack N" or "fail N ERROR" per fact, as soon as it is known.
import QuiesceLinux
import Synchronization

/// Prints with one system call, so that a kill leaves whole lines.
func report(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = bytes.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
}

func probe(_ arguments: [String]) throws {
    let (store, facts, _) = try FactStore.open(directory: arguments[1], now: Date())
    report("open \(facts.count)")
    let count = Int(arguments[2])!
    let group = Int(arguments[3])!
    let value = Data(repeating: 7, count: arguments.count > 4 ? Int(arguments[4])! : 8)
    for start in stride(from: 0, to: count, by: group) {
        let done = DispatchSemaphore(value: 0)
        let numbers = start..<min(start + group, count)
        for number in numbers {
            if arguments.last == "plain" {
                store.submit([.put(key: "p\(number)", value: value)], seq: UInt64(number))
            }
            store.submit([.put(key: "f\(number)", value: value)], seq: UInt64(number)) { result in
                switch result {
                case .success: report("ack \(number)")
                case .failure(let error): report("fail \(number) \(error)")
                }
                done.signal()
            }
        }
        for _ in numbers { done.wait() }
    }
    store.close()
    report("closed")
}

func probeJournal(_ arguments: [String]) throws {
    let journal = try Journal<Int, String>(directory: arguments[2])
    try journal.start(seq: 0, moment: .zero, state: 0)
    for number in 1...UInt64(arguments[3])! {
        do {
            try journal.append(seq: number, moment: .zero, event: "event \(number)")
            report("ack \(number)")
        } catch {
            report("fail \(number) \(error)")
        }
    }
}

do {
    switch CommandLine.arguments[1] {
    case "journal": try probeJournal(CommandLine.arguments)
    case "home": _ = try StateDirectory(path: CommandLine.arguments[2])
    case _: try probe(CommandLine.arguments)
    }
} catch let error as ConfigurationError {
    report("error \(error)")
    exit(78)
} catch {
    report("error \(error)")
    exit(1)
}
