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
        return "`quiesce up --home \(ShellWord(home))`"
    }
}
