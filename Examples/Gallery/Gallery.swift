import ExampleSupport

// Pictures to look through, by touch, by a headset's buttons, by shaking. Its interface is in
// Main.json, which Info.plist names (H4). Whose picture it is, is not to be seen in the switcher: it
// is hidden when the app is left (P2).
#if canImport(UIKit)
    import UIKit
#else
    import QuiesceKit
#endif

@main final class Gallery: UIResponder, UIApplicationDelegate {
    var window: UIWindow?
    private let options = Options(usage: "Gallery")

    private var gallery: GalleryViewController? {
        window?.rootViewController as? GalleryViewController
    }

    func applicationDidEnterBackground(_ application: UIApplication) {
        gallery?.hidesOwner = true
    }

    func applicationWillEnterForeground(_ application: UIApplication) {
        gallery?.hidesOwner = false
    }
}
