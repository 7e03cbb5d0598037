import TestSupport
import Testing

@testable import QuiesceCore

/// Pages of an app's domains, and activities of its types, open it.
@Suite struct ActivityTests {
    private func device() -> TestDevice {
        var reader = AppManifest.test(appA)
        reader.linkDomains = ["example.com", "*.example.org"]
        reader.activityTypes = ["org.example.reading"]
        var other = AppManifest.test(appB)
        other.linkDomains = ["*.example.org", "example.net"]
        other.urlSchemes = ["https"]
        return TestDevice(.ios8, installing: reader, other)
    }

    private func page(_ url: String, _ source: AppID? = nil) -> AppLink {
        .activity(
            AppActivity(type: AppActivity.browsing, webpageURL: url, source: source?.name))
    }

    @Test(
        "A page of its domain launches an app, and comes to one that is suspended before it is told",
        .behaviour("S3", "S6"))
    func page() {
        let device = device()
        #expect(device.openURL("https://example.com/x?token=1") == .done)
        #expect(device.launches(appA) == [.link(page("https://example.com/x?token=1"))])
        device.home()
        #expect(device.state(appA) == .suspended)
        let before = device.calls(appA).count
        #expect(device.openURL("HTTP://www.Example.ORG#top") == .done)
        #expect(
            device.calls(appA).dropFirst(before)
                == ["continueActivity", "willEnterForeground", "didBecomeActive"])
        #expect(device.links(appA) == [.opened(page("HTTP://www.Example.ORG#top"))])
    }

    @Test(
        "A name and all below it are two domains; what has a port, a user or another host is neither's",
        arguments: [
            "https://example.org/", "https://www.example.com/", "https://example.com.evil.net",
            "https://user@example.com/", "https://example.com:8443/", "https://evilexample.org/",
            "https://example.com\\@evil.net/", "https:example.com", "https://.example.org/",
        ])
    func others(url: String) {
        let device = device()
        #expect(device.openURL(url, appA).refusal != nil)
        // A browser among the apps opens it as a URL, if it is one.
        device.openURL(url)
        #expect(device.launches(appA).isEmpty)
        #expect(device.launches(appB) == [.link(.url(url, source: nil))])
    }

    @Test("Of several apps the first that was installed is opened, unless a tool names another")
    func several() {
        let device = device()
        #expect(device.openURL("https://a.example.org/") == .done)
        #expect(device.launches(appA).count == 1)
        #expect(device.openURL("https://a.example.org/", appB) == .done)
        #expect(device.launches(appB) == [.link(page("https://a.example.org/"))])
        #expect(device.openURL("https://example.net/", appA).refusal == .domainNotDeclared)
    }

    @Test("Without a browser a page of no app's domain is refused", .behaviour("S7"))
    func refused() {
        var reader = AppManifest.test(appA)
        reader.linkDomains = ["example.com"]
        let device = TestDevice(.ios8, installing: reader)
        #expect(device.openURL("https://other.example/").refusal == .noAppForDomain)
        let long = "https://example.com/" + String(repeating: "x", count: Limits.linkBytes)
        #expect(device.openURL(long).refusal == .linkTooLong)
        device.ask { .lock($0) }
        #expect(device.openURL("https://example.com/").refusal == .deviceLocked)
        #expect(device.launches(appA).isEmpty)
    }

    @Test(
        "An app opens another's page, and hears that it did; its own is left to another, as on iOS",
        .behaviour("S5"))
    func asked() {
        let device = device()
        device.open(appB)
        device.request("https://example.com/1", appB, universalLinksOnly: true)
        #expect(device.links(appB).map(\.isOpened) == [true])
        #expect(device.launches(appA) == [.link(page("https://example.com/1", appB))])
        device.request("https://example.com/2", appA, universalLinksOnly: true)
        #expect(device.links(appA).map(\.isOpened) == [false])
        #expect(device.state(appA) == .active)
        device.request("https://example.com/2", appA)
        #expect(device.links(appA).map(\.isOpened) == [false, true])
        #expect(
            device.links(appB).last == .opened(.url("https://example.com/2", source: appA.name)))
    }

    @Test("Universal links only: a browser isn't asked")
    func universalOnly() {
        let device = device()
        device.open(appA)
        device.request("https://other.example/", appA, universalLinksOnly: true)
        #expect(device.links(appA).map(\.isOpened) == [false])
        #expect(device.launches(appB).isEmpty)
    }

    @Test("Another activity opens an app that has declared its type", .behaviour("S3", "S6"))
    func activity() {
        let device = device()
        let reading = AppActivity(type: "org.example.reading", userInfo: #"{"page":7}"#)
        #expect(device.ask { .link(.open(.activity(reading), app: appA, $0)) } == .done)
        #expect(device.launches(appA) == [.link(.activity(reading))])
        #expect(
            device.ask { .link(.open(.activity(reading), app: appB, $0)) }.refusal
                == .activityNotDeclared)
        #expect(
            device.ask { .link(.open(.activity(reading), app: nil, $0)) }.refusal == .unknownApp)
        let forged = AppActivity(type: "org.example.reading", webpageURL: "https://example.com/")
        #expect(
            device.ask { .link(.open(.activity(forged), app: appA, $0)) }.refusal
                == .activityNotDeclared)
        let long = AppActivity(
            type: "org.example.reading", userInfo: String(repeating: " ", count: Limits.linkBytes))
        #expect(
            device.ask { .link(.open(.activity(long), app: appA, $0)) }.refusal == .linkTooLong)
    }

    @Test("The log names a page's domain, and nothing else of it")
    func secret() {
        #expect(
            page("https://example.com/reset?token=secret", appB).words
                == "a page of example.com from \(appB.name)")
        let reading = AppActivity(type: "org.example.reading", userInfo: "secret")
        #expect(AppLink.activity(reading).words == "the activity org.example.reading")
    }
}
