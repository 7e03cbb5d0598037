import FlyingFox
import Foundation

/// The files of the page, which are in this program.
enum PageFiles {
    private static let files: [String: (type: String, bytes: [UInt8])] = [
        "/": ("text/html", PackageResources.index_html),
        "/devices.css": ("text/css", PackageResources.devices_css),
        "/devices.js": ("text/javascript", PackageResources.devices_js),
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
        return response(file.type, Data(file.bytes))
    }

    /// The page that has a frame for each device.
    static func sideBySide(_ devices: Int) -> HTTPResponse {
        let page = String(decoding: PackageResources.devices_html, as: UTF8.self)
            .replacing("data-devices=\"0\"", with: "data-devices=\"\(devices)\"")
        return response("text/html", Data(page.utf8))
    }

    private static func response(_ type: String, _ body: Data) -> HTTPResponse {
        HTTPResponse(statusCode: .ok, headers: headers("\(type); charset=utf-8"), body: body)
    }

    /// The page's own files alone: no script or style within it, nothing from elsewhere, and no
    /// page around it but one of its own. Images of an app's screen are in its picture.
    static let policy =
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
        + "form-action 'none'; frame-ancestors 'self'"

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
