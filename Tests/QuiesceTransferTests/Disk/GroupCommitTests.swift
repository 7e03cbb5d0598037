import Glibc
import QuiesceAgentProtocol
import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceTransfer

/// Transfers that end together (`docs/faults.md`, D1).
@Suite struct GroupCommitTests {
    @Test(
        "Both ways of making many files safe leave them as they are", .behaviour("reliability D1"),
        arguments: [false, true])
    func commits(isJournaled: Bool) throws {
        let scratch = try ScratchDirectory()
        let marker = open(scratch.file("lock"), O_RDWR | O_CREAT, 0o600)
        defer { close(marker) }
        let group = GroupCommit(marker: marker, isJournaled: isJournaled)
        #expect(group.isOrdered == isJournaled)
        var lengths: Set<off_t> = []
        for number in 0..<3 {
            let file = open(scratch.file("\(number)"), O_RDWR | O_CREAT, 0o600)
            defer { close(file) }
            #expect(write(file, "bytes", 5) == 5)
            try group.settle(file)
            try group.commit()
            var status = stat()
            #expect(fstat(marker, &status) == 0)
            lengths.insert(status.st_size)
            #expect(fstat(file, &status) == 0 && status.st_size == 5)
        }
        // Each commit changes the marker, as nothing else makes the journal's turn.
        #expect(lengths.count == (isJournaled ? 3 : 1))
    }

    @Test(
        "A disk that fails is said, and not taken for synced", .behaviour("reliability D6"),
        arguments: [false, true])
    func fails(isJournaled: Bool) {
        #expect(throws: DiskError.self) {
            try GroupCommit(marker: -1, isJournaled: isJournaled).commit()
        }
    }
}
