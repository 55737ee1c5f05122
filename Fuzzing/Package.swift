// swift-tools-version: 6.1
import PackageDescription

/// The same settings as the library's own targets.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InferIsolatedConformances"),
]

// A package of its own, so that nothing in it is built for those who depend on the library. One program with all targets,
// since building and linking one is what takes the time; `Scripts/fuzz` has the options that make it a fuzzer.
let package = Package(
    name: "apus-fuzzing",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "apus", path: "..")],
    targets: [
        .executableTarget(
            name: "fuzz",
            dependencies: [
                .product(name: "ApusCore", package: "apus"),
                .product(name: "ApusCurl", package: "apus"),
                .product(name: "ApusTestServer", package: "apus"),
            ],
            // `Scripts/fuzz` puts it into the library's package instead, whose parsers are mostly not public.
            packageAccess: false,
            swiftSettings: strict)
    ],
    swiftLanguageModes: [.v6]
)
