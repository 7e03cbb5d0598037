import Foundation
import QuiesceCore

/// The machine's time zone database. It is read here because Foundation brings its own, of another
/// version, and tells only the changes of summer time.
package struct ZoneDatabase: Sendable {
    package static let folder = "/usr/share/zoneinfo"

    private let folder: String

    package init(folder: String = ZoneDatabase.folder) { self.folder = folder }

    /// The largest file has a fifth of that.
    static let fileBytes = 65_536

    /// Reads a small file.
    ///
    /// - Returns: nil if the database has no such zone.
    package func zone(_ name: ZoneName) -> Zone? {
        guard let file = FileHandle(forReadingAtPath: folder + "/" + name.name),
            let bytes = try? file.read(upToCount: Self.fileBytes + 1),
            bytes.count <= Self.fileBytes
        else { return nil }
        return ZoneFile.zone([UInt8](bytes))
    }

    /// The offsets of the zone that is called so.
    ///
    /// - Returns: nil if the database has no such zone.
    package func offsets(of name: String, around time: WallTime) -> UTCOffsets? {
        ZoneName(name).flatMap(zone)?.offsets(around: time)
    }
}
