import Foundation
import Glibc
import QuiesceBundle
import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceDaemon

@Suite("Sounds in apps' bundles", .behaviour("N6"))
struct AppSoundsTests {
    private let scratch: ScratchDirectory
    private let sounds: AppSounds
    private let app = AppID("org.example.App")!

    init() throws {
        scratch = try ScratchDirectory()
        for folder in ["org.example.App", "org.example.App/Sounds", "org.example.Other"] {
            mkdir(scratch.file(folder), 0o700)
        }
        sounds = AppSounds(
            bundles: open(scratch.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), path: scratch.path)
    }

    private func write(_ name: String, _ bytes: Data = PlainSound.standard.wav) throws {
        try bytes.write(to: URL(fileURLWithPath: scratch.file(name)))
    }

    @Test("A sound is found by its name in the bundle, also in a folder of it")
    func found() throws {
        try write("org.example.App/bell.wav")
        try write("org.example.App/Sounds/bell.wav")
        #expect(try sounds.sound("bell.wav", of: app).duration == 800)
        #expect(try sounds.sound("Sounds/bell.wav", of: app).duration == 800)
        #expect(
            sounds.place("Sounds/bell.wav", of: app)
                == scratch.file("org.example.App/Sounds/bell.wav"))
    }

    @Test("No name and no link leads out of the bundle, and nothing but a plain file is opened")
    func escapes() throws {
        try write("bell.wav")
        try write("org.example.Other/bell.wav")
        try write("org.example.App/bell.wav")
        let folder = scratch.file("org.example.App")
        symlink(scratch.file("bell.wav"), "\(folder)/absolute")
        symlink("../bell.wav", "\(folder)/relative")
        symlink("../org.example.Other", "\(folder)/folder")
        symlink("bell.wav", "\(folder)/inside")
        mkfifo("\(folder)/fifo", 0o600)
        mkdir("\(folder)/directory", 0o700)
        let names = [
            "../bell.wav", "../org.example.Other/bell.wav", "../org.example.App/bell.wav",
            scratch.file("org.example.App/bell.wav"), "absolute", "relative", "folder/bell.wav",
            "inside", "fifo", "directory", "missing", "", ".", "bell.wav\u{0}.caf",
            String(repeating: "x", count: 5_000),
        ]
        for name in names {
            #expect(throws: SoundProblem.missing, "\(name)") { try sounds.sound(name, of: app) }
        }
    }

    @Test("What isn't such a sound is refused with the reason")
    func refused() throws {
        try write("org.example.App/song.mp3", Data("ID3\u{4}".utf8))
        #expect(throws: SoundProblem.container) { try sounds.sound("song.mp3", of: app) }
        try write("org.example.App/huge.wav", Data())
        truncate(scratch.file("org.example.App/huge.wav"), off_t(SoundLimits.bytes) + 1)
        #expect(throws: SoundProblem.tooLarge) { try sounds.sound("huge.wav", of: app) }
    }

    @Test("The icon is a plain file of the bundle, or there is none")
    func icon() throws {
        #expect(sounds.icon(of: app) == nil)
        symlink("/etc/passwd", scratch.file("org.example.App/Icon.png"))
        #expect(sounds.icon(of: app) == nil)
        unlink(scratch.file("org.example.App/Icon.png"))
        try write("org.example.App/Icon.png", Data("PNG".utf8))
        #expect(sounds.icon(of: app) == scratch.file("org.example.App/Icon.png"))
    }
}
