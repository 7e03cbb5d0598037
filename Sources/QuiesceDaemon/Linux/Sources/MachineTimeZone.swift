import Glibc

/// The time zone that the machine is set to.
enum MachineTimeZone {
    /// Its name in the time zone database; nil where the machine doesn't say.
    ///
    /// - Parameter file: `/etc/localtime`: a link into the database.
    static func name(file: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(file, &buffer, buffer.count)
        guard count > 0 else { return nil }
        let path = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard let database = path.firstRange(of: "zoneinfo/") else { return nil }
        let name = path[database.upperBound...]
        return name.isEmpty ? nil : String(name)
    }
}
