import Foundation
import TestSupport
import Testing

@testable import QuiesceKit

/// The bytes that a saved state becomes.
@Suite struct SavedStateTests {
    private let state: SavedState = {
        var state = SavedState(application: Data("of the delegate".utf8))
        state.controllers = [.init(path: ["list", "detail"], state: Data([1, 2, 3]))]
        return state
    }()

    @Test("What was saved is read again", .behaviour("P1"))
    func roundTrip() throws {
        #expect(try SavedState(bytes: state.bytes()) == state)
    }

    @Test("A state that was cut, at any byte, is found to be damaged", .behaviour("P1"))
    func cut() throws {
        let bytes = try state.bytes()
        for count in 0..<bytes.count {
            #expect(throws: SavedState.Problem.damaged, "\(count) bytes") {
                try SavedState(bytes: bytes.prefix(count))
            }
        }
        #expect(throws: SavedState.Problem.damaged) { try SavedState(bytes: bytes + [0]) }
    }

    @Test("A state of which a bit changed, any, isn't read", .behaviour("P1"))
    func changed() throws {
        let bytes = try state.bytes()
        for bit in 0..<bytes.count * 8 {
            var changed = bytes
            changed[bit / 8] ^= 1 << (bit % 8)
            #expect(throws: SavedState.Problem.self, "bit \(bit)") {
                try SavedState(bytes: changed)
            }
        }
    }

    @Test("A state of a later version isn't read, and that is said")
    func laterVersion() throws {
        var bytes = try state.bytes()
        bytes[4] = 2
        #expect(throws: SavedState.Problem.unknownVersion(2)) { try SavedState(bytes: bytes) }
    }

    @Test("A state that is too large isn't made, and not read")
    func tooLarge() throws {
        var large = state
        large.controllers[0].state = Data(count: SavedState.mostBytes)
        #expect(throws: SavedState.Problem.self) { try large.bytes() }
        let count = SavedState.mostBytes + 1
        #expect(throws: SavedState.Problem.tooLarge(bytes: count)) {
            try SavedState(bytes: Data(count: count))
        }
    }
}
