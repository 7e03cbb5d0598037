import Foundation
import QuiesceKit
import QuiesceKitProtection
import TestSupport
import Testing

@Suite("Data with protection") struct DataProtectionTests {
    private let file = FileManager.default.temporaryDirectory.appendingPathComponent(
        "quiesce-\(UUID().uuidString)")

    @Test("Without protection a file is a plain one, which the protected way tells apart")
    func plain() throws {
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("plain".utf8).write(to: file, protection: .none)
        #expect(try Data(contentsOf: file) == Data("plain".utf8))
        let error = #expect(throws: ProtectedDataError.self) { try Data(contentsOfProtected: file) }
        #expect(error?.code == .notProtected)
        #expect(error?.description == "\(file.path): it has no protection")
    }

    @Test("A file that isn't there is Foundation's own error")
    func missing() {
        #expect {
            try Data(contentsOfProtected: file)
        } throws: {
            !($0 is ProtectedDataError)
        }
    }
}
