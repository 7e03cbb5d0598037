extension Limits {
    /// Bytes of a URL that an app is opened with, of a quick action's type, and of an activity:
    /// servers and browsers take about as much of a URL, and a journal's line with it stays short.
    public static let linkBytes = 8_192
    /// Schemes of URLs that one app declares: an app that talks to many services has a dozen.
    public static let urlSchemesPerApp = 64
    /// Bytes of a scheme: the longest that is registered has 36.
    public static let urlSchemeBytes = 64
    /// Domains whose pages one app opens: a shop with one for each country it sells in has some
    /// forty.
    public static let linkDomainsPerApp = 64
    /// Types of activities that one app declares: one for each of its screens, and more.
    public static let activityTypesPerApp = 64
}
