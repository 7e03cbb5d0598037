import Foundation
import QuiesceWire
import TestSupport
import Testing

@Suite struct SceneTests {
    static let scene = Scene(
        size: .init(width: 320, height: 480),
        root: .init(
            frame: .init(x: 0, y: 0, width: 320, height: 480), background: "#FFFFFF",
            children: [
                .init(
                    frame: .init(x: 20, y: 40.5, width: 280, height: 24), alpha: 0.5,
                    text: .init(string: "Grüße, \"{[\\ 😀", color: "#00ff0080")),
                .init(
                    frame: .init(x: -1, y: 0, width: 0, height: 0), image: "Images/noun.png"),
            ]))

    private let coder = WireCoder()

    @Test("A scene's message begins with its type and is read as it was written")
    func message() throws {
        let datagram = try coder.encode(MessageFromApp.scene(Self.scene))
        #expect(WireCoder.startsAsScene(datagram))
        #expect(try coder.scene(inMessage: datagram) == Self.scene)
        #expect(try coder.packet(of: Self.scene) == .datagram(datagram))
        #expect(WireCoder.startsAsScene(WireCoder.sceneInFile))
        #expect(try coder.scene(inMessage: WireCoder.sceneInFile) == nil)
        #expect(!WireCoder.startsAsScene(try coder.encode(MessageFromApp.handled(seq: 1))))
    }

    @Test("A scene that doesn't fit a datagram goes into a file, and one over a mebibyte nowhere")
    func large() throws {
        let large = Self.scene(ofText: 70_000)
        let error = #expect(throws: WireError.self) {
            try coder.encode(MessageFromApp.scene(large))
        }
        #expect(error?.code == .tooLarge)
        guard case .file(let document) = try coder.packet(of: large) else {
            Issue.record("not a file")
            return
        }
        #expect(try coder.scene(inDocument: document) == large)
        let tooLarge = Self.scene(ofText: SceneLimits.bytes)
        #expect(throws: WireError.self) { try coder.packet(of: tooLarge) }
    }

    @Test("The deepest scene that is allowed can be sent and read, and a deeper one can't be read")
    func depth() throws {
        let deepest = Self.scene(deep: SceneLimits.depth)
        #expect(try coder.scene(inMessage: coder.encode(MessageFromApp.scene(deepest))) == deepest)
        let deeper = try coder.encode(MessageFromApp.scene(Self.scene(deep: SceneLimits.depth + 1)))
        #expect(throws: WireError.self) { try coder.scene(inMessage: deeper) }
        let brackets =
            Data("{\"type\":\"scene\",\"scene\":".utf8) + Data(repeating: 0x5b, count: 60_000)
        let error = #expect(throws: WireError.self) { try coder.scene(inMessage: brackets) }
        #expect(error?.code == .badScene)
    }

    @Test("Brackets in a text are no views")
    func bracketsInText() throws {
        var scene = Self.scene
        scene.root.text = .init(string: String(repeating: "[{\"\\", count: 500))
        #expect(try coder.scene(inMessage: coder.encode(MessageFromApp.scene(scene))) == scene)
    }

    @Test("What no screen can show is refused, whatever is wrong with it")
    func wrong() throws {
        let changes: [(inout Scene) -> Void] = [
            { $0.version = 2 }, { $0.orientation = "up" }, { $0.size.width = 0 },
            { $0.size.height = .nan }, { $0.size.width = .infinity },
            { $0.root.frame.x = .nan }, { $0.root.frame.width = -1 },
            { $0.root.frame.y = 1e9 }, { $0.root.alpha = 1.5 }, { $0.root.alpha = .nan },
            { $0.root.background = "red" }, { $0.root.background = "#12345" },
            { $0.root.background = "#12345g" }, { $0.root.background = "url(#x)" },
            { $0.root.image = "/etc/passwd" }, { $0.root.image = "a/../../b" },
            { $0.root.image = "" }, { $0.root.image = "a//b" }, { $0.root.image = "a\0b" },
            { $0.root.image = String(repeating: "a", count: SceneLimits.pathBytes + 1) },
            { $0.root.text = .init(string: "a", size: 0) },
            { $0.root.text = .init(string: "a", size: .nan) },
            { $0.root.text = .init(string: "a", color: "") },
            { $0.root.text = .init(string: "a", alignment: "middle") },
            { $0.root.text = .init(string: "a", weight: 0) },
            { $0.root.cornerRadius = -1 }, { $0.root.cornerRadius = .nan },
            {
                let node = Scene.Node(frame: .init(x: 0, y: 0, width: 1, height: 1))
                $0.root.children = Array(repeating: node, count: SceneLimits.nodes)
            },
        ]
        for (index, change) in changes.enumerated() {
            var scene = Self.scene
            change(&scene)
            let error = #expect(throws: WireError.self, "change \(index)") { try scene.check() }
            #expect(error?.code == .badScene, "change \(index)")
        }
        try Self.scene.check()
    }

    @Test("A number that JSON can't hold is refused by name when it is to be sent")
    func notANumber() {
        var scene = Self.scene
        scene.root.frame.x = .nan
        let error = #expect(throws: WireError.self) {
            try coder.encode(MessageFromApp.scene(scene))
        }
        #expect(error?.code == .malformed)
        #expect(error?.message.contains("\"x\"") == true)
    }

    static func scene(ofText bytes: Int) -> Scene {
        var scene = scene
        scene.root.text = .init(string: String(repeating: "a", count: bytes))
        return scene
    }

    static func scene(deep depth: Int) -> Scene {
        let frame = Scene.Frame(x: 0, y: 0, width: 1, height: 1)
        var node = Scene.Node(frame: frame)
        for _ in 1..<depth { node = Scene.Node(frame: frame, children: [node]) }
        return Scene(size: .init(width: 1, height: 1), root: node)
    }
}
