/// The version of Quiesce: of the daemon, its tools and the SDK, which are released together.
public let quiesceVersion = "0.1.0"
