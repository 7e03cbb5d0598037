/// The class that app delegates derive from, as on iOS.
@MainActor open class UIResponder {
    public required init() {}
}
