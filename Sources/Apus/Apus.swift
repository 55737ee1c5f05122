@_exported import ApusCore
#if os(Linux) || os(Android)
    @_exported import ApusCurl
#else
    @_exported import ApusURLSession
#endif
