import Foundation

/// One run of the machine, as the kernel numbers it.
struct BootID: Hashable, Sendable {
    var high: UInt64 = 0
    var low: UInt64 = 0

    /// Where it can't be read every start is taken for the machine's: that only costs bytes.
    static let current: BootID = {
        let path = "/proc/sys/kernel/random/boot_id"
        guard let text = try? String(contentsOfFile: path, encoding: .utf8),
            let id = UUID(uuidString: text.trimmingCharacters(in: .whitespacesAndNewlines))
        else { return BootID(high: .random(in: 1 ... .max), low: .random(in: 1 ... .max)) }
        return withUnsafeBytes(of: id.uuid) {
            BootID(
                high: $0.loadUnaligned(as: UInt64.self),
                low: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        }
    }()
}
