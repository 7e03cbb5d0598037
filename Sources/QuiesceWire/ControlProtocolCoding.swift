// The JSON form of the control protocol: one flat object with a `type`.

extension ControlRequest: Codable {
    private enum Key: String, CodingKey {
        case type, app, arguments, follow, limit, not, launch, payload, words, bytes, dryRun, svg
        case passcode, old
        case key, value, permission, state, prompt, allow
        case transfer, control, order
        case scheduled, notification, style, identifier, hours, url, certificate
    }

    enum Kind: String, Codable, CaseIterable {
        case install, uninstall, apps, open, home, quit, switcher, lock, unlock, reboot, down
        case ps, log, why, whyDevice, whyAwake, whyKilled, status, output
        case sendFetch, sendPush, sendEvent, purge, screen, sendSleep, sendWake
        case unlockWith, setPasscode, clearPasscode
        case settings, setSetting, permissions, setPermission, prompts, answerPrompt
        case transfers, followTransfers, whyTransfer, controlTransfer, get
        case notifications, openNotification, dismissNotification, forecast, sendTask
        case alertStyles, setAlertStyle
        case pushes, gateway, joinGateway, leaveGateway
    }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        func app() throws -> String { try fields.decode(String.self, forKey: .app) }
        switch try fields.kind(Kind.self, at: .type) {
        case .install: self = .install
        case .uninstall: self = .uninstall(app: try app())
        case .apps: self = .apps
        case .open:
            self = .open(
                app: try app(),
                arguments: try fields.decodeIfPresent([String].self, forKey: .arguments) ?? [])
        case .home: self = .home
        case .quit: self = .quit(app: try app())
        case .switcher: self = .switcher
        case .lock: self = .lock
        case .unlock: self = .unlock
        case .unlockWith:
            self = .unlockWith(passcode: try fields.decode(String.self, forKey: .passcode))
        case .setPasscode:
            self = .setPasscode(
                try fields.decode(String.self, forKey: .passcode),
                old: try fields.decodeIfPresent(String.self, forKey: .old))
        case .clearPasscode:
            self = .clearPasscode(old: try fields.decode(String.self, forKey: .old))
        case .reboot: self = .reboot
        case .down: self = .down
        case .ps: self = .ps
        case .log:
            self = .log(
                app: try fields.decodeIfPresent(String.self, forKey: .app),
                follow: try fields.decodeIfPresent(Bool.self, forKey: .follow) ?? false,
                limit: try fields.decodeIfPresent(Int.self, forKey: .limit))
        case .why:
            self = .why(
                app: try app(), not: try fields.decodeIfPresent(String.self, forKey: .not))
        case .whyDevice: self = .whyDevice
        case .whyAwake: self = .whyAwake
        case .whyKilled:
            self = .whyKilled(app: try fields.decodeIfPresent(String.self, forKey: .app))
        case .status: self = .status
        case .output:
            self = .output(
                app: try app(), launch: try fields.decodeIfPresent(UInt64.self, forKey: .launch))
        case .sendFetch: self = .sendFetch(app: try app())
        case .sendPush:
            self = .sendPush(
                app: try app(), payload: try fields.decode(String.self, forKey: .payload))
        case .sendEvent:
            self = .sendEvent(try fields.decode([String].self, forKey: .words))
        case .settings: self = .settings(app: try app())
        case .setSetting:
            self = .setSetting(
                app: try app(), key: try fields.decode(String.self, forKey: .key),
                value: try fields.decodeIfPresent(SettingValue.self, forKey: .value))
        case .permissions: self = .permissions(app: try app())
        case .setPermission:
            self = .setPermission(
                app: try app(), permission: try fields.decode(String.self, forKey: .permission),
                state: try fields.decode(String.self, forKey: .state))
        case .prompts: self = .prompts
        case .answerPrompt:
            self = .answerPrompt(
                prompt: try fields.decode(UInt64.self, forKey: .prompt),
                allow: try fields.decode(Bool.self, forKey: .allow))
        case .purge:
            self = .purge(
                bytes: try fields.decodeIfPresent(UInt64.self, forKey: .bytes),
                dryRun: try fields.decodeIfPresent(Bool.self, forKey: .dryRun) ?? false)
        case .screen:
            self = .screen(
                app: try fields.decodeIfPresent(String.self, forKey: .app),
                svg: try fields.decodeIfPresent(Bool.self, forKey: .svg) ?? false)
        case .transfers:
            self = .transfers(app: try fields.decodeIfPresent(String.self, forKey: .app))
        case .followTransfers:
            self = .followTransfers(
                app: try fields.decodeIfPresent(String.self, forKey: .app),
                transfer: try fields.decodeIfPresent(UInt64.self, forKey: .transfer))
        case .whyTransfer:
            self = .whyTransfer(try fields.decode(UInt64.self, forKey: .transfer))
        case .controlTransfer:
            self = .controlTransfer(
                try fields.decode(UInt64.self, forKey: .transfer),
                try fields.decode(TransferControl.self, forKey: .control))
        case .get: self = .get(try fields.decode(GetOrder.self, forKey: .order))
        case .notifications:
            self = .notifications(
                app: try fields.decodeIfPresent(String.self, forKey: .app),
                scheduled: try fields.decodeIfPresent(Bool.self, forKey: .scheduled) ?? false,
                follow: try fields.decodeIfPresent(Bool.self, forKey: .follow) ?? false)
        case .openNotification:
            self = .openNotification(try fields.decode(UInt64.self, forKey: .notification))
        case .dismissNotification:
            self = .dismissNotification(
                try fields.decodeIfPresent(UInt64.self, forKey: .notification))
        case .alertStyles:
            self = .alertStyles(app: try fields.decodeIfPresent(String.self, forKey: .app))
        case .setAlertStyle:
            self = .setAlertStyle(
                app: try app(), style: try fields.decodeIfPresent(String.self, forKey: .style))
        case .pushes:
            self = .pushes(
                app: try fields.decodeIfPresent(String.self, forKey: .app),
                follow: try fields.decodeIfPresent(Bool.self, forKey: .follow) ?? false)
        case .gateway: self = .gateway
        case .joinGateway:
            self = .joinGateway(
                url: try fields.decode(String.self, forKey: .url),
                certificate: try fields.decode(String.self, forKey: .certificate))
        case .leaveGateway: self = .leaveGateway
        case .forecast: self = .forecast(hours: try fields.decode(Int.self, forKey: .hours))
        case .sendTask:
            self = .sendTask(
                app: try app(), identifier: try fields.decode(String.self, forKey: .identifier))
        case .sendSleep: self = .sendSleep
        case .sendWake: self = .sendWake
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        func put(_ kind: Kind, app: String? = nil) throws {
            try fields.encode(kind, forKey: .type)
            try fields.encodeIfPresent(app, forKey: .app)
        }
        switch self {
        case .install: try put(.install)
        case .uninstall(let app): try put(.uninstall, app: app)
        case .apps: try put(.apps)
        case .open(let app, let arguments):
            try put(.open, app: app)
            if !arguments.isEmpty { try fields.encode(arguments, forKey: .arguments) }
        case .home: try put(.home)
        case .quit(let app): try put(.quit, app: app)
        case .switcher: try put(.switcher)
        case .lock: try put(.lock)
        case .unlock: try put(.unlock)
        case .unlockWith(let passcode):
            try put(.unlockWith)
            try fields.encode(passcode, forKey: .passcode)
        case .setPasscode(let passcode, let old):
            try put(.setPasscode)
            try fields.encode(passcode, forKey: .passcode)
            try fields.encodeIfPresent(old, forKey: .old)
        case .clearPasscode(let old):
            try put(.clearPasscode)
            try fields.encode(old, forKey: .old)
        case .reboot: try put(.reboot)
        case .down: try put(.down)
        case .ps: try put(.ps)
        case .log(let app, let follow, let limit):
            try put(.log, app: app)
            if follow { try fields.encode(true, forKey: .follow) }
            try fields.encodeIfPresent(limit, forKey: .limit)
        case .why(let app, let not):
            try put(.why, app: app)
            try fields.encodeIfPresent(not, forKey: .not)
        case .whyDevice: try put(.whyDevice)
        case .whyAwake: try put(.whyAwake)
        case .whyKilled(let app): try put(.whyKilled, app: app)
        case .status: try put(.status)
        case .output(let app, let launch):
            try put(.output, app: app)
            try fields.encodeIfPresent(launch, forKey: .launch)
        case .sendFetch(let app): try put(.sendFetch, app: app)
        case .sendPush(let app, let payload):
            try put(.sendPush, app: app)
            try fields.encode(payload, forKey: .payload)
        case .sendEvent(let words):
            try put(.sendEvent)
            try fields.encode(words, forKey: .words)
        case .settings(let app): try put(.settings, app: app)
        case .setSetting(let app, let key, let value):
            try put(.setSetting, app: app)
            try fields.encode(key, forKey: .key)
            try fields.encodeIfPresent(value, forKey: .value)
        case .permissions(let app): try put(.permissions, app: app)
        case .setPermission(let app, let permission, let state):
            try put(.setPermission, app: app)
            try fields.encode(permission, forKey: .permission)
            try fields.encode(state, forKey: .state)
        case .prompts: try put(.prompts)
        case .answerPrompt(let prompt, let allow):
            try put(.answerPrompt)
            try fields.encode(prompt, forKey: .prompt)
            try fields.encode(allow, forKey: .allow)
        case .purge(let bytes, let dryRun):
            try put(.purge)
            try fields.encodeIfPresent(bytes, forKey: .bytes)
            if dryRun { try fields.encode(true, forKey: .dryRun) }
        case .screen(let app, let svg):
            try put(.screen, app: app)
            if svg { try fields.encode(true, forKey: .svg) }
        case .transfers(let app): try put(.transfers, app: app)
        case .followTransfers(let app, let transfer):
            try put(.followTransfers, app: app)
            try fields.encodeIfPresent(transfer, forKey: .transfer)
        case .whyTransfer(let transfer):
            try put(.whyTransfer)
            try fields.encode(transfer, forKey: .transfer)
        case .controlTransfer(let transfer, let control):
            try put(.controlTransfer)
            try fields.encode(transfer, forKey: .transfer)
            try fields.encode(control, forKey: .control)
        case .get(let order):
            try put(.get)
            try fields.encode(order, forKey: .order)
        case .notifications(let app, let scheduled, let follow):
            try put(.notifications, app: app)
            if scheduled { try fields.encode(true, forKey: .scheduled) }
            if follow { try fields.encode(true, forKey: .follow) }
        case .openNotification(let notification):
            try put(.openNotification)
            try fields.encode(notification, forKey: .notification)
        case .dismissNotification(let notification):
            try put(.dismissNotification)
            try fields.encodeIfPresent(notification, forKey: .notification)
        case .alertStyles(let app): try put(.alertStyles, app: app)
        case .setAlertStyle(let app, let style):
            try put(.setAlertStyle, app: app)
            try fields.encodeIfPresent(style, forKey: .style)
        case .pushes(let app, let follow):
            try put(.pushes, app: app)
            if follow { try fields.encode(true, forKey: .follow) }
        case .gateway: try put(.gateway)
        case .joinGateway(let url, let certificate):
            try put(.joinGateway)
            try fields.encode(url, forKey: .url)
            try fields.encode(certificate, forKey: .certificate)
        case .leaveGateway: try put(.leaveGateway)
        case .forecast(let hours):
            try put(.forecast)
            try fields.encode(hours, forKey: .hours)
        case .sendTask(let app, let identifier):
            try put(.sendTask, app: app)
            try fields.encode(identifier, forKey: .identifier)
        case .sendSleep: try put(.sendSleep)
        case .sendWake: try put(.sendWake)
        }
    }
}

extension ControlReply: Codable {
    private enum Key: String, CodingKey { case type, message, value }
    enum Kind: String, Codable, CaseIterable { case done, item, end, refused }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        switch try fields.kind(Kind.self, at: .type) {
        case .done: self = .done(message: try fields.decodeIfPresent(String.self, forKey: .message))
        case .item: self = .item(try fields.decode(String.self, forKey: .value))
        case .end: self = .end
        case .refused: self = .refused(try Refusal(from: decoder))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        switch self {
        case .done(let message):
            try fields.encode(Kind.done, forKey: .type)
            try fields.encodeIfPresent(message, forKey: .message)
        case .item(let row):
            try fields.encode(Kind.item, forKey: .type)
            try fields.encode(row, forKey: .value)
        case .end: try fields.encode(Kind.end, forKey: .type)
        case .refused(let refusal):
            try fields.encode(Kind.refused, forKey: .type)
            try refusal.encode(to: encoder)
        }
    }
}
