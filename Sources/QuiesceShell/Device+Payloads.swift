import Foundation
import QuiesceCore

// Payloads: what facts name by a number, and the core never sees.
extension Device {
    /// A number for a payload that is stored together with the facts of the next event.
    func stage(_ payload: Data) -> PayloadHandle {
        let handle = newPayload()
        payloads.append(.putPayload(handle, payload))
        do { try world.store.keep(handle, payload) } catch {
            world.warn("payload \(handle) could not be stored: \(error)")
        }
        return handle
    }

    /// Also one that is stored with the event that is being handled.
    func bytes(_ handle: PayloadHandle) throws -> Data? {
        for case .putPayload(handle, let bytes) in payloads { return bytes }
        return try world.store.payload(handle)
    }

    func newPayload() -> PayloadHandle { PayloadHandle(newTicket().value) }

    func dropPayload(_ handle: PayloadHandle) {
        world.store.submit([.dropPayload(handle)], seq, nil)
    }

    func payload(_ handle: PayloadHandle) -> String {
        do {
            if let body = try world.store.payload(handle) {
                return String(decoding: body, as: UTF8.self)
            }
            world.warn("payload \(handle) is missing")
        } catch {
            world.warn("payload \(handle) can't be read: \(error)")
        }
        return "{}"
    }
}
