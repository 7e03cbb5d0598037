import QuiesceBus
import QuiesceCore

/// The windows of a desktop as an extension says them: which process has the focus, and which have
/// a window that is shown.
struct FocusScene {
    enum News: Sendable, Hashable {
        /// 0: no window has it.
        case focused(Int32)
        case shown([Int32])
    }

    private var focused: Int32 = 0
    /// nil: it wasn't said yet.
    private var shown: Set<Int32>?
    /// Those that were shown before: they are taken to have windows out of sight.
    private var hidden: Set<Int32> = []

    /// - Parameter lives: whether there is such a process.
    mutating func take(_ news: News, lives: (Int32) -> Bool) {
        let before = (shown ?? []).union(hidden).union([focused])
        switch news {
        case .focused(let pid): focused = pid
        case .shown(let pids): shown = Set(pids.filter { $0 != 0 })
        }
        hidden = before.subtracting(shown ?? []).subtracting([0, focused]).filter(lives)
    }

    /// One for each process; nil: nobody has said yet which are shown.
    var windows: [DesktopWindow]? {
        guard let shown else { return nil }
        return shown.union(hidden).union(focused == 0 ? [] : [focused]).sorted().map {
            DesktopWindow(
                number: 0, pid: $0, isShown: shown.contains($0) || $0 == focused,
                isFocused: $0 == focused)
        }
    }
}

extension FocusScene.News {
    /// - Returns: reads the arguments of a method, nil where they are none; nil: there is no such
    ///   method.
    static func reader(of method: String) -> ((borrowing BusMessage) -> Self?)? {
        switch method {
        case "Focused":
            { call in
                // A script of KWin's has no unsigned numbers.
                switch call.signature {
                case "su":
                    guard call.string() != nil else { return nil }
                    return call.uint32().flatMap { Int32(exactly: $0) }.map(Self.focused)
                case "ss":
                    guard call.string() != nil, let text = call.string() else { return nil }
                    return number(text[...]).map(Self.focused)
                default: return nil
                }
            }
        case "Shown":
            { call in
                switch call.signature {
                case "au":
                    return pids(call.uint32s(limit: Limits.focusPids + 1)) { Int32(exactly: $0) }
                case "s": return pids(call.string()?.split(separator: " "), number)
                default: return nil
                }
            }
        default: nil
        }
    }

    private static func number(_ text: Substring) -> Int32? {
        Int32(text).flatMap { $0 >= 0 ? $0 : nil }
    }

    private static func pids<Value>(_ values: [Value]?, _ pid: (Value) -> Int32?) -> Self? {
        guard let values, values.count <= Limits.focusPids else { return nil }
        let pids = values.compactMap(pid)
        return pids.count == values.count ? .shown(pids) : nil
    }
}
