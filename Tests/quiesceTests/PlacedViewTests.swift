import QuiesceWire
import TestSupport
import Testing

@testable import quiesce

@Suite("What is on the screen, with its place") struct PlacedViewTests {
    private func node(
        _ x: Double, _ y: Double, text: String? = nil, image: String? = nil,
        _ children: [Scene.Node]? = nil
    ) -> Scene.Node {
        Scene.Node(
            frame: .init(x: x, y: y, width: 100, height: 40), text: text.map { .init(string: $0) },
            image: image, children: children)
    }

    private func daemon(_ root: Scene.Node) throws -> FakeDaemon {
        let scene = Scene(size: .init(width: 320, height: 480), orientation: "portrait", root: root)
        return try FakeDaemon { request in
            if let answer = FakeScreen.answer(request, app: "org.example.Clock", scene) {
                return answer
            }
            return switch request {
            case .why:
                [
                    .item(
                        CommandTests.json(
                            WhyAnswer(
                                app: "org.example.Clock", state: "active", since: nil, launch: 1,
                                sentence: "", reason: "opened", rule: nil))), .end,
                ]
            case _: [.done(message: "done")]
            }
        }
    }

    @Test("Places are those of the screen, which can be touched", .behaviour("H2"))
    func places() throws {
        let daemon = try daemon(
            node(0, 0, [node(20, 200, [node(5, 7, text: "Next")]), node(1, 2, image: "sun.png")]))
        let run = try ToolRun(["screen"], home: daemon.home)
        #expect(run.output.contains("25, 207: \"Next\""), "\(run.output)\(run.errors)")
        #expect(run.output.contains("1, 2: image sun.png"))
    }

    @Test(
        "A text is touched in its middle; one that isn't there, or twice, isn't", .behaviour("H2"))
    func touched() throws {
        let daemon = try daemon(
            node(
                0, 0,
                [
                    node(20, 200, [node(5, 7, text: "Next")]), node(0, 0, text: "Ok"),
                    node(0, 100, text: "Ok"),
                ]))
        let run = try ToolRun(["send", "touch", "--on", "Next"], home: daemon.home)
        #expect(run.exitCode == 0 && run.output == "done\n", "\(run.errors)")
        #expect(
            daemon.requests.suffix(2) == [
                .sendEvent(["touch", "began", "75.0", "227.0"]),
                .sendEvent(["touch", "ended", "75.0", "227.0"]),
            ])
        let count = daemon.requests.count
        let none = try ToolRun(["send", "touch", "--on", "Back"], home: daemon.home)
        #expect(none.exitCode == 1 && none.errors.contains("nothing on the screen says \"Back\""))
        let two = try ToolRun(["send", "touch", "--on", "Ok"], home: daemon.home)
        #expect(two.exitCode == 1 && two.errors.contains("2 texts say \"Ok\""))
        #expect(two.errors.contains("50.0 20.0, 50.0 120.0"))
        let touches = daemon.requests.dropFirst(count).filter {
            if case .sendEvent = $0 { true } else { false }
        }
        #expect(touches.isEmpty)
        for wrong in [["1"], [], ["1", "2", "--on", "Ok"]] {
            #expect(try ToolRun(["send", "touch"] + wrong, home: daemon.home).exitCode == 64)
        }
    }
}
