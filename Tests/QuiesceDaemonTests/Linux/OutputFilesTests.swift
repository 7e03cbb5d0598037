import CQuiesceLinux
import Foundation
import QuiesceCore
import QuiesceShell
import QuiesceWire
import TestSupport
import Testing

@testable import QuiesceDaemon

@Suite struct OutputFilesTests {
    private final class Directory {
        let path = NSTemporaryDirectory() + "output-\(UUID().uuidString)"
        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    private func key(_ launch: UInt64) throws -> ProcessKey {
        ProcessKey(app: try #require(AppID("org.quiesce.test")), launch: Launch(number: launch))
    }

    @Test("The output of the last five launches is kept, readable by its owner only")
    func launches() throws {
        let directory = Directory()
        let files = OutputFiles(directory: directory.path)
        for launch: UInt64 in [8, 9, 10, 11, 12, 13] { close(try files.open(key(launch))) }
        #expect(files.launches(of: try key(1).app).map(\.number) == [9, 10, 11, 12, 13])
        let attributes = try FileManager.default.attributesOfItem(atPath: files.path(of: key(13)))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        files.remove(try key(1).app)
        #expect(files.launches(of: try key(1).app).isEmpty)
    }

    @Test(
        "Of a long output the end is kept, at the offsets where it was",
        .behaviour("reliability D5"))
    func trimming() throws {
        let directory = Directory()
        let files = OutputFiles(directory: directory.path)
        let file = try files.open(key(1))
        defer { close(file) }
        let part = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
        for _ in 0..<3 { #expect(write(file, part, part.count) == part.count) }
        #expect(write(file, "end", 3) == 3)
        files.trim()
        var status = stat()
        #expect(fstat(file, &status) == 0)
        #expect(status.st_size == 3 << 20 + 3)
        // One block more: the end doesn't fall on a block's boundary.
        #expect(Int64(status.st_blocks) * 512 <= OutputFiles.bytesPerLaunch + 8192)
        let reader = open(files.path(of: try key(1)), O_RDONLY | O_CLOEXEC)
        defer { close(reader) }
        #expect(OutputFiles.firstByte(of: reader) >= 2 << 20)
        var end = [UInt8](repeating: 0, count: 3)
        #expect(pread(reader, &end, 3, off_t(3 << 20)) == 3)
        #expect(end == Array("end".utf8))
    }
}
