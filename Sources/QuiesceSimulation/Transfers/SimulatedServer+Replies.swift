import QuiesceCore

// A server's answers, by its mood.
extension SimulatedServer {
    /// - Returns: the failure, where not even a head comes.
    mutating func reply(to request: Request) -> Result<Reply, TransferFailure> {
        switch mood {
        case .unknownHost: return .failure(TransferFailure(.hostNotFound))
        case .refuses: return .failure(TransferFailure(.cannotConnect))
        case .cutsTLS: return .failure(TransferFailure(.secureConnectionFailed))
        case .endlessHeaders, .brokenChunks:
            return .failure(TransferFailure(.badServerResponse))
        case .redirects, .redirectLoop, .blankLocation, .redirectsToFTP, .redirectsToHTTP:
            if mood != .redirects || request.redirects < 2 {
                return .success(redirect(request))
            }
        case .busy, .busyForSeconds, .busyUntilDate, .busyForEver, .tooManyRequests:
            return .success(busy())
        case .challenges:
            if !request.hasCredential {
                return .success(page(401, [.init("WWW-Authenticate", "Basic realm=\"files\"")]))
            }
        case .notFound: return .success(page(404))
        case .captivePortal: return .success(page(200))
        case .notModified:
            return .success(
                Reply(head: .init(status: 304), body: .none(at: 0), sends: 0))
        case .partUnasked:
            if request.start == nil { return .success(part(of: request, from: 0)) }
        case .honest, .otherStart, .otherTotal, .otherVersion, .noContentRange, .multipart,
            .ignoresRanges, .unsatisfiable, .shortBody, .longBody, .negativeLength,
            .rubbishLength, .twoLengths, .absurdLength, .chunkedShort, .lengthAndChunks,
            .compressed, .stutters, .stalls:
            break
        }
        return .success(spoilt(file(request)))
    }

    /// The file, or its rest if that was asked for and may be had.
    private mutating func file(_ request: Request) -> Reply {
        let version = version(at: request.path)
        guard let start = request.start, hasRanges else { return whole(version) }
        switch mood {
        case .ignoresRanges: return whole(version)
        case .unsatisfiable:
            return Reply(head: .init(status: 416), body: .none(at: 0), sends: 0)
        // Without validators it would say nothing of the other version, and nobody could tell.
        case .otherVersion where validator == .none: break
        case .otherStart, .otherTotal, .otherVersion, .noContentRange, .multipart:
            return part(of: request, from: start)
        case _: break
        }
        // RFC 9110 §13.1.5: only if it is the same version.
        let current = EntityValidator(ReplyHead(status: 200, fields: fields(of: version)))
        guard request.ifRange == nil || request.ifRange == current else { return whole(version) }
        guard start < version.length else {
            return Reply(
                head: .init(
                    status: 416,
                    fields: [.init("Content-Range", "bytes */\(version.length)")]),
                body: .none(at: 0), sends: 0)
        }
        return part(of: request, from: start)
    }

    private func whole(_ version: FileVersion) -> Reply {
        Reply(
            head: .init(
                status: 200,
                fields: fields(of: version) + [.init("Content-Length", "\(version.length)")]),
            body: .init(version: version, start: 0, count: version.length), sends: version.length)
    }

    /// 206, with the lie that the mood is for.
    private mutating func part(of request: Request, from wanted: UInt64) -> Reply {
        let real = version(at: request.path)
        var version = real
        var start = min(wanted, real.length - 1)
        var total = real.length
        switch mood {
        case .otherStart: start /= 2
        case .otherTotal: total += 1_000
        case .otherVersion:
            version = self.version(at: request.path + "?other", length: real.length)
        case _: break
        }
        let count = version.length - start
        let tags = fields(of: version, isOther: mood == .otherVersion)
        var all = tags + [.init("Content-Length", "\(count)")]
        if mood == .multipart {
            all.append(.init("Content-Type", "multipart/byteranges; boundary=x"))
        }
        if mood != .noContentRange {
            all.append(.init("Content-Range", "bytes \(start)-\(version.length - 1)/\(total)"))
        }
        return Reply(
            head: .init(status: 206, fields: all),
            body: .init(version: version, start: start, count: count), sends: count)
    }

    /// A small page of the server's own.
    private mutating func page(_ status: Int, _ fields: [ReplyHead.Field] = []) -> Reply {
        let version = version(at: "page \(status)", length: 500)
        return Reply(
            head: .init(status: status, fields: fields + [.init("Content-Length", "500")]),
            body: .init(version: version, start: 0, count: 500), sends: 500)
    }

    private mutating func busy() -> Reply {
        let after: String? =
            switch mood {
            case .busyForSeconds: "120"
            case .busyUntilDate: Self.later
            case .busyForEver: "999999999999"
            case _: nil
            }
        let fields =
            (after.map { [ReplyHead.Field("Retry-After", $0)] } ?? [])
            + [.init("Date", "Mon, 07 Nov 1994 08:00:00 GMT")]
        return page(mood == .tooManyRequests ? 429 : 503, fields)
    }

    private static let later = "Mon, 07 Nov 1994 08:01:30 GMT"

    private mutating func redirect(_ request: Request) -> Reply {
        let to: String =
            switch mood {
            case .redirectLoop: origin + request.path
            case .blankLocation: ""
            case .redirectsToFTP: "ftp://files.example/1"
            case .redirectsToHTTP: "http://a.example/1"
            case _: "\(request.path)?to=\(request.redirects)"
            }
        return page(302, [.init("Location", to)])
    }

    /// Spoils a good answer on its way, as the mood says.
    private func spoilt(_ good: Reply) -> Reply {
        var reply = good
        let half = good.body.count / 2
        func say(length: String...) {
            reply.head.fields.removeAll { $0.name == "Content-Length" }
            reply.head.fields += length.map { .init("Content-Length", $0) }
        }
        switch mood {
        case .shortBody:
            reply.sends = half
            reply.ending = .fails(.connectionLost)
        case .longBody: reply.ending = .fails(.tooLarge)
        case .negativeLength: say(length: "-5")
        case .rubbishLength: say(length: "five")
        case .twoLengths: say(length: "\(good.body.count)", "\(good.body.count + 1)")
        case .absurdLength: say(length: "99999999999999999999999999")
        case .chunkedShort:
            say()
            reply.head.fields.append(.init("Transfer-Encoding", "chunked"))
            reply.sends = half
            reply.ending = .fails(.connectionLost)
        case .lengthAndChunks:
            say(length: "7")
            reply.head.fields.append(.init("Transfer-Encoding", "chunked"))
        case .compressed: reply.head.fields.append(.init("Content-Encoding", "gzip"))
        case .stutters: reply.slowness = 50
        case .stalls:
            reply.sends = half
            reply.ending = .silence
        case _: break
        }
        return reply
    }
}

extension FileRuns.Run {
    fileprivate static func none(at start: UInt64) -> Self {
        .init(version: .garbage, start: start, count: 0)
    }
}
