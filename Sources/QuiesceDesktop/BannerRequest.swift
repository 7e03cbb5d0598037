/// A banner that isn't on the screen yet. `done` is called once, whatever becomes of it.
struct BannerRequest {
    let banner: Banner
    /// Whether the desktop has it.
    let done: (Bool) -> Void
}

/// A `Notify` whose answer hasn't come.
struct PendingNotify {
    enum Next {
        case nothing, close
        case show(BannerRequest)
    }

    let request: BannerRequest
    var next = Next.nothing {
        willSet { if case .show(let request) = next { request.done(false) } }
    }

    var isToBeClosed: Bool { if case .close = next { true } else { false } }

    /// There will be no answer.
    func giveUp() {
        request.done(false)
        if case .show(let request) = next { request.done(false) }
    }
}
