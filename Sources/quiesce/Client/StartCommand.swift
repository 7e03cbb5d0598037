import Foundation
import Glibc
import QuiesceWire

extension DevicePaths {
    /// What starts the daemon of this device, and not that of another: ``quiesce up``, with --home where it needs one.
    var startCommand: String {
        var environment = ProcessInfo.processInfo.environment
        environment["QUIESCE_HOME"] = nil
        let usual = DevicePaths(
            option: nil, environment: environment, isRoot: geteuid() == 0,
            folder: FileManager.default.currentDirectoryPath)
        guard self != usual else { return "`quiesce up`" }
        let isPlain = home.allSatisfy { $0.isLetter || $0.isNumber || "/._-+@".contains($0) }
        return
            "`quiesce up --home \(isPlain ? home : "'\(home.replacingOccurrences(of: "'", with: "'\\''"))'")`"
    }
}
