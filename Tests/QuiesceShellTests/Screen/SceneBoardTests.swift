import Foundation
import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceShell

/// Which of an app's scenes may be seen, and when.
@Suite(.behaviour("P2")) struct SceneBoardTests {
    private var board = SceneBoard()
    private let app = AppID("org.example.App")!
    private var first: ProcessKey { ProcessKey(app: app, launch: Launch(number: 1)) }
    private var second: ProcessKey { ProcessKey(app: app, launch: Launch(number: 2)) }

    @Test("A snapshot is of the last scene before it, and is taken once")
    mutating func snapshot() {
        #expect(board.takeSnapshot(of: first) == nil)
        board.show(Data("open".utf8), by: first, inFront: true)
        board.show(Data("hidden".utf8), by: first, inFront: false)
        #expect(board.takeSnapshot(of: first) == Data("hidden".utf8))
        #expect(board.takeSnapshot(of: first) == nil)
        board.show(Data("fetched".utf8), by: first, inFront: false)
        #expect(board.takeSnapshot(of: first) == Data("fetched".utf8))
    }

    @Test("What an app shows is live only if it was in front, and until the next snapshot")
    mutating func live() {
        board.show(Data("a".utf8), by: first, inFront: true)
        #expect(board.shown(by: first)?.isLive == true)
        _ = board.takeSnapshot(of: first)
        #expect(board.shown(by: first)?.isLive == false)
        board.show(Data("b".utf8), by: first, inFront: false)
        #expect(board.shown(by: first)?.isLive == false)
        board.show(Data("c".utf8), by: first, inFront: true)
        #expect(board.shown(by: first)?.isLive == true)
    }

    @Test("What a dead launch sent shows nothing of its successor")
    mutating func launches() {
        board.show(Data("new".utf8), by: second, inFront: true)
        board.show(Data("old".utf8), by: first, inFront: true)
        #expect(board.shown(by: second)?.document == Data("new".utf8))
        #expect(board.shown(by: first) == nil)
        #expect(board.takeSnapshot(of: first) == nil)
    }

    @Test("What is held is bounded: the scenes that were shown longest ago go first")
    mutating func bounded() {
        let large = Data(count: Limits.shownBytes / 3)
        let keys = (1...4).map {
            ProcessKey(app: AppID("org.example.App\($0)")!, launch: Launch(number: 1))
        }
        for key in keys { board.show(large, by: key, inFront: true) }
        #expect(board.shown(by: keys[0]) == nil)
        #expect(keys.dropFirst().allSatisfy { board.shown(by: $0) != nil })
    }
}
