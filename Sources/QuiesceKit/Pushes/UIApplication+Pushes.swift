import Foundation
import QuiesceWire

// Pushes that have no completion handler, and what registering for them came to (R1).
extension UIApplication {
    func take(_ callback: PushCallback) {
        switch callback {
        case .registered, .notRegistered, .received: break
        }
    }
}
