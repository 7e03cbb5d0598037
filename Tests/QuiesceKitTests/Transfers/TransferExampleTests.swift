import Foundation
import QuiesceWire
import TestSupport
import Testing

/// The examples that download, with the daemon that a test plays.
@Suite struct TransferExampleTests {
    /// In front, with the session open.
    private func launched(
        _ name: String, _ daemon: FakeDaemon, _ arguments: String...,
        tasks: [SessionTasks.Task] = []
    ) throws -> (ChildApp, SessionConfiguration) {
        try FileManager.default.createDirectory(
            atPath: daemon.directory + "/Documents", withIntermediateDirectories: true)
        try FileManager.default.createDirectory(
            atPath: daemon.directory + "/tmp", withIntermediateDirectories: true)
        let app = try ChildApp(
            ChildApp.products + "/\(name)", arguments,
            environment: [
                "QUIESCE_SOCKET": daemon.path, "QUIESCE_CONTAINER": daemon.directory,
            ])
        try daemon.welcome()
        let said = try daemon.deliverAndWait(
            1, .finishLaunching(.init(state: .inactive, reason: .user)))
        guard case .openSession(let session)? = said.compactMap(\.sessionRequest).first else {
            throw Failure("no session is opened")
        }
        try daemon.deliverAndWait(2, .didBecomeActive)
        try daemon.send(
            .session(.init(session: session.identifier, tasks: tasks, isLast: true)))
        return (app, session)
    }

    private func order(_ daemon: FakeDaemon) throws -> TransferOrder {
        while true {
            if case .create(let order) = try daemon.sessionRequest() { return order }
        }
    }

    private func verdict(_ daemon: FakeDaemon, _ url: String, body: String) throws
        -> TransferVerdict
    {
        var verdict = TransferVerdict()
        verdict.response = TransferResponse(url: url, status: 200, version: "1.1", headers: [])
        verdict.bytesReceived = UInt64(body.utf8.count)
        verdict.file = "tmp/file"
        try Data(body.utf8).write(to: URL(fileURLWithPath: daemon.directory + "/tmp/file"))
        return verdict
    }

    @Test(
        "BepBop shows another picture when it is pulled down, in place of the last",
        .behaviour("X5", "H2"))
    func bepBop() throws {
        let daemon = try FakeDaemon()
        let (app, _) = try launched("BepBop", daemon, "--server", "http://host")
        var seq: UInt64 = 2
        for name in ["cow.png", "pig.png"] {
            try daemon.deliver(seq + 1, .input(.touch(.began, x: 160, y: 100)))
            try daemon.deliver(seq + 2, .input(.touch(.ended, x: 160, y: 200)))
            let order = try order(daemon)
            #expect(order.request.url == "http://host/random")
            let verdict = try verdict(daemon, "http://host/pictures/\(name)", body: name)
            seq += 3
            try daemon.deliver(
                seq,
                .transfer(
                    .completed(
                        transfer: seq, session: "pictures", task: order.task, verdict)))
            #expect(try app.lines(2) == ["picture \(name)", "refreshed: newData"])
            _ = try daemon.scene { scene in
                scene.root.withinIt.contains { $0.image == "Documents/picture/\(name)" }
            }
        }
        let folder = daemon.directory + "/Documents/picture"
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["pig.png"])
        #expect(try daemon.state()["picture"] as? String == "pig.png")
    }

    @Test("A fetch brings BepBop a picture; the same again is no news", .behaviour("F2", "X5"))
    func fetch() throws {
        let daemon = try FakeDaemon()
        let (app, _) = try launched("BepBop", daemon)
        var seq: UInt64 = 2
        for (wake, result) in [(7, WakeResult.newData), (8, .noData)] as [(UInt64, WakeResult)] {
            try daemon.deliver(seq + 1, .performFetch(wake: wake))
            let order = try order(daemon)
            seq += 2
            try daemon.deliver(
                seq,
                .transfer(
                    .completed(
                        transfer: seq, session: "pictures", task: order.task,
                        try verdict(daemon, "http://host/pictures/hen.png", body: "hen"))))
            while true {
                if case .completeWake(_, wake, let given) = try daemon.receive() {
                    #expect(given == result)
                    break
                }
            }
            #expect(try app.line() == "picture hen.png")
        }
    }

    @Test(
        "BepBop wants fetches as often as may be; in the background each new picture is one on its icon",
        .behaviour("F1", "F2", "N1"))
    func badge() throws {
        let daemon = try FakeDaemon()
        let (app, _) = try launched("BepBop", daemon)
        try daemon.deliverAndWait(3, .didEnterBackground(deadline: nil))
        var seq: UInt64 = 3
        for (name, badge) in [("hen", 1), ("cow", 2)] {
            try daemon.deliver(seq + 1, .performFetch(wake: seq))
            let order = try order(daemon)
            // The fetch's, as the picture may come in another launch.
            #expect(
                try daemon.sessionRequest()
                    == .setDescription(session: "pictures", task: order.task, "fetch"))
            seq += 2
            let verdict = try verdict(daemon, "http://host/pictures/\(name).png", body: name)
            try daemon.deliver(
                seq,
                .transfer(
                    .completed(transfer: seq, session: "pictures", task: order.task, verdict)))
            #expect(try daemon.notificationRequest() == .setBadge(badge))
            #expect(try app.lines(2) == ["picture \(name).png", "badge \(badge)"])
        }
        try daemon.deliver(seq + 1, .didBecomeActive)
        #expect(try daemon.notificationRequest() == .setBadge(0))
    }

    @Test("PodcastBox asks for what is neither here nor on its way", .behaviour("X1", "X4"))
    func podcastBox() throws {
        let daemon = try FakeDaemon()
        try FileManager.default.createDirectory(
            atPath: daemon.directory + "/Documents", withIntermediateDirectories: true)
        try Data().write(
            to: URL(fileURLWithPath: daemon.directory + "/Documents/episode-1.mp3"))
        let (app, session) = try launched(
            "PodcastBox", daemon, "--episodes", "3", "--bytes", "10", "--server", "http://host",
            tasks: [
                .init(
                    task: 7, kind: .download, url: "http://host/episodes/2.mp3", state: .running,
                    priority: 50, description: "2")
            ])
        #expect(session.settings.isDiscretionary && session.settings.sendsLaunchEvents)
        let order = try order(daemon)
        #expect(order.request.url == "http://host/episodes/3.mp3?bytes=10")
        try daemon.send(
            .progress(
                .init(
                    session: session.identifier, task: order.task, received: 5, expected: 10,
                    sent: 0, expectedToSend: nil)))
        let rows = ["Episode 1", "here", "Episode 2", "waiting", "Episode 3", "50 %"]
        _ = try daemon.scene { $0.root.withinIt.compactMap(\.text?.string).suffix(6) == rows }
        try daemon.deliver(
            3,
            .transfer(
                .completed(
                    transfer: 4, session: session.identifier, task: order.task,
                    try verdict(daemon, order.request.url, body: "0123456789"))))
        #expect(try app.line() == "episode 3 is here")
        #expect(
            try Data(
                contentsOf: URL(fileURLWithPath: daemon.directory + "/Documents/episode-3.mp3")
            ).count == 10)
    }

    @Test("PodcastBox goes on, when it is opened again, from what there was", .behaviour("X3"))
    func podcastBoxResumes() throws {
        let daemon = try FakeDaemon()
        do {
            let (app, session) = try launched("PodcastBox", daemon, "--episodes", "1")
            var verdict = TransferVerdict()
            verdict.failure = .init(reason: "forceQuit")
            verdict.resumable = 4
            try daemon.deliver(
                3,
                .transfer(
                    .completed(
                        transfer: 4, session: session.identifier, task: try order(daemon).task,
                        verdict)))
            while try daemon.sessionRequest() != .handled(transfer: 4) {}
            #expect(try app.line().hasPrefix("episode 1: "))
        }
        daemon.disconnect()
        let (again, _) = try launched("PodcastBox", daemon, "--episodes", "1")
        #expect(try order(daemon).resumesTransfer == 4)
        again.command("")
    }

    @Test(
        "Launched by the system, without arguments, they go on with those that the user gave",
        .behaviour("X6", "F2"))
    func lastArguments() throws {
        let daemon = try FakeDaemon()
        let url = "http://host/episodes/1.mp3?bytes=10"
        do {
            let (app, _) = try launched(
                "PodcastBox", daemon, "--server", "http://host", "--bytes", "10")
            #expect(try order(daemon).request.url == url)
            app.command("")
        }
        daemon.disconnect()
        let (app, _) = try launched("PodcastBox", daemon)
        #expect(try order(daemon).request.url == url)
        app.command("")
    }
}

extension Scene.Node {
    fileprivate var withinIt: [Scene.Node] {
        (children ?? []).flatMap { [$0] + $0.withinIt }
    }
}
