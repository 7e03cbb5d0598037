// swift-tools-version:6.2
import PackageDescription

/// Every target: Swift 6 mode, and a warning is an error.
let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

// Built by `scripts/fuzz`, with `--sanitize fuzzer`: libFuzzer then brings the main function.
let package = Package(
    name: "Fuzz",
    dependencies: [.package(name: "Quiesce", path: "..")],
    targets: ["fuzz-wire", "fuzz-bundle", "fuzz-events", "fuzz-audio"].map {
        .executableTarget(
            name: $0, dependencies: [.product(name: "FuzzChecks", package: "Quiesce")],
            swiftSettings: strict)
    }
)
