import Foundation
import QuiesceCore

/// Finds the first part in which two states of the core differ, for whoever has to find out why.
enum StateDifference {
    /// - Returns: the part and its value in each: "apps[0].tasks.open is 2".
    static func first(_ a: SystemMachine, _ b: SystemMachine) -> (String, String) {
        guard let left = tree(a), let right = tree(b),
            let (path, a, b) = first(left, right, at: "")
        else {
            return ("a different schedule of deadlines", "the schedule that its deadlines give")
        }
        let part = path.isEmpty ? "the state" : path
        return ("\(part) is \(a)", "\(part) is \(b)")
    }

    private static func tree(_ state: SystemMachine) -> Any? {
        try? JSONSerialization.jsonObject(with: Data(state.json))
    }

    private static func first(_ a: Any, _ b: Any, at path: String) -> (String, String, String)? {
        if let a = a as? [String: Any], let b = b as? [String: Any] {
            for key in Set(a.keys).union(b.keys).sorted() {
                let path = path.isEmpty ? key : "\(path).\(key)"
                guard let left = a[key], let right = b[key] else {
                    return (path, text(a[key]), text(b[key]))
                }
                if let found = first(left, right, at: path) { return found }
            }
            return nil
        }
        if let a = a as? [Any], let b = b as? [Any], a.count == b.count {
            for (index, pair) in zip(a, b).enumerated() {
                if let found = first(pair.0, pair.1, at: "\(path)[\(index)]") { return found }
            }
            return nil
        }
        return text(a) == text(b) ? nil : (path, text(a), text(b))
    }

    private static func text(_ value: Any?) -> String {
        guard let value else { return "missing" }
        let options: JSONSerialization.WritingOptions = [
            .fragmentsAllowed, .sortedKeys, .withoutEscapingSlashes,
        ]
        let data = try? JSONSerialization.data(withJSONObject: value, options: options)
        return data.map { String(decoding: $0, as: UTF8.self) } ?? "\(value)"
    }
}
