import Foundation
import QuiesceTerminal
import QuiesceWire

/// Carries out a page's commands: touches one after the other, in their order, and other commands
/// beside them, since opening an app may take long and the Home button must work meanwhile.
final class CommandRunner: Sendable {
    private let feed: DeviceFeed
    private let timelines: TimelinePages
    private let outbox: Outbox
    private let touches: ControlLine
    private let places = Places(ConsoleLimits.commands)

    init(of device: ConsoleDevice, outbox: Outbox) {
        feed = device.feed
        timelines = device.timelines
        self.outbox = outbox
        touches = ControlLine(feed.paths)
    }

    func end() { touches.close() }

    /// Returns once it is done.
    func touch(_ touch: PageMessage.Touch, _ view: ScreenView) async {
        do {
            let source = feed.source
            let outcome = try await touches.with { client in
                try source.touch(touch, view, client)
            }
            answer(touch.number, "\"ok\":true" + field("message", outcome.message) + outcome.rest)
        } catch {
            refuse(touch.number, error)
        }
        feed.poke()
    }

    /// Returns when there is room for the page's next command.
    func run(_ number: UInt64, _ words: [String], _ input: String?) async {
        await places.take()
        Task {
            await carryOut(number, words, input)
            await places.leave()
        }
    }

    /// Returns when there is room for the page's next command.
    func timeline(_ number: UInt64) async {
        await places.take()
        Task {
            do {
                answer(number, "\"ok\":true" + field("path", try await timelines.draw()))
            } catch {
                refuse(number, error)
            }
            await places.leave()
        }
    }

    private func carryOut(_ number: UInt64, _ words: [String], _ input: String?) async {
        let line = ControlLine(feed.paths)
        defer { line.close() }
        do {
            let command = try ConsoleCommand(words, input: input)
            let (message, rows) = try await line.with { client in
                var message: String?
                var rows: [String] = []
                for request in command.requests {
                    message = try client.call(request) { rows.append($0) }
                }
                return (message, rows)
            }
            answer(
                number,
                "\"ok\":true\(field("message", message)),\"rows\":[\(rows.joined(separator: ","))]")
        } catch {
            refuse(number, error)
        }
        feed.poke()
    }

    private func refuse(_ number: UInt64, _ error: any Error) {
        let failure = error as? Failure ?? .refused("\(error)")
        answer(
            number, "\"ok\":false,\"code\":\(failure.exitCode)" + field("message", failure.message))
    }

    private func field(_ name: String, _ text: String?) -> String {
        text.map { ",\"\(name)\":\($0.jsonText)" } ?? ""
    }

    private func answer(_ number: UInt64, _ fields: String) {
        outbox.put("{\"ran\":\(number),\(fields)}")
    }
}

/// A number of places, for which tasks wait.
private actor Places {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) { free = count }

    func take() async {
        guard free == 0 else {
            free -= 1
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    func leave() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}
