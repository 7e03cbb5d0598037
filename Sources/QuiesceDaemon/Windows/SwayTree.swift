import Foundation

/// The answer of sway's GET_TREE: containers within containers, of which those with a process are
/// windows.
enum SwayTree {
    /// - Returns: nil: this is no tree.
    static func windows(_ json: [UInt8]) -> [DesktopWindow]? {
        guard let root = try? JSONDecoder().decode(Node.self, from: Data(json)) else { return nil }
        var windows: [DesktopWindow] = []
        collect(root, into: &windows)
        return windows
    }

    /// Whether something may be shown, hidden or focused after this event. Titles change many times
    /// a second.
    static func mayChangeWindows(_ kind: UInt32, _ event: [UInt8]) -> Bool {
        guard kind == SwayMessages.Kind.windowEvent else { return true }
        let change = try? JSONDecoder().decode(Change.self, from: Data(event)).change
        return !["title", "mark", "urgent"].contains(change)
    }

    private struct Change: Decodable {
        var change: String
    }

    private struct Node: Decodable {
        var id: Int64
        var pid: Int32?
        var visible: Bool?
        var focused: Bool?
        var nodes: [Node]?
        var floating: [Node]?

        enum CodingKeys: String, CodingKey {
            case id, pid, visible, focused, nodes
            case floating = "floating_nodes"
        }
    }

    private static func collect(_ node: Node, into windows: inout [DesktopWindow]) {
        if let pid = node.pid {
            let isFocused = node.focused ?? false
            windows.append(
                DesktopWindow(
                    number: node.id, pid: pid, isShown: isFocused || node.visible ?? false,
                    isFocused: isFocused))
        }
        for child in (node.nodes ?? []) + (node.floating ?? []) {
            collect(child, into: &windows)
        }
    }
}
