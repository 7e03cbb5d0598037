import Foundation

#if os(iOS)
    import UIKit
#else
    import QuiesceKit
    import QuiesceKitProtection
#endif

/// `Documents/diary` in the container, with complete protection: what it says is nobody's business
/// while the device is locked.
enum Diary {
    private static let url = URL(
        fileURLWithPath: ProcessInfo.processInfo.environment["QUIESCE_CONTAINER"] ?? "."
    ).appendingPathComponent("Documents/diary")

    static func write() {
        do {
            try Data("Dear diary, I like Linux".utf8).write(to: url, protection: .complete)
            print("diary written")
        } catch {
            print("diary not written: \(error)")
        }
    }

    static func read() {
        do {
            let text = try Data(contentsOfProtected: url)
            print("diary: \(String(decoding: text, as: UTF8.self))")
        } catch {
            print("diary not read: \(error)")
        }
    }
}
