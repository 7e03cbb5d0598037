import Foundation

extension FileManager {
    /// The folder that the apps of a group share; nil if this app's Info.plist doesn't name the
    /// group in `QuiesceAppGroups`. From any thread.
    ///
    /// An app that holds a lock on a file in it when it is suspended is ended (C2).
    public func containerURL(forSecurityApplicationGroupIdentifier group: String) -> URL? {
        let environment = ProcessInfo.processInfo.environment
        guard let folder = environment["QUIESCE_GROUPS_DIRECTORY"],
            let groups = environment["QUIESCE_GROUPS"],
            groups.split(separator: ",").contains(where: { $0 == group })
        else { return nil }
        return URL(fileURLWithPath: folder, isDirectory: true)
            .appendingPathComponent(group, isDirectory: true)
    }
}
