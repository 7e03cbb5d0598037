import Foundation
import TestSupport
import Testing

@testable import QuiesceKit

/// A scene's state over launches.
@MainActor @Suite(.behaviour("P1")) struct SceneStateTests {
    private func withContainer(_ body: (URL) throws -> Void) throws {
        let container = FileManager.default.temporaryDirectory.appendingPathComponent(
            "scene-\(UUID())")
        try FileManager.default.createDirectory(
            at: container, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: container) }
        try body(container)
    }

    /// A launch that is left at page 7.
    private func leave(_ container: URL) -> String? {
        var identifier: String?
        SceneStage.play(PlainDelegate(), manifest: SceneLifeTests.usual, container: container) {
            let session = $0.application.openSessions.first
            identifier = session?.persistentIdentifier
            session?.userInfo = ["theme": "dark"]
            let activity = NSUserActivity(activityType: "reading")
            activity.title = "page 7"
            activity.addUserInfoEntries(from: ["page": 7])
            SceneStage.activity = activity
            $0.leave()
        }
        return identifier
    }

    @Test(
        "What the delegate gave when the scene was left is there when the next launch connects it")
    func restored() throws {
        try withContainer { container in
            let identifier = leave(container)
            SceneStage.play(PlainDelegate(), manifest: SceneLifeTests.usual, container: container) {
                let news = $0.news()
                #expect(news.contains("was at page 7"))
                #expect(news.contains { $0.hasPrefix("restores") && $0.contains("7") })
                let session = $0.application.openSessions.first
                #expect(session?.persistentIdentifier == identifier)
                #expect(session?.userInfo?["theme"] as? String == "dark")
            }
        }
    }

    @Test(
        "After a force-quit the next launch hears that the session is gone, and has another",
        .behaviour("U1"))
    func forceQuit() throws {
        try withContainer { container in
            let identifier = try #require(leave(container))
            SceneStage.play(
                PlainDelegate(), manifest: SceneLifeTests.usual, container: container,
                after: "forceQuit"
            ) {
                let news = $0.news()
                #expect(news.contains("discarded [\"\(identifier)\"]"))
                #expect(!news.contains("was at page 7"))
                #expect($0.application.openSessions.first?.persistentIdentifier != identifier)
            }
        }
    }

    @Test("A launch that ended before its scene was active isn't given the same state again")
    func onTrial() throws {
        try withContainer { container in
            _ = leave(container)
            let store = SceneStore(container: container)
            var saved = try #require(store.read())
            #expect(!saved.isOnTrial)
            saved.isOnTrial = true
            store.write(saved)
            for (exit, isThere) in [("memoryPressure", true), ("crashed", false)] {
                store.write(saved)
                SceneStage.play(
                    PlainDelegate(), manifest: SceneLifeTests.usual, container: container,
                    after: exit
                ) { #expect($0.news().contains("was at page 7") == isThere) }
            }
        }
    }

    @Test("A state that is no property list isn't kept, and a file that is none isn't read")
    func unusable() throws {
        try withContainer { container in
            let store = SceneStore(container: container)
            var saved = SceneStore.Saved(identifier: "one")
            saved.userInfo = ["view": NSObject()]
            store.write(saved)
            #expect(store.read() == nil)
            _ = leave(container)
            let file = container.appendingPathComponent("Library/Saved Application State/scene")
            try Data("nonsense".utf8).write(to: file)
            #expect(store.read() == nil)
        }
    }
}
