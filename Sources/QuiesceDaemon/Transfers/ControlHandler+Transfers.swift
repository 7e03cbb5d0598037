import Glibc
import QuiesceAnswers
import QuiesceCore
import QuiesceShell
import QuiesceWire

// Background transfers, the user's own among them (X2, X4).
extension ControlHandler {
    func handle(_ request: ControlRequest.Transfer, _ client: ControlServer.Client) {
        switch request {
        case .transfers(let app): transfers(app, client)
        case .followTransfers(let app, let transfer): followTransfers(app, transfer, client)
        case .whyTransfer(let transfer): whyTransfer(transfer, client)
        case .controlTransfer(let transfer, let control): self.control(transfer, control, client)
        case .get(let order): get(order, client)
        }
    }

    func transfers(_ app: String?, _ client: ControlServer.Client) {
        guard let isWanted = filter(app, nil, client) else { return }
        list(daemon.transfers.rows(where: isWanted), client)
    }

    func followTransfers(
        _ app: String?, _ transfer: UInt64?, _ client: ControlServer.Client
    ) {
        guard let isWanted = filter(app, transfer, client) else { return }
        let listing = daemon.transfers
        let follower = listing.follow(where: isWanted) { client.send(item: $0) }
        guard client.isOpen else { return listing.unfollow(follower) }
        client.onClose = { listing.unfollow(follower) }
    }

    func whyTransfer(_ transfer: UInt64, _ client: ControlServer.Client) {
        let id = TransferID(transfer)
        let answer = TransferWhyAnswer(
            transfer: daemon.transfers.row(id), chain: LogRow.chain(device.log.all, of: id))
        guard answer.transfer != nil || !answer.chain.isEmpty else {
            return refuseUnknown(transfer, client)
        }
        list([answer], client)
    }

    func control(
        _ transfer: UInt64, _ control: TransferControl, _ client: ControlServer.Client
    ) {
        guard exists(transfer, client) else { return }
        let command: TransferCommand =
            switch control {
            case .pause: .suspend
            case .resume: .hurry(insists: true, timeout: nil)
            case .cancel: .cancel(keepingBytes: false)
            }
        device.ask(
            { .transfer(.control(TransferID(transfer), command, $0)) },
            reply: answer(client, about: "transfer \(transfer)"))
    }

    func get(_ order: GetOrder, _ client: ControlServer.Client) {
        let malformed = ProtocolErrorCode.malformed.rawValue
        let origin: String
        do throws(WireError) {
            try order.request.check()
        } catch {
            return client.refuse(malformed, error.message)
        }
        do throws(TransferFailure) {
            origin = try TransferOrigin.of(order.request.url)
        } catch {
            return client.refuse(
                error.kind.rawValue,
                "\"\(order.request.url.printable(atMost: 200))\": \(error.words); a URL looks like https://example.org/file"
            )
        }
        if let timeout = order.timeout, !(1...Limits.resourceTimeoutSeconds).contains(timeout) {
            return client.refuse(
                malformed,
                "a timeout is from 1 to \(Int(Limits.resourceTimeoutSeconds)) seconds")
        }
        guard client.uid == geteuid() else {
            // The daemon writes the file: for another user it would do what that user may not.
            return client.refuse(
                "notAllowed",
                "only the device's owner (user \(geteuid())) can choose where a file goes; run a device of your own, or `sudo -u \\#\(geteuid())`"
            )
        }
        if let running = device.userTransfer(from: origin, to: order.path),
            device.stored(running)?.request.url == order.request.url
        {
            return join(running, order, client)
        }
        if let trouble = trouble(with: order.path) {
            return client.refuse(trouble.reason, trouble.message)
        }
        var settings = SessionSettings()
        settings.isDiscretionary = order.discretionary
        if let timeout = order.timeout { settings.resourceTimeout = timeout }
        device.askTransfer(
            StoredTransfer(request: order.request, destination: order.path), origin: origin,
            settings
        ) { [self] answer, transfer in
            guard case .done = answer, let row = transfer.flatMap(daemon.transfers.row) else {
                return self.answer(client)(answer)
            }
            client.send(item: row)
            client.send(.end)
        }
    }

    /// The same is under way: it isn't begun a second time, and goes on at once if it can.
    private func join(
        _ id: TransferID, _ order: GetOrder, _ client: ControlServer.Client
    ) {
        guard let view = device.machine.transferView(id),
            device.stored(id)?.request == order.request,
            view.transfer.settings?.isDiscretionary == order.discretionary
        else {
            return client.refuse(
                "otherOptions",
                "transfer \(id) downloads it already, with other options; `quiesce transfers cancel \(id)` ends it"
            )
        }
        let timeout = order.timeout.map(Self.interval)
        let canBeHurried =
            switch view.wait {
            case .suspended, .space: true
            case .retry, .host: !view.isAsked
            case .network, .wifi, .power, .earliestBegin, .relaunchLimit, .hostLimit, .sessionLimit,
                .deviceLimit, .agent, .answer, .placing, .delivery, .lowPowerMode, nil:
                false
            }
        guard canBeHurried || timeout != nil else { return tell(id, client) }
        device.ask(
            { .transfer(.control(id, .hurry(insists: false, timeout: timeout), $0)) },
            reply: { [self] answer in
                guard case .done = answer else { return self.answer(client)(answer) }
                tell(id, client)
            })
    }

    /// Answers with the row of a transfer that the user joins.
    private func tell(_ id: TransferID, _ client: ControlServer.Client) {
        guard var row = daemon.transfers.row(id) else { return refuseUnknown(id.value, client) }
        row.joined = true
        client.send(item: row)
        client.send(.end)
    }

    private static func interval(_ seconds: Double) -> Interval {
        .seconds(Int64(seconds.rounded(.up)))
    }

    // MARK: Checks

    private func filter(
        _ app: String?, _ transfer: UInt64?, _ client: ControlServer.Client
    ) -> ((Transfer) -> Bool)? {
        if let app {
            guard let view = installed(app, client) else { return nil }
            return { $0.owner == .app(view.manifest.id) }
        }
        guard let transfer else { return { _ in true } }
        return exists(transfer, client) ? { $0.id == TransferID(transfer) } : nil
    }

    private func exists(_ transfer: UInt64, _ client: ControlServer.Client) -> Bool {
        if device.machine.transferView(TransferID(transfer)) != nil { return true }
        refuseUnknown(transfer, client)
        return false
    }

    private func refuseUnknown(_ transfer: UInt64, _ client: ControlServer.Client) {
        client.refuse(
            Reason.unknownTransfer.rawValue,
            "there is no transfer \(transfer); see `quiesce transfers`")
    }

    /// Why the user's file can't be put there.
    private func trouble(with path: String) -> (reason: String, message: String)? {
        let malformed = ProtocolErrorCode.malformed.rawValue
        let (folder, name) = FilePlacing.split(path)
        guard path.hasPrefix("/"), path.utf8.count < Int(PATH_MAX), name.utf8.count < 240,
            !path.utf8.contains(0), !["", ".", ".."].contains(name)
        else {
            return (malformed, "\"\(path.printable(atMost: 200))\" is not a file's absolute path")
        }
        var status = stat()
        guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            return ("noFolder", "there is no folder \(folder.printable); make it first")
        }
        guard access(folder, W_OK | X_OK) == 0 else {
            return ("noFolder", "\(folder.printable) can't be written to; choose another with -o")
        }
        guard lstat(path, &status) != 0 else {
            return (
                "fileExists",
                "\(path.printable) is there already; remove it, or choose another with -o"
            )
        }
        return nil
    }
}
