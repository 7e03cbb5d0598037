import Foundation
import QuiesceCore

/// The line to the push gateway. What comes over it is `Device.receive` and `Event.pushService`.
package struct PushPort {
    package var requestToken: (PushAddress) -> Void
    package var retireToken: (PushAddress) -> Void
    /// This push is on disk, and the gateway may forget it.
    package var acknowledge: (_ sequence: UInt64) -> Void
    /// A push couldn't be stored: the line is ended, so that no later one is taken before it, and
    /// tried again after a while.
    package var backOff: (_ why: String) -> Void

    package init(
        requestToken: @escaping (PushAddress) -> Void,
        retireToken: @escaping (PushAddress) -> Void,
        acknowledge: @escaping (_ sequence: UInt64) -> Void,
        backOff: @escaping (_ why: String) -> Void
    ) {
        self.requestToken = requestToken
        self.retireToken = retireToken
        self.acknowledge = acknowledge
        self.backOff = backOff
    }

    /// A device without a gateway.
    package static var none: PushPort {
        PushPort(
            requestToken: { _ in }, retireToken: { _ in }, acknowledge: { _ in }, backOff: { _ in })
    }
}
