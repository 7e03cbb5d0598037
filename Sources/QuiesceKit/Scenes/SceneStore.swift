import Foundation

/// Keeps an app's scene over launches: `Library/Saved Application State/scene` in its container
/// (P1).
struct SceneStore {
    struct Saved {
        var identifier: String
        var userInfo: [String: Any]?
        var activity: NSUserActivity?
        /// A launch has it, and its scene wasn't active yet.
        var isOnTrial = false
    }

    private let file: KeptPropertyList

    init(container: URL) { file = KeptPropertyList("scene", container: container) }

    /// nil, where nothing is kept, or can be read.
    func read() -> Saved? {
        guard let kept = file.read() as? [String: Any],
            let identifier = kept["identifier"] as? String
        else { return nil }
        var saved = Saved(identifier: identifier)
        saved.userInfo = kept["userInfo"] as? [String: Any]
        saved.activity = (kept["activity"] as? [String: Any]).flatMap(NSUserActivity.init(kept:))
        saved.isOnTrial = kept["isOnTrial"] as? Bool ?? false
        return saved
    }

    /// Where it can't be saved, stderr says why, and the old one stays.
    func write(_ saved: Saved) {
        var kept: [String: Any] = ["identifier": saved.identifier, "isOnTrial": saved.isOnTrial]
        kept["userInfo"] = saved.userInfo
        kept["activity"] = saved.activity?.kept
        do { try file.write(kept) } catch {
            note("the scene's state isn't saved, what was saved before stays: \(error)")
        }
    }

    func discard() { file.discard() }
}

extension NSUserActivity {
    fileprivate convenience init?(kept: [String: Any]) {
        guard let type = kept["type"] as? String else { return nil }
        self.init(activityType: type)
        title = kept["title"] as? String
        userInfo = kept["userInfo"] as? [String: Any]
        webpageURL = (kept["webpageURL"] as? String).flatMap { URL(string: $0) }
        targetContentIdentifier = kept["targetContentIdentifier"] as? String
    }

    /// As a property list, if `userInfo` is one.
    fileprivate var kept: [String: Any] {
        var kept: [String: Any] = ["type": activityType]
        kept["title"] = title
        kept["userInfo"] = userInfo
        kept["webpageURL"] = webpageURL?.absoluteString
        kept["targetContentIdentifier"] = targetContentIdentifier
        return kept
    }
}
