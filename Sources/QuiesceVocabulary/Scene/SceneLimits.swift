/// The bounds of a scene, each with its reason.
public enum SceneLimits {
    /// Bytes of its JSON. A screen full of text has some 20 KB; images are files beside it.
    public static let bytes = 1_048_576
    /// Views. Far more than can be told apart on a screen.
    public static let nodes = 10_000
    /// Views inside one another. Deeper ones would cost whoever reads them a large stack.
    public static let depth = 64
    /// Points, either way from the origin: ten times the largest wall of screens.
    public static let coordinate = 100_000.0
    /// Points of a font. A letter may fill the screen.
    public static let fontSize = 10_000.0
    /// Weights of a font, from hairline to black, as OpenType has them.
    public static let fontWeights = 1...1_000
    /// Bytes of an image's path, for which an app's container needs no more.
    public static let pathBytes = 1_024
}
