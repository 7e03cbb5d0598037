import Foundation
import QuiesceClient
import QuiesceTerminal
import QuiesceWire

/// The device's state for all pages: asked for once, and sent to each. While nobody looks, nothing
/// is asked, and no connection is kept.
actor DeviceFeed {
    nonisolated let paths: DevicePaths
    nonisolated let source = ScreenSource()
    nonisolated let screenBell = Bell()
    nonisolated let listBell = Bell()

    private var lookers: [UInt64: Viewer] = [:]
    private var work: Task<Void, Never>?
    /// The newest message under each name, for a page that comes later.
    private var messages: [String: String] = [:]
    private var pictures: [ScreenView: String] = [:]
    private var log: [String] = []
    private var subscriptions: [Topic: Following] = [:]

    init(_ paths: DevicePaths) { self.paths = paths }

    // MARK: Pages

    /// A page began or ceased to be looked at, or shows something else.
    func changed(_ viewer: Viewer) {
        let isNew = lookers[viewer.number] == nil
        guard viewer.isLooking else { return leave(viewer) }
        lookers[viewer.number] = viewer
        if isNew {
            for (name, message) in messages { viewer.outbox.put(message, as: name) }
            viewer.outbox.put("{\"logBegins\":true}", as: "logBegins")
            viewer.outbox.log(log)
        }
        if let picture = pictures[viewer.view] { viewer.outbox.put(picture, as: "screen") }
        if work == nil { work = Task { await run() } }
        poke()
    }

    func leave(_ viewer: Viewer) {
        lookers[viewer.number] = nil
        guard lookers.isEmpty else { return listBell.ring() }
        work?.cancel()
        work = nil
        (messages, pictures, log) = ([:], [:], [])
    }

    /// Something may have changed.
    nonisolated func poke() {
        screenBell.ring()
        listBell.ring()
    }

    private func send(_ message: String, as name: String) {
        guard messages[name] != message else { return }
        messages[name] = message
        for viewer in lookers.values { viewer.outbox.put(message, as: name) }
    }

    // MARK: The daemon

    private func run() async {
        var pause = Duration.milliseconds(100)
        while !Task.isCancelled {
            do {
                try await follow()
                pause = .milliseconds(100)
            } catch {
                let failure = error as? Failure ?? .refused("\(error)")
                guard !Task.isCancelled else { return }
                send(
                    "{\"daemon\":{\"up\":false,\"message\":\(failure.message.jsonText)}}",
                    as: "daemon")
            }
            try? await Task.sleep(for: pause)
            pause = min(pause * 2, .seconds(2))
        }
    }

    private enum Signal: Sendable {
        case row(String)
        case ended(Failure?)
    }

    /// Tells the pages of the device until the daemon ends.
    private func follow() async throws {
        let (signals, signal) = AsyncStream.makeStream(of: Signal.self)
        let rows = try Following(
            paths, .log(app: nil, follow: true, limit: ConsoleLimits.firstLogRows),
            row: { signal.yield(.row($0)) },
            ended: {
                signal.yield(.ended($0))
                signal.finish()
            })
        defer {
            rows.stop()
            for following in subscriptions.values { following.stop() }
            subscriptions = [:]
        }
        (log, pictures) = ([], [:])
        for viewer in lookers.values {
            viewer.outbox.forgetLog()
            viewer.outbox.put("{\"logBegins\":true}", as: "logBegins")
        }
        // A device that isn't the usual one is named in the command lines.
        let home = paths.startCommand.contains("--home") ? ",\"home\":\(paths.home.jsonText)" : ""
        send("{\"daemon\":{\"up\":true\(home)}}", as: "daemon")
        poke()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.showScreen() }
            group.addTask { try await self.showListings() }
            group.addTask { try await self.watchViewers() }
            group.addTask { try await self.showLog(signals) }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private func showLog(_ signals: AsyncStream<Signal>) async throws {
        for await signal in signals {
            switch signal {
            case .row(let row):
                log.append(row)
                if log.count > ConsoleLimits.logRows { log.removeFirst() }
                for viewer in lookers.values { viewer.outbox.log([row]) }
                poke()
            case .ended(let failure):
                throw failure ?? .notRunning("the daemon has ended")
            }
        }
        try Task.checkCancellation()
    }

    /// Draws the picture after each ring, and looks in between whether the app has drawn anew, less
    /// and less often: no row tells of that.
    private func showScreen() async throws {
        let line = ControlLine(paths)
        defer { line.close() }
        let (soonest, latest) = (Duration.milliseconds(10), Duration.milliseconds(250))
        var pause = soonest
        var (glance, isDue) = ("", true)
        while !Task.isCancelled {
            let now = try await said(as: "trouble") {
                try await line.with { [source] in try source.glance($0) }
            }
            let isNew = now != nil && now != glance
            glance = now ?? glance
            if isNew || isDue { try await drawPictures(line) }
            pause = isNew ? soonest : min(pause * 3 / 2, latest)
            // A screen without an app doesn't change by itself.
            let isLive = glance.prefix(300).contains("\"shows\":\"scene\"")
            isDue = await screenBell.wait(upTo: isLive || pause < latest ? pause : nil)
            if isDue { pause = soonest }
        }
    }

    private func drawPictures(_ line: ControlLine) async throws {
        let views = Set(lookers.values.map(\.view))
        pictures = pictures.filter { views.contains($0.key) }
        source.keep(views)
        for view in views {
            let picture = try await said(as: "trouble") {
                try await line.with { [source] in try source.picture(view, $0) }
            }
            guard let picture, pictures[view] != picture else { continue }
            pictures[view] = picture
            for viewer in lookers.values where viewer.view == view {
                viewer.outbox.put(picture, as: "screen")
            }
        }
    }

    private func showListings() async throws {
        let line = ControlLine(paths)
        defer { line.close() }
        while !Task.isCancelled {
            let wanted = lookers.values.reduce(into: Set(Topic.always)) { $0.formUnion($1.topics) }
            try subscribe(to: wanted)
            for topic in Topic.allCases where wanted.contains(topic) {
                let rows = try await said(as: "trouble") { try await line.rows(topic.request) }
                guard let rows else { continue }
                send(
                    "{\"topic\":\"\(topic.rawValue)\",\"rows\":[\(rows.joined(separator: ","))]}",
                    as: topic.rawValue)
            }
            _ = await listBell.wait(upTo: nil)
            // Whatever happens meanwhile is asked for once.
            try? await Task.sleep(for: .milliseconds(120))
        }
    }

    private func subscribe(to wanted: Set<Topic>) throws {
        for (topic, following) in subscriptions where !wanted.contains(topic) {
            following.stop()
            subscriptions[topic] = nil
        }
        for topic in wanted where subscriptions[topic] == nil {
            guard let request = topic.subscription else { continue }
            let listBell = listBell
            subscriptions[topic] = try Following(
                paths, request, row: { _ in listBell.ring() }, ended: { _ in })
        }
    }

    /// A refusal is told, and is no end of the daemon's.
    private func said<Result: Sendable>(
        as name: String, _ body: () async throws -> Result
    ) async throws -> Result? {
        do {
            let result = try await body()
            send("{\"trouble\":null}", as: name)
            return result
        } catch let failure as Failure where !failure.isOfNoDaemon {
            send("{\"trouble\":\(failure.message.jsonText)}", as: name)
            return nil
        }
    }

    /// A page whose machine sleeps can't say so.
    private func watchViewers() async throws {
        while !Task.isCancelled {
            try await Task.sleep(for: .seconds(ConsoleLimits.silentSeconds / 3))
            for viewer in lookers.values {
                viewer.giveUpIfSilent(now: .now)
                if !viewer.isLooking { leave(viewer) }
            }
        }
    }
}
