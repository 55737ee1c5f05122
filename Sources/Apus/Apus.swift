@_exported import ApusCore
