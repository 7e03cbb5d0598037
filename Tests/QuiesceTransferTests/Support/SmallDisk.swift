import Foundation
import Glibc

/// A file system of 64 MiB, which only the agent sees, and which goes with it.
enum SmallDisk: String, CaseIterable {
    case tmpfs
    /// Keeps what it could set aside when it can't set all aside.
    case ext4

    static let available = allCases.filter(\.canMount)

    private var canMount: Bool {
        switch self {
        case .tmpfs: Self.runs("unshare", "-rm", "mount", "-t", "tmpfs", "none", "/mnt")
        case .ext4:
            geteuid() == 0 && access("/dev/loop-control", F_OK) == 0
                && access(Self.mkfs, X_OK) == 0
        }
    }

    private static let mkfs = "/usr/sbin/mkfs.ext4"

    private static func runs(_ command: String...) -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.standardError = FileHandle.nullDevice
        return (try? process.run()).map { process.waitUntilExit() } != nil
            && process.terminationStatus == 0
    }

    /// A command that starts another, whose folder `folder` is on such a disk. A filler occupies
    /// `filled` bytes of the disk.
    func wrapper(_ folder: String, filled: Int) -> [String] {
        let (flags, mount) =
            switch self {
            case .tmpfs: ("-rm", "mount -t tmpfs -o size=64m none \(folder)")
            case .ext4:
                (
                    "-m",
                    "truncate -s 64m \(folder).image && \(Self.mkfs) -q -F \(folder).image && "
                        + "mount -o loop \(folder).image \(folder)"
                )
            }
        return [
            "unshare", flags, "sh", "-c",
            "mkdir -p \(folder) && \(mount) && head -c \(filled) /dev/zero >\(folder)/filler && "
                + "exec \"$@\"",
            "sh",
        ]
    }
}
