// swift-tools-version: 6.1
import PackageDescription

/// The same settings as the library's own targets.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InferIsolatedConformances"),
]

let core = Target.Dependency.product(name: "ApusCore", package: "apus")
let curl = Target.Dependency.product(name: "ApusCurl", package: "apus")
let model = Target.Dependency.product(name: "AppNet", package: "apus")
let server = Target.Dependency.product(name: "AppNetServer", package: "apus")
let testServer = Target.Dependency.product(name: "ApusTestServer", package: "apus")
let testServerTLS = Target.Dependency.product(name: "ApusTestServerTLS", package: "apus")

// A package of its own, so that nothing in it is built for those who depend on the library.
let package = Package(
    name: "apus-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "apus", path: "..")],
    targets: [
        .target(name: "BenchSupport", swiftSettings: strict),
        .target(name: "CSoak", linkerSettings: [.linkedLibrary("z")]),

        // Clients, all with the same command line.
        .executableTarget(
            name: "bench-apus", dependencies: ["BenchSupport", core, curl, model], swiftSettings: strict),
        .executableTarget(name: "bench-urlsession", dependencies: ["BenchSupport", model], swiftSettings: strict),
        .executableTarget(name: "bench-libcurl", linkerSettings: [.linkedLibrary("curl")]),

        // The smallest programs that do one GET, and what starts and measures them.
        .executableTarget(name: "startup-apus", dependencies: [core, curl], swiftSettings: strict),
        .executableTarget(name: "startup-urlsession", swiftSettings: strict),
        .executableTarget(name: "bench-spawn"),

        .executableTarget(name: "write-page", dependencies: [core, curl, server], swiftSettings: strict),
        .executableTarget(
            name: "load-proof", dependencies: ["BenchSupport", core, curl, model, server, testServer],
            swiftSettings: strict),
        .executableTarget(
            name: "soak", dependencies: ["BenchSupport", "CSoak", core, curl, testServer, testServerTLS],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .gnu11
)
