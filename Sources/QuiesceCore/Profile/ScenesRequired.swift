extension SystemMachine {
    /// The first system for which an app that is built ends unless it adopts scenes.
    private static let firstWithScenes = 27

    /// Whether the app ends at its launch where it adopts no scenes (O5).
    public func requiresScenes(of app: AppID) -> Bool {
        guard profile.scenesRequired, let manifest = view(app)?.manifest else { return false }
        return !manifest.isHosted
            && manifest.builtForMajorVersion ?? Self.firstWithScenes >= Self.firstWithScenes
    }
}
