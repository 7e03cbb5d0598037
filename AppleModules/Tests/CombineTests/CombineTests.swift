import Combine
import Foundation
import Testing

@Suite("Combine, over OpenCombine")
struct CombineTests {
    private final class Counter: ObservableObject {
        @Published var count = 0
        @Published var name = ""
    }

    @Test("A published property is published when it is subscribed to, and before each change")
    func published() {
        let counter = Counter()
        var seen: [Int] = []
        let subscription = counter.$count.sink { seen.append($0) }
        counter.count = 1
        counter.count = 2
        subscription.cancel()
        counter.count = 3
        #expect(seen == [0, 1, 2])
    }

    @Test(
        "An observable object says before each change of a published property that it will change")
    func observable() {
        let counter = Counter()
        var seen: [Int] = []
        let subscription = counter.objectWillChange.sink { seen.append(counter.count) }
        counter.count = 1
        counter.name = "a"
        withExtendedLifetime(subscription) {}
        #expect(seen == [0, 1])
    }

    @Test("A notification is published to who observes its name and object, until that cancels")
    func notifications() {
        let center = NotificationCenter()
        let name = Notification.Name("CombineTests")
        var seen: [Int] = []
        var subscriptions: Set<AnyCancellable> = []
        center.publisher(for: name)
            .compactMap { $0.userInfo?["value"] as? Int }
            .sink { seen.append($0) }
            .store(in: &subscriptions)
        center.post(name: name, object: nil, userInfo: ["value": 1])
        center.post(name: Notification.Name("another"), object: nil, userInfo: ["value": 2])
        subscriptions.removeAll()
        center.post(name: name, object: nil, userInfo: ["value": 3])
        #expect(seen == [1])
    }

    @Test("Values are received on a queue, a run loop and an operation queue")
    func schedulers() async {
        let queue = DispatchQueue(label: "CombineTests")
        let value = await withCheckedContinuation { continuation in
            let box = Box()
            box.subscription = Just(7).receive(on: queue).sink { [box] value in
                withExtendedLifetime(box) { continuation.resume(returning: value) }
            }
        }
        #expect(value == 7)
        let types: [any Scheduler.Type] = [RunLoop.self, OperationQueue.self]
        #expect(types.count == 2)
    }

    private final class Box: @unchecked Sendable {
        // Sendable: it is written once, before anybody else has it.
        var subscription: AnyCancellable?
    }

    @Test("Merged publishers publish as each does, and finish when the last has")
    func merge() {
        let (a, b) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        var seen: [Int] = []
        var ends = 0
        let subscription = a.merge(with: b).sink(
            receiveCompletion: { _ in ends += 1 }, receiveValue: { seen.append($0) })
        a.send(1)
        b.send(2)
        a.send(completion: .finished)
        #expect(ends == 0)
        b.send(3)
        b.send(completion: .finished)
        withExtendedLifetime(subscription) {}
        #expect(seen == [1, 2, 3] && ends == 1)
    }

    @Test("The latest of two and three publishers are published once each has a value")
    func combineLatest() {
        let (a, b) = (PassthroughSubject<Int, Never>(), PassthroughSubject<String, Never>())
        let c = CurrentValueSubject<Bool, Never>(true)
        var two: [String] = []
        var three: [String] = []
        let subscriptions = [
            a.combineLatest(b).sink { two.append("\($0)\($1)") },
            a.combineLatest(b, c).sink { three.append("\($0)\($1)\($2)") },
        ]
        a.send(1)
        a.send(2)
        b.send("x")
        c.send(false)
        a.send(3)
        withExtendedLifetime(subscriptions) {}
        #expect(two == ["2x", "3x"])
        #expect(three == ["2xtrue", "2xfalse", "3xfalse"])
    }

    @Test("A failure of one ends the merge of both")
    func failure() {
        struct Broken: Error {}
        let (a, b) = (PassthroughSubject<Int, Broken>(), PassthroughSubject<Int, Broken>())
        var failed = false
        let subscription = a.merge(with: b).sink(
            receiveCompletion: { if case .failure = $0 { failed = true } }, receiveValue: { _ in })
        b.send(completion: .failure(Broken()))
        withExtendedLifetime(subscription) {}
        #expect(failed)
    }
}
