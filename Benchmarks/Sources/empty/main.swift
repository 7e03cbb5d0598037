import Foundation

// A program with Foundation that does nothing: the launch of an app is compared with its start. It
// reads the clock, so that Foundation is loaded.
_ = Date()
