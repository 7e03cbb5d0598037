import Foundation
import QuiesceKit
import QuiesceTesting
import Synchronization
import TestSupport
import Testing

/// Observers of notifications, in a test: another thread than the main one serves the main queue
/// there.
@MainActor @Suite(.virtualDevice) struct MainQueueTests {
    @Test("An observer on the main queue hears of the life cycle, and of what is posted elsewhere")
    func observed() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Diary.self)
        let center = NotificationCenter.default
        let own = Notification.Name("MainQueueTests.\(UUID())")
        let heard = Heard()
        let observers = [UIApplication.didEnterBackgroundNotification, own].map { name in
            center.addObserver(forName: name, object: nil, queue: .main) { notification in
                let name = notification.name
                MainActor.assumeIsolated { heard.names.append(name) }
            }
        }
        defer { for observer in observers { center.removeObserver(observer) } }
        try await device.pressHome()
        #expect(heard.names == [UIApplication.didEnterBackgroundNotification])
        center.post(name: own, object: nil)
        #expect(heard.names.last == own)
        await Task.detached { center.post(name: own, object: nil) }.value
        #expect(heard.names.count == 3)
    }

    @Test("A task that waits for a notification goes on with it, until it has heard enough")
    func awaited() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Diary.self)
        let name = UIApplication.didEnterBackgroundNotification
        var heard: [Notification.Name] = []
        let waiting = Task {
            for await notification in NotificationCenter.default.notifications(named: name) {
                heard.append(notification.name)
                if heard.count == 2 { break }
            }
        }
        // It waits by then.
        try await device.advance(by: .seconds(1))
        for _ in 0..<3 {
            try await device.pressHome()
            try await device.open()
        }
        await waiting.value
        #expect(heard == [name, name])
    }

    @Test("An observer on a queue of its own has heard when post returns")
    func elsewhere() async throws {
        let name = Notification.Name("MainQueueTests.\(UUID())")
        let queue = OperationQueue()
        let heard = Heard()
        let observer = NotificationCenter.default.addObserver(
            forName: name, object: nil, queue: queue
        ) { _ in
            #expect(OperationQueue.current === queue)
            heard.count.withLock { $0 += 1 }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        NotificationCenter.default.post(name: name, object: nil)
        #expect(heard.count.withLock { $0 } == 1)
    }
}

private final class Heard: Sendable {
    @MainActor var names: [Notification.Name] = []
    let count = Mutex(0)
}
