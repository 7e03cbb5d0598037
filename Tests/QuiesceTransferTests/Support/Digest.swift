import Foundation
import QuiesceCrypto

enum Digest {
    static func sha256(_ data: Data) -> String {
        data.withUnsafeBytes { SHA256.hash($0) }.map { String(format: "%02x", $0) }.joined()
    }
}
