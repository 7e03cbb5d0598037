// swift-tools-version:6.2
import PackageDescription

/// As in the package above: Swift 6 mode, and a warning is an error.
let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

/// Apple's modules that no package beside an app may see: swift-argument-parser, GRDB and others
/// ask `#if canImport(os)` or `Combine`, and then import what isn't linked into them. So they are
/// a package of their own, for apps that name it.
let package = Package(
    name: "AppleModules",
    products: [
        .library(name: "Combine", targets: ["Combine"]),
        .library(name: "os", targets: ["os"]),
        .library(name: "OSLog", targets: ["OSLog"]),
    ],
    dependencies: [
        // Its last version, of 2023. It lacks Merge and CombineLatest, which are here.
        .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0")
    ],
    targets: [
        .target(
            name: "Combine",
            dependencies: [
                .product(name: "OpenCombine", package: "OpenCombine"),
                .product(name: "OpenCombineDispatch", package: "OpenCombine"),
                .product(name: "OpenCombineFoundation", package: "OpenCombine"),
            ],
            swiftSettings: strict),
        .target(name: "os", swiftSettings: strict),
        .target(name: "OSLog", dependencies: ["os"], swiftSettings: strict),
        .testTarget(name: "CombineTests", dependencies: ["Combine"], swiftSettings: strict),
        .testTarget(name: "osTests", dependencies: ["os", "OSLog"], swiftSettings: strict),
    ])
