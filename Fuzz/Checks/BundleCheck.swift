import Foundation
import Glibc
import QuiesceBundle
import QuiesceCore

/// The Info.plist of a bundle whose executable is called `App`.
public enum BundleCheck: Check {
    public static func check(_ input: [UInt8]) throws -> Bool {
        try withBundle(input, check)
    }

    private static func check(_ directory: Int32) throws -> Bool {
        let manifest: AppManifest
        do {
            manifest = try BundleReader.manifest(of: directory)
        } catch {
            try check(error)
            return false
        }
        try check(manifest)
        try require(
            (try? BundleReader.manifest(of: directory)) == manifest,
            "read twice, it gives two manifests")
        let stored = try writtenAndRead(manifest)
        try require(stored == manifest, "\(manifest) is stored as \(stored)")
        return true
    }

    private static func check(_ error: BundleError) throws {
        try requireOneLine(error.message, "the refusal")
        let expected: [BundleError.Reason] = [
            .malformedInfoPlist, .missingKey, .wrongValue, .badExecutable,
        ]
        try require(
            expected.contains(error.reason), "refused as \(error.reason.rawValue): \(error)")
    }

    /// It is shown in tables, and its id and executable become file names.
    private static func check(_ manifest: AppManifest) throws {
        try require(manifest.executable == "App", "the executable is \(manifest.executable)")
        for (text, what) in [(manifest.name, "the name"), (manifest.version, "the version")] {
            try requireOneLine(text, what)
            try require(
                text.utf8.count <= BundleLimits.stringBytes,
                "\(what) has \(text.utf8.count) bytes")
        }
        let modes = manifest.backgroundModes.map(\.rawValue) + manifest.unknownBackgroundModes
        try require(modes.count <= BundleLimits.backgroundModes, "\(modes.count) modes")
        try require(Set(modes).count == modes.count, "a mode is there twice: \(modes)")
        for mode in modes { try requireOneLine(mode, "a mode") }
        try require((manifest.builtForMajorVersion ?? 0) >= 0, "a version below 0")
    }

    /// The result of `body` for a descriptor of a bundle's folder, which is gone afterwards.
    private static func withBundle(_ plist: [UInt8], _ body: (Int32) throws -> Bool) throws -> Bool
    {
        let temporary = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(temporary)/quiesce-bundle-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Problem("mkdtemp: errno \(errno)") }
        let directory = open(template, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer {
            for name in ["Info.plist", "App"] { unlinkat(directory, name, 0) }
            close(directory)
            rmdir(template)
        }
        for (name, mode, bytes) in [("Info.plist", 0o600, plist), ("App", 0o700, [])] {
            let file = openat(directory, name, O_WRONLY | O_CREAT | O_CLOEXEC, mode_t(mode))
            let isWhole = write(file, bytes, bytes.count) == bytes.count
            close(file)
            guard isWhole else { throw Problem("\(name) can't be written: errno \(errno)") }
        }
        return try body(directory)
    }
}
