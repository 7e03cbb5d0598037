import Foundation
import QuiesceCore

/// Where a request goes: what limits and retries are per.
package enum TransferOrigin {
    /// `https://host:port`, in lower case, without anything secret.
    ///
    /// - Throws: `badURL`, or `unsupportedURL` for anything but HTTP.
    package static func of(_ url: String) throws(TransferFailure) -> String {
        guard url.utf8.count <= Limits.urlBytes,
            url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }),
            let parts = URLComponents(string: url), let scheme = parts.scheme?.lowercased()
        else { throw TransferFailure(.badURL) }
        guard let usual = ["http": 80, "https": 443][scheme] else {
            throw TransferFailure(.unsupportedURL)
        }
        guard let host = parts.host?.lowercased(), !host.isEmpty,
            (1...65_535).contains(parts.port ?? usual)
        else { throw TransferFailure(.badURL) }
        return "\(scheme)://\(host):\(parts.port ?? usual)"
    }

    /// The URL as it may be shown: without a password.
    package static func shown(_ url: String) -> String {
        guard var parts = URLComponents(string: url), parts.password != nil else { return url }
        parts.password = nil
        return parts.string ?? ""
    }
}
