import Glibc
import QuiesceLinux

extension CgroupProcesses {
    /// Brings the apps here that an earlier daemon has left in a cgroup of its own, such as a
    /// user's scope. Those that can't be brought are killed: nobody would ever thaw them.
    ///
    /// - Returns: what the owner should know of it.
    static func gather(_ places: [String], in device: String) -> [String] {
        var killed = 0
        for place in places where place != device {
            for app in ProcFile.folders(in: place) {
                do throws(SystemCallError) {
                    try CgroupDirectory.move("\(place)/\(app)", to: "\(device)/\(app)")
                } catch {
                    killed += 1
                    (try? CgroupFiles(path: "\(place)/\(app)"))?.kill()
                    CgroupDirectory.remove("\(place)/\(app)")
                }
            }
            rmdir(place)
        }
        guard killed > 0 else { return [] }
        return [
            "\(killed) apps of an earlier daemon were ended: they couldn't be moved to \(device)"
        ]
    }
}
