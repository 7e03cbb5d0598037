// Where these don't compile, OpenCombine was compiled anew while this module was there, as with
// other flags in the same folder: it takes that for Apple's, and leaves these conformances to it.
// `swift package clean` mends it.
import Foundation
// OpenCombine under Combine's name, and what it lacks.
@_exported import OpenCombine
@_exported import OpenCombineDispatch
@_exported import OpenCombineFoundation

private func schedulers() -> [any Scheduler.Type] {
    [DispatchQueue.self, RunLoop.self, OperationQueue.self]
}
