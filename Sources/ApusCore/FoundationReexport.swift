// The core needs `Data`, `Date` and the JSON coders, and nothing that brings URLSession or ICU. On Linux that is
// FoundationEssentials; Apple's systems have one Foundation. Re-exported, so that `import Apus` is enough to name
// the types that the public interface uses.
#if canImport(FoundationEssentials)
    @_exported import FoundationEssentials
#else
    @_exported import Foundation
#endif
