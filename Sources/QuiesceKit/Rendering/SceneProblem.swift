/// What a scene may be at most.
enum SceneLimits {
    /// Views to be seen. A screen of text in small type has some hundreds.
    static let nodes = 1_000
    /// Views in views. A scene is drawn, and read from JSON, by functions that call themselves.
    static let depth = 64
    /// Bytes of JSON. A message to the daemon has 65,536, of which the rest goes round the scene.
    static let bytes = 65_000
}

/// Why a scene isn't sent.
enum SceneProblem: Error, Hashable, CustomStringConvertible {
    case tooManyNodes
    case tooDeep
    case tooManyBytes(Int)

    var description: String {
        switch self {
        case .tooManyNodes:
            "the scene has over \(SceneLimits.nodes) views to be seen: hide those off the screen"
        case .tooDeep:
            "the scene has views in views over \(SceneLimits.depth) deep: take some out between"
        case .tooManyBytes(let bytes):
            "the scene is \(bytes) bytes long, over \(SceneLimits.bytes): show less text at a time"
        }
    }
}
