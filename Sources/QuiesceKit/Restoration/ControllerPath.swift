/// Where a view controller is: the restoration identifiers of its window's root controller and of
/// those that were presented from there to it. Without an identifier it isn't preserved, nor is
/// what it presented.
@MainActor enum ControllerPath {
    /// The controllers that are preserved, each after the one that presented it. Of two with the
    /// same path the first is.
    static func all(of application: UIApplication) -> [([String], UIViewController)] {
        var all: [([String], UIViewController)] = []
        for window in windows(of: application) {
            var path: [String] = []
            for controller in window.stack.all {
                guard let identifier = controller.restorationIdentifier else { break }
                path.append(identifier)
                if !all.contains(where: { $0.0 == path }) { all.append((path, controller)) }
            }
        }
        return all
    }

    static func controller(
        at path: some Sequence<String>, of application: UIApplication
    ) -> UIViewController? {
        let path = Array(path)
        return all(of: application).first { $0.0 == path }?.1
    }

    /// The delegate's isn't visible before the app has launched.
    private static func windows(of application: UIApplication) -> [UIWindow] {
        let visible = application.windows
        guard let own = application.delegate?.window, !visible.contains(where: { $0 === own })
        else { return visible }
        return visible + [own]
    }
}
