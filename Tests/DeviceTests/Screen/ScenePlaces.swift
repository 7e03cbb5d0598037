import Foundation

// Where something is on the screen.
extension LiveDevice {
    struct Place {
        var x: Double
        var y: Double
    }

    /// The middle of what has this text; nil: nothing has.
    ///
    /// - Parameter app: that one's snapshot; nil: what the app in front has drawn itself, not its
    ///   snapshot.
    func place(of text: String, in app: String? = nil) throws -> Place? {
        let screen = try screen(app)
        guard screen["shows"] as? String == (app == nil ? "scene" : "snapshot") else { return nil }
        let scene = screen["scene"] as? [String: Any]
        return (scene?["root"] as? [String: Any]).flatMap { Self.place(of: text, in: $0) }
    }

    @discardableResult
    func waitForPlace(of text: String) throws -> Place {
        var found: Place?
        _ = waitUntil {
            found = try? place(of: text)
            return found != nil
        }
        guard let found else {
            throw Failure(description: "the screen never showed \(text): \(try screen())")
        }
        return found
    }

    /// A child's frame is where it is in its parent.
    private static func place(of text: String, in node: [String: Any]) -> Place? {
        guard let frame = node["frame"] as? [String: Double], let x = frame["x"],
            let y = frame["y"], let width = frame["width"], let height = frame["height"]
        else { return nil }
        if (node["text"] as? [String: Any])?["string"] as? String == text {
            return Place(x: x + width / 2, y: y + height / 2)
        }
        for child in node["children"] as? [[String: Any]] ?? [] {
            guard let place = place(of: text, in: child) else { continue }
            return Place(x: x + place.x, y: y + place.y)
        }
        return nil
    }
}
