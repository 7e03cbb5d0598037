import Foundation
import QuiesceWire

@testable import QuiesceSystemScreen

/// A device whose screen is drawn, without a device.
enum ScreenFixture {
    static let now = Date(timeIntervalSince1970: 1_795_855_260)

    static func state(apps: Int = 3) -> SystemState {
        var state = SystemState(
            now: now, timeZone: TimeZone(identifier: "Europe/Berlin") ?? .gmt,
            locale: Locale(identifier: "en_GB"))
        state.batteryPercent = 64
        state.network = .wifi
        state.apps = (0..<apps).map { index in
            .init(id: "org.example.App\(index)", name: names[index % names.count])
        }
        return state
    }

    /// In every direction and script, and one of 4 KB.
    static let names = [
        "Gallery", "Mailbox", "Podcast Box", "أخبار اليوم", "日本語の長い名前です", "मौसम", "ข่าวสาร",
        "👩‍👩‍👧‍👦 Family", "Ünïcödé", "שלום עולם", "날씨", "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘", "W",
        String(repeating: "Long name ", count: 410),
    ]

    static func notification(
        _ index: Int, banner: Bool = false, covers: Bool = false
    ) -> SystemState.Notification {
        .init(
            id: UInt64(index + 1), app: "org.example.App\(index % 5)",
            title: index % 3 == 0 ? nil : "A title of \(names[index % names.count])",
            body:
                "Something has happened that takes more words than one line has room for, and more.",
            shown: now - (banner ? 1 : Double(index) * 1_000), isBanner: banner, covers: covers)
    }

    static let tasks = [
        SystemState.Task(
            app: "org.example.App0", identifier: "film.1", title: "Export of a long film",
            subtitle: "Holidays", percent: 64),
        SystemState.Task(
            app: "org.example.App1", identifier: "mail.1", title: String(names[13].prefix(200)),
            percent: 0),
        SystemState.Task(app: "org.example.App2", identifier: "box.1", title: "Send"),
    ]

    static func scene(landscape: Bool, background: String = "#FFFFFF") -> Scene {
        let size =
            landscape ? Scene.Size(width: 568, height: 320) : Scene.Size(width: 320, height: 568)
        return Scene(
            size: size, orientation: landscape ? "landscapeLeft" : "portrait",
            root: .init(
                frame: .init(x: 0, y: 0, width: size.width, height: size.height),
                background: background,
                children: [
                    .init(
                        frame: .init(x: 20, y: 60, width: 120, height: 40),
                        text: .init(string: "Next", size: 17, color: "#0A60C0"))
                ]))
    }

    static func picture(
        _ state: SystemState, _ view: SystemView = SystemView()
    ) throws -> SystemPicture {
        Composer.picture(of: state, view, ruler: try TextRuler())
    }
}
