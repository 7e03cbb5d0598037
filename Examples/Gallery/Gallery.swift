import ExampleSupport
import Foundation

// Pictures to look through, by touch, by a headset's buttons, by shaking. Its interface is in
// Main.json, which Info.plist names (H4). Whose picture it is, is not to be seen in the switcher:
// it is hidden when the app is left (P2). The picture that was shown is shown again after the app
// was ended in the background (P1); with `--crash-on-restore` it crashes of that.
#if os(iOS)
    import UIKit
#else
    import QuiesceKit
#endif

@main final class Gallery: UIResponder, UIApplicationDelegate {
    var window: UIWindow?
    static let options = Options(
        usage: "Gallery [--crash-on-restore]", flags: ["--crash-on-restore"])
    private let options = Gallery.options

    private var gallery: GalleryViewController? {
        window?.rootViewController as? GalleryViewController
    }

    func applicationDidEnterBackground(_ application: UIApplication) {
        gallery?.hidesOwner = true
    }

    func applicationWillEnterForeground(_ application: UIApplication) {
        gallery?.hidesOwner = false
    }

    func application(
        _ application: UIApplication, shouldSaveApplicationState coder: NSCoder
    ) -> Bool { true }

    func application(
        _ application: UIApplication, shouldRestoreApplicationState coder: NSCoder
    ) -> Bool { true }
}
