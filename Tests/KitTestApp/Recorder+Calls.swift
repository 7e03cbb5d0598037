import Foundation
import QuiesceKit

// The recorder's commands for the tests of voip pushes.
extension Recorder {
    /// As apps do at each launch, once it was told to.
    func listenForCalls() {
        if FileManager.default.fileExists(atPath: "asks") { listeners.ask() }
    }

    /// `calls ask`: wants voip pushes, in later launches, too. `calls ask queue`: hears of them on
    /// a queue of its own. `calls ask async`: with an `async` delegate, and `calls ask async
    /// queue` on that queue. `calls ask old`: with a delegate from before there were completion
    /// handlers. `calls end`: wants none any more. `calls forget`: lets go of its registries.
    /// `calls token`. `calls exit`: it exits with code 0.
    ///
    /// - Returns: false, if it is another's command.
    nonisolated func obeyCalls(_ words: [Substring]) -> Bool {
        guard words.first == "calls" else { return false }
        let words = words.map(String.init)
        DispatchQueue.main.async { @Sendable in
            MainActor.assumeIsolated {
                switch words.dropFirst().first {
                case "ask":
                    // On a device the app has a folder of its own.
                    if CommandLine.arguments.contains("--fifo") {
                        _ = FileManager.default.createFile(atPath: "asks", contents: nil)
                    }
                    listeners.ask(words.count > 2 ? words[2...].joined(separator: " ") : "main")
                case "end": listeners.end()
                case "forget": listeners.forget()
                case "exit": exit(0)
                case _: say("calls token \(listeners.token)")
                }
            }
        }
        return true
    }
}

@MainActor private let listeners = Listeners()
private let queueName = DispatchSpecificKey<String>()

@MainActor private final class Listeners {
    private var all: [(registry: PKPushRegistry, delegate: any PKPushRegistryDelegate)] = []
    private let queue = DispatchQueue(label: "calls")

    init() { queue.setSpecific(key: queueName, value: "queue") }

    var token: String {
        all.last?.registry.pushToken(for: .voIP).map(hexadecimal) ?? "none"
    }

    func ask(_ how: String = "main") {
        let delegate: any PKPushRegistryDelegate =
            switch how {
            case "old": OldListener()
            case "async", "async queue": AsyncListener()
            case _: Listener()
            }
        let registry = PKPushRegistry(queue: how.hasSuffix("queue") ? queue : nil)
        all.append((registry, delegate))
        registry.delegate = delegate
        registry.desiredPushTypes = [.voIP]
    }

    func end() { for one in all { one.registry.desiredPushTypes = [] } }
    func forget() { all = [] }
}

private final class Listener: PKPushRegistryDelegate {
    func pushRegistry(
        _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials,
        for type: PKPushType
    ) {
        say("call token \(hexadecimal(pushCredentials.token)) \(type.rawValue) \(place)")
    }

    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType, completion: @escaping @Sendable () -> Void
    ) {
        say("called by \(payload.dictionaryPayload["from"] as? String ?? "nobody") \(place)")
        completion()
        completion()
    }

    func pushRegistry(
        _ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType
    ) {
        say("call token is no more \(place)")
    }

}

private final class AsyncListener: PKPushRegistryDelegate {
    func pushRegistry(
        _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials,
        for type: PKPushType
    ) {}

    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType
    ) async {
        let before = place
        await Task.yield()
        let isThere = before == place
        say(
            "called by \(payload.dictionaryPayload["from"] as? String ?? "nobody") async\(isThere && place != "main" ? " " + place : "")"
        )
    }
}

/// Where this is called.
private var place: String {
    Thread.isMainThread ? "main" : DispatchQueue.getSpecific(key: queueName) ?? "elsewhere"
}

/// A class of the main actor, from before pushes had completion handlers.
@MainActor private final class OldListener: @MainActor PKPushRegistryDelegate {
    func pushRegistry(
        _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials,
        for type: PKPushType
    ) {
        say("call token \(hexadecimal(pushCredentials.token)) old")
    }

    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType
    ) {
        say("called by \(payload.dictionaryPayload["from"] as? String ?? "nobody") old")
    }
}

private func hexadecimal(_ data: Data) -> String {
    data.map { String(format: "%02x", $0) }.joined()
}
