import ApusCore
