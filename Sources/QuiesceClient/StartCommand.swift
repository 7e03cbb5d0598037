import Foundation
import Glibc
import QuiesceWire

extension DevicePaths {
    /// The command that starts the daemon of this device, and not that of another: ``quiesce up``,
    /// with --home where it needs one.
    package var startCommand: String { command("up") }

    /// A command for this device, as it is typed.
    package func command(_ name: String) -> String {
        var environment = ProcessInfo.processInfo.environment
        environment["QUIESCE_HOME"] = nil
        let usual = DevicePaths(
            option: nil, environment: environment, isRoot: geteuid() == 0,
            folder: FileManager.default.currentDirectoryPath)
        guard self != usual else { return "`quiesce \(name)`" }
        return "`quiesce \(name) --home \(ShellWord(home))`"
    }
}
