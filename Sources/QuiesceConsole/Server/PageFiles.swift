import FlyingFox
import Foundation

/// The files of the page, which are in this program.
enum PageFiles {
    private static let files: [String: (type: String, bytes: [UInt8])] = [
        "/": ("text/html", PackageResources.index_html),
        "/style.css": ("text/css", PackageResources.style_css),
        "/panels.css": ("text/css", PackageResources.panels_css),
        "/console.js": ("text/javascript", PackageResources.console_js),
        "/line.js": ("text/javascript", PackageResources.line_js),
        "/elements.js": ("text/javascript", PackageResources.elements_js),
        "/commands.js": ("text/javascript", PackageResources.commands_js),
        "/screen.js": ("text/javascript", PackageResources.screen_js),
        "/drawing.js": ("text/javascript", PackageResources.drawing_js),
        "/events.js": ("text/javascript", PackageResources.events_js),
        "/controls.js": ("text/javascript", PackageResources.controls_js),
        "/apps.js": ("text/javascript", PackageResources.apps_js),
        "/notices.js": ("text/javascript", PackageResources.notices_js),
        "/transfers.js": ("text/javascript", PackageResources.transfers_js),
        "/memory.js": ("text/javascript", PackageResources.memory_js),
        "/walk.js": ("text/javascript", PackageResources.walk_js),
        "/timeline.js": ("text/javascript", PackageResources.timeline_js),
        "/place.js": ("text/javascript", PackageResources.place_js),
        "/icon.svg": ("image/svg+xml", PackageResources.icon_svg),
    ]

    static func response(_ path: String) -> HTTPResponse? {
        guard let file = files[path] else { return nil }
        return HTTPResponse(
            statusCode: .ok, headers: headers("\(file.type); charset=utf-8"), body: Data(file.bytes)
        )
    }

    /// The page's own files alone: no script or style within it, nothing from elsewhere, and no
    /// page around it. Images of an app's screen are in its picture.
    static let policy =
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
        + "form-action 'none'; frame-ancestors 'none'"

    static func headers(_ type: String) -> HTTPHeaders {
        [
            .contentType: type, HTTPHeader("Content-Security-Policy"): policy,
            HTTPHeader("X-Content-Type-Options"): "nosniff",
            HTTPHeader("Referrer-Policy"): "no-referrer",
            HTTPHeader("Cross-Origin-Opener-Policy"): "same-origin",
            HTTPHeader("Cross-Origin-Resource-Policy"): "same-origin",
            HTTPHeader("Cache-Control"): "no-store",
        ]
    }
}
