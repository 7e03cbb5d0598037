import Foundation
import Glibc
import TestSupport
import Testing

@testable import QuiesceDaemon

@Suite("Payloads on their way to the store") final class StagedPayloadsTests {
    private let scratch: ScratchDirectory
    private let home: CInt

    init() throws {
        scratch = try ScratchDirectory()
        home = open(scratch.path, O_RDONLY | O_DIRECTORY)
        try #require(home >= 0)
    }

    deinit { close(home) }

    private func staged() throws -> StagedPayloads { try StagedPayloads(in: home) }

    private var size: Int {
        get throws {
            try #require(
                try FileManager.default.attributesOfItem(
                    atPath: scratch.file(StagedPayloads.name))[.size] as? Int)
        }
    }

    @Test(
        "The next daemon has what the store didn't", .behaviour("X2"))
    func survives() throws {
        do {
            let first = try staged()
            for handle: UInt64 in 1...3 { try first.keep(handle, Data("body \(handle)".utf8)) }
            first.stored([2])
            #expect(first.payload(2) == nil)
        }
        let next = try staged()
        // The file goes when the store has all of it, and until then has it whole.
        #expect(next.all.map(\.handle) == [1, 2, 3])
        #expect(next.all.first?.body == Data("body 1".utf8))
    }

    @Test("The file is empty once the store has them all", .behaviour("X2"))
    func isEmptied() throws {
        let staged = try staged()
        try staged.keep(7, Data(count: 100))
        try staged.keep(8, Data())
        staged.stored([7])
        #expect(try size > 0)
        staged.stored([8])
        #expect(try size == 0)
    }

    @Test("A torn end hides nothing before it", .behaviour("X2"), arguments: 1..<20)
    func torn(_ missing: Int) throws {
        do {
            let first = try staged()
            try first.keep(1, Data("whole".utf8))
            try first.keep(2, Data("cut".utf8))
        }
        #expect(truncate(scratch.file(StagedPayloads.name), off_t(try size - missing)) == 0)
        let next = try staged()
        #expect(next.payload(1) == Data("whole".utf8))
        #expect(next.payload(2) == nil)
    }
}
