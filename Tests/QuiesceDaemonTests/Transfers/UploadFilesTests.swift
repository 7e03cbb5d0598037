import Foundation
import Glibc
import QuiesceCore
import QuiesceShell
import TestSupport
import Testing

@testable import QuiesceDaemon

@Suite("Files that apps hand over for upload") struct UploadFilesTests {
    private let scratch: ScratchDirectory
    private let uploads: UploadFiles
    private let app = AppID("org.example.App")!

    init() throws {
        scratch = try ScratchDirectory()
        for folder in ["org.example.App", "org.example.App/Documents", "org.example.Other"] {
            mkdir(scratch.file(folder), 0o700)
        }
        uploads = UploadFiles(
            containers: open(scratch.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC),
            containersPath: scratch.path, owner: { _ in nil })
    }

    private func write(_ text: String, _ name: String) throws {
        try text.write(toFile: scratch.file(name), atomically: false, encoding: .utf8)
    }

    @Test(
        "A plain file of the app's own is opened as it was handed over",
        .behaviour("X1", "reliability B4"))
    func plain() throws {
        try write("five", "org.example.App/Documents/a")
        let upload = try #require(uploads.look(app, "Documents/a"))
        #expect(upload.size == 4)
        #expect(uploads.look(app, scratch.file("org.example.App/Documents/a")) == upload)
        let file = try uploads.open(upload)
        var bytes = [UInt8](repeating: 0, count: 8)
        #expect(read(file.number, &bytes, 8) == 4)
    }

    @Test(
        "A file that changed since isn't uploaded, nor one that has gone",
        .behaviour("reliability B4"))
    func changed() throws {
        try write("five", "org.example.App/a")
        let upload = try #require(uploads.look(app, "a"))
        try write("other, and longer", "org.example.App/a")
        #expect(throws: TransferFailure(.fileChanged)) { _ = try uploads.open(upload) }
        unlink(scratch.file("org.example.App/a"))
        #expect(throws: TransferFailure(.fileMissing, code: Int(ENOENT))) {
            _ = try uploads.open(upload)
        }
    }

    @Test(
        "Nothing but a plain file of the app's own can be uploaded",
        .behaviour("reliability B3", "reliability B4"))
    func refused() throws {
        try write("theirs", "org.example.Other/secret")
        mkfifo(scratch.file("org.example.App/fifo"), 0o600)
        symlink("/etc/passwd", scratch.file("org.example.App/link"))
        symlink("..", scratch.file("org.example.App/up"))
        try write("x", "org.example.App/setuid")
        chmod(scratch.file("org.example.App/setuid"), 0o4700)
        for path in [
            "../org.example.Other/secret", "up/org.example.Other/secret", "/etc/passwd", "fifo",
            "link",
            "setuid", "Documents", "", "absent",
        ] {
            #expect(uploads.look(app, path) == nil, "\(path)")
        }
    }
}
