import CQuiesceLinux
import Foundation
import QuiesceCore
import Synchronization
import TestSupport
import Testing

@testable import QuiesceDaemon

@Suite struct EventLoopTests {
    /// A pipe whose ends are closed with it.
    private final class Pipe {
        let reading: CInt
        let writing: CInt
        init() throws {
            var ends: [CInt] = [0, 0]
            try #require(pipe(&ends) == 0)
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            (reading, writing) = (ends[0], ends[1])
        }
        deinit {
            close(reading)
            close(writing)
        }
        func put() { _ = Glibc.write(writing, "x", 1) }
        func take() {
            var byte: UInt8 = 0
            _ = Glibc.read(reading, &byte, 1)
        }
    }

    @Test(
        "What an app sent in time is served before the deadline that is due in the same turn",
        .behaviour("T4", "reliability P2"))
    func readyBeforeDue() throws {
        let loop = try EventLoop()
        let pipe = try Pipe()
        var served: [String] = []
        var left = 3
        _ = try loop.watch(pipe.reading) { _ in
            pipe.take()
            served.append("message")
            left -= 1
            // The next one is there before the deadline is judged, as if it had queued behind.
            if left > 0 { pipe.put() }
        }
        loop.onTimer = {
            served.append("timer")
            loop.stop()
        }
        loop.setTimer(at: LinuxClock.now().instant)
        pipe.put()
        loop.mailbox.post { _ in }
        loop.run()
        #expect(served == ["message", "message", "message", "timer"])
    }

    @Test("An app that never stops sending can't put a deadline off", .behaviour("reliability A4"))
    func floodAndTimer() throws {
        let loop = try EventLoop()
        let pipe = try Pipe()
        _ = try loop.watch(pipe.reading) { _ in
            pipe.take()
            pipe.put()
        }
        var isDue = false
        loop.onTimer = {
            isDue = true
            loop.stop()
        }
        loop.setTimer(at: LinuxClock.now().instant)
        pipe.put()
        loop.run()
        #expect(isDue)
    }

    @Test("The timer comes at its time and not before, and a nil takes it back")
    func timer() throws {
        let loop = try EventLoop()
        let time = LinuxClock.now().instant + .milliseconds(20)
        var firedAt: Instant?
        loop.onTimer = {
            firedAt = LinuxClock.now().instant
            loop.stop()
        }
        loop.setTimer(at: time)
        loop.run()
        #expect(try #require(firedAt) >= time)

        firedAt = nil
        loop.setTimer(at: LinuxClock.now().instant)
        loop.setTimer(at: nil)
        loop.mailbox.post { loop in loop.stop() }
        loop.run()
        #expect(firedAt == nil)
    }

    @Test("Work comes from other threads, each thread's in order, even when the loop stops between")
    func mailbox() throws {
        let loop = try EventLoop()
        let workers = try (0..<4).map { try Worker(name: "poster-\($0)") }
        let arrived = Arrivals()
        let mailbox = loop.mailbox
        for (index, worker) in workers.enumerated() {
            for number in 0..<500 {
                worker.submit {
                    mailbox.post { loop in
                        arrived.add(number, from: index)
                        loop.stop()
                    }
                }
            }
        }
        while arrived.count < 4 * 500 { loop.run() }
        for index in 0..<4 { #expect(arrived.numbers(from: index) == Array(0..<500)) }
    }

    @Test(
        "After a stop nothing more runs, of no turn and from no thread, before the next run",
        .behaviour("reliability P8"))
    func stopping() throws {
        let loop = try EventLoop()
        let pipe = try Pipe()
        var log: [String] = []
        let arrived = Arrivals()
        _ = try loop.watch(pipe.reading) { _ in
            log.append("descriptor")
            pipe.take()
        }
        loop.later {
            log.append("stops")
            loop.later { log.append("deferred by it") }
            loop.stop()
        }
        loop.later { log.append("deferred before") }
        pipe.put()
        loop.run()
        #expect(log == ["stops"])
        for number in 0..<3 {
            loop.mailbox.post { loop in
                arrived.add(number, from: 0)
                if number == 0 { loop.stop() }
            }
        }
        loop.run()
        #expect(log.prefix(3) == ["stops", "deferred before", "deferred by it"])
        #expect(arrived.numbers(from: 0) == [0])
        loop.mailbox.post { loop in
            arrived.add(3, from: 0)
            loop.stop()
        }
        loop.run()
        #expect(arrived.numbers(from: 0) == [0, 1, 2, 3])
    }

    private final class Arrivals: Sendable {
        private let all = Mutex<[(index: Int, number: Int)]>([])
        func add(_ number: Int, from index: Int) { all.withLock { $0.append((index, number)) } }
        var count: Int { all.withLock { $0.count } }
        func numbers(from index: Int) -> [Int] {
            all.withLock { $0.filter { $0.index == index }.map(\.number) }
        }
    }

    @Test("Nothing is told of a descriptor after unwatch, though it was ready in the same turn")
    func unwatching() throws {
        let loop = try EventLoop()
        let pipes = [try Pipe(), try Pipe()]
        var served: [Int] = []
        var watches: [EventLoop.WatchID] = []
        for (index, pipe) in pipes.enumerated() {
            watches.append(
                try loop.watch(pipe.reading) { _ in
                    served.append(index)
                    pipe.take()
                    loop.unwatch(watches[1 - index])
                    loop.mailbox.post { loop in loop.stop() }
                })
            pipe.put()
        }
        loop.run()
        #expect(served.count == 1)
    }

    @Test("A worker runs what it is given in order, and its result comes back to the loop")
    func performing() throws {
        let loop = try EventLoop()
        let worker = try Worker(name: "test-worker")
        let looping = pthread_self()
        var results: [Int] = []
        for number in 0..<100 {
            loop.perform(on: worker) {
                number
            } then: { result in
                #expect(pthread_equal(looping, pthread_self()) != 0)
                results.append(result)
                if result == 99 { loop.stop() }
            }
        }
        loop.run()
        #expect(results == Array(0..<100))
        worker.shutdown()
    }

    @Test("A worker that is shut down finishes first, and takes nothing more")
    func shuttingDown() throws {
        let worker = try Worker(name: "test-worker")
        let done = Counter()
        for _ in 0..<100 { worker.submit { done.add() } }
        worker.shutdown()
        #expect(done.value == 100)
        worker.submit { done.add() }
        worker.shutdown()
        #expect(done.value == 100)
    }

    @Test("A blocked signal is read from its descriptor, and doesn't end the process")
    func signals() throws {
        let loop = try EventLoop()
        // On a thread of its own, whose mask nobody shares.
        let worker = try Worker(name: "test-worker")
        var received: [CInt?] = []
        loop.perform(on: worker) { () -> [CInt?] in
            guard let signals = try? SignalDescriptor([SIGUSR1]) else { return [] }
            raise(SIGUSR1)
            return [signals.next(), signals.next()]
        } then: {
            received = $0
            loop.stop()
        }
        loop.run()
        #expect(received == [SIGUSR1, nil])
        worker.shutdown()
    }

    private final class Counter: Sendable {
        private let count = Mutex(0)
        func add() { count.withLock { $0 += 1 } }
        var value: Int { count.withLock { $0 } }
    }
}
