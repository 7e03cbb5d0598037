// `import CoreMedia`, as it is written for iOS.
@_exported import Foundation
@_exported import QuiesceKit
