// `import Apus` is enough: it brings the core and the transport of the platform.
@_exported import ApusCore

#if os(Linux) || os(Android)
    @_exported import ApusCurl
#else
    @_exported import ApusURLSession
#endif
