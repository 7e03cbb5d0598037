import Foundation
import QuiesceKit
import QuiesceTesting
import TestSupport
import Testing

/// `identifierForVendor` on a virtual device.
@MainActor @Suite(.virtualDevice) struct VendorTests {
    @Test("An app knows its device again in the next launch", .behaviour("Q1"))
    func again() async throws {
        let device = try VirtualDevice.current
        try await device.launch(Visitor.self)
        let first = try #require(UIDevice.current.identifierForVendor)
        #expect(UIDevice.current.identifierForVendor == first)
        try await device.quit()
        try await device.open()
        #expect(device.app.launches == 2)
        #expect(UIDevice.current.identifierForVendor == first)
    }
}

private final class Visitor: UIResponder, UIApplicationDelegate {}
