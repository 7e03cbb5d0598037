import Foundation

// A scene may be far larger than a datagram, and is read where it holds up nothing else. So its
// message begins with its type, and can be told from the others without being read.

/// How a scene is sent.
public enum ScenePacket: Sendable, Hashable {
    /// In its message.
    case datagram(Data)
    /// As the content of a file in memory, beside `WireCoder.sceneInFile`.
    case file(Data)
}

extension WireCoder {
    /// The message beside which a scene comes in a file.
    public static let sceneInFile = Data("{\"type\":\"scene\"}".utf8)
    private static let start = Data("{\"type\":\"scene\",\"scene\":".utf8)

    /// Whether `datagram` is a scene's message, by its first bytes. Another may be one, too.
    public static func startsAsScene(_ datagram: Data) -> Bool {
        // All messages begin alike; only a scene's type has an s there.
        guard datagram.count > 9, datagram[datagram.startIndex + 9] == UInt8(ascii: "s") else {
            return false
        }
        return datagram == sceneInFile || datagram.starts(with: start)
    }

    /// - Throws: `WireError` with `tooLarge` when the scene is too large for any way of sending it.
    public func packet(of scene: Scene) throws(WireError) -> ScenePacket {
        let document = try document(of: scene)
        let datagram = datagram(of: document)
        return datagram.count <= AppProtocol.datagramBytes ? .datagram(datagram) : .file(document)
    }

    /// The scene as JSON: the same bytes for the same scene.
    public func document(of scene: Scene) throws(WireError) -> Data {
        try within(SceneLimits.bytes, json(of: scene), "scene")
    }

    func datagram(of document: Data) -> Data { Self.start + document + Data("}".utf8) }

    /// The scene that a message of one is.
    ///
    /// - Returns: nil: it is in the file that came with the message.
    /// - Throws: `WireError` also for a scene that can't be shown.
    public func scene(inMessage datagram: Data) throws(WireError) -> Scene? {
        try checkNesting(of: datagram)
        guard case .scene(let scene) = try decode(MessageFromApp.self, from: datagram) else {
            throw WireError(code: .malformed, message: "no scene")
        }
        try scene?.check()
        return scene
    }

    /// The scene that `document` is.
    ///
    /// - Throws: `WireError` also for a scene that can't be shown.
    public func scene(inDocument document: Data) throws(WireError) -> Scene {
        _ = try within(SceneLimits.bytes, document, "scene")
        try checkNesting(of: document)
        let scene = try read(Scene.self, of: document)
        try scene.check()
        return scene
    }

    /// Before it is read: a reader goes as deep as the text does.
    private func checkNesting(of json: Data) throws(WireError) {
        // A view has an object of its own in the array of its parent's children, and more objects
        // in it.
        guard json.nesting <= 2 * SceneLimits.depth + 2 else {
            throw WireError(
                code: .badScene, message: "views more than \(SceneLimits.depth) deep")
        }
    }
}

extension Data {
    /// How deep the brackets of this JSON go.
    fileprivate var nesting: Int {
        var (depth, deepest, isInString, isEscaped) = (0, 0, false, false)
        for byte in self {
            if isEscaped {
                isEscaped = false
                continue
            }
            switch byte {
            case UInt8(ascii: "\\") where isInString: isEscaped = true
            case UInt8(ascii: "\""): isInString.toggle()
            case _ where isInString: break
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                deepest = Swift.max(deepest, depth)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case _: break
            }
        }
        return deepest
    }
}
