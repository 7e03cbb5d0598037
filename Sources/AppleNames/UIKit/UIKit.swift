// `import UIKit`, as it is written for iOS.
@_exported import Foundation
@_exported import QuiesceKit

/// QuiesceKit's. It has a name of its own here for `@UIApplicationMain`, which Swift on Linux can't
/// carry out: the compiler would crash, were this a protocol. So it is an error there, and `@main`
/// is to be written.
public typealias UIApplicationDelegate = QuiesceKit.UIApplicationDelegate
