import Foundation
import QuiesceCore

extension Timeline {
    /// One HTML file with all of it: no request leaves it, and no script but its own is run.
    ///
    /// - Parameters:
    ///   - zone: the zone whose times are shown.
    ///   - nonce: marks the page's own script and style; nobody may know it beforehand.
    package func page(zone: PageZone, nonce: String = Self.nonce()) -> [UInt8] {
        // All that apps and users named is in there, as Base64 of what is packed: nothing of it is
        // ever read as HTML or script.
        let data = Data(Deflate.compress(json(zone: zone))).base64EncodedString()
        let parts = [
            "nonce": nonce, "style": Self.text(PackageResources.timeline_css),
            "script": Self.script, "data": data,
        ]
        var page = ""
        page.reserveCapacity(data.utf8.count + 120_000)
        var rest = Self.text(PackageResources.page_html)[...]
        while let open = rest.range(of: "{{"), let close = rest.range(of: "}}") {
            page += rest[..<open.lowerBound]
            page += parts[String(rest[open.upperBound..<close.lowerBound])] ?? ""
            rest = rest[close.upperBound...]
        }
        page += rest
        return Array(page.utf8)
    }

    /// 128 bits that nobody can guess.
    package static func nonce() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in String(generator.next(), radix: 36) }.joined()
    }

    private static var script: String {
        [
            PackageResources.data_js, PackageResources.time_js, PackageResources.chain_js,
            PackageResources.view_js, PackageResources.lanes_js, PackageResources.shapes_js,
            PackageResources.cells_js,
            PackageResources.draw_js, PackageResources.overview_js, PackageResources.details_js,
            PackageResources.search_js, PackageResources.whynot_js, PackageResources.moment_js,
            PackageResources.keys_js, PackageResources.main_js,
        ].map(text).joined(separator: "\n")
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
