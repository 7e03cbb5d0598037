// `import UIKit`, as it is written for iOS.
@_exported import Foundation
@_exported import QuiesceKit
// One by one: QuiesceURLSession has a URLSessionConfiguration of its own.
@_exported import class FoundationNetworking.HTTPCookieStorage
@_exported import class FoundationNetworking.HTTPURLResponse
@_exported import class FoundationNetworking.URLCache
@_exported import struct FoundationNetworking.URLRequest
@_exported import class FoundationNetworking.URLResponse
@_exported import class FoundationNetworking.URLSession
@_exported import class FoundationNetworking.URLSessionDataTask
@_exported import class FoundationNetworking.URLSessionTask

/// QuiesceKit's. It has a name of its own here for `@UIApplicationMain`, which Swift on Linux can't
/// carry out: the compiler would crash, were this a protocol. So it is an error there, and `@main`
/// is to be written.
public typealias UIApplicationDelegate = QuiesceKit.UIApplicationDelegate
