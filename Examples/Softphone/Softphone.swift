import ExampleSupport
import Foundation
import QuiesceKit

/// A phone over the Internet: it registers with a SIP server, is suspended, and rings when somebody
/// calls (V1-V9).
///
/// Its settings, by `quiesce send defaults org.quiesce.examples.Softphone KEY VALUE`: `server`
/// (`tcp:127.0.0.1:5060` or `udp:…`), and `answers`: seconds after which it answers by itself, and
/// hangs up after as many more.
@main @MainActor final class Softphone: UIApplicationDelegate {
    var window: UIWindow?
    private let screen = CallScreen()
    private var line: SIPLine?
    private var call: SIPMessage?
    private var registrations = 0
    private var task = UIBackgroundTaskIdentifier.invalid

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        application.registerUserNotificationSettings(
            UIUserNotificationSettings(types: [.alert, .sound], categories: nil))
        screen.answer = { [unowned self] in answer() }
        screen.end = { [unowned self] in endCall() }
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.rootViewController = screen
        window.makeKeyAndVisible()
        self.window = window
        // Connections don't outlive a launch (V4).
        connect()
        application.setKeepAliveTimeout(600) { [weak self] in self?.register() }
        return true
    }

    func applicationDidBecomeActive(_ application: UIApplication) { if line == nil { connect() } }

    // MARK: The line

    private func connect() {
        guard let server = UserDefaults.standard.string(forKey: "server") else {
            screen.line = "No server is set"
            return print("no server is set")
        }
        line = SIPLine(to: server) { [weak self] in self?.receive($0) }
        guard let line else {
            screen.line = "\(server) can't be reached"
            return print("\(server) cannot be reached")
        }
        UIApplication.shared.keepSocket(line.descriptor)
        register()
    }

    private func register() {
        guard let line else { return connect() }
        registrations += 1
        line.send(request("REGISTER", "registration", registrations, to: "<sip:phone@127.0.0.1>"))
    }

    private func request(
        _ method: String, _ id: String, _ number: Int, to: String, from: String? = nil
    ) -> SIPMessage {
        let transport = line?.isStream == true ? "TCP" : "UDP"
        return SIPMessage(
            "\(method) sip:127.0.0.1 SIP/2.0",
            [
                ("Via", "SIP/2.0/\(transport) 127.0.0.1;branch=z9hG4bK\(method)\(number)"),
                ("From", from ?? "<sip:phone@127.0.0.1>;tag=phone"), ("To", to),
                ("Call-ID", id), ("CSeq", "\(number) \(method)"), ("Max-Forwards", "70"),
                ("Contact", "<sip:phone@127.0.0.1>"),
            ])
    }

    private func receive(_ message: SIPMessage?) {
        guard let message else {
            line.map { UIApplication.shared.releaseSocket($0.descriptor) }
            line = nil
            screen.line = "The server has gone"
            print("the server has ended the connection")
            // One that was started anew is there in a moment.
            stayAwake()
            DispatchQueue.main.asyncAfter(deadline: .now() + 1) { [weak self] in
                MainActor.assumeIsolated {
                    self?.connect()
                    self?.mayRest()
                }
            }
            return
        }
        switch message.method {
        case "INVITE": ring(message)
        case "ACK":
            if screen.call == .answered { screen.call = .on }
            print("the call is on")
        case "CANCEL", "BYE":
            line?.send(message.response("200 OK", tag: "phone"))
            isOver()
        case nil where message["CSeq"]?.hasSuffix("REGISTER") == true:
            screen.line = message.status == 200 ? "Registered" : "Not registered"
            print("registered: \(message.status ?? 0)")
        case nil where message["CSeq"]?.hasSuffix("BYE") == true: isOver()
        case _: line?.send(message.response("200 OK", tag: "phone"))
        }
    }

    // MARK: A call

    private func ring(_ invitation: SIPMessage) {
        guard call == nil else {
            line?.send(invitation.response("486 Busy Here", tag: "phone"))
            return
        }
        call = invitation
        screen.ring(invitation["From"] ?? "Somebody")
        stayAwake()
        line?.send(invitation.response("180 Ringing", tag: "phone"))
        // Whoever has the phone in the pocket hears of it (V5).
        let notification = UILocalNotification()
        notification.alertBody = "\(invitation["From"] ?? "Somebody") is calling"
        notification.soundName = UILocalNotificationDefaultSoundName
        UIApplication.shared.presentLocalNotificationNow(notification)
        print("it rings")
        let seconds = UserDefaults.standard.double(forKey: "answers")
        guard seconds > 0 else { return }
        DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { [weak self] in
            MainActor.assumeIsolated { self?.answer(hangingUpAfter: seconds) }
        }
    }

    private func answer(hangingUpAfter seconds: Double? = nil) {
        guard let call, screen.call == .rings else { return }
        let media =
            "v=0\r\no=phone 1 1 IN IP4 127.0.0.1\r\ns=-\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=audio 9 RTP/AVP 0\r\n"
        line?.send(call.response("200 OK", tag: "phone", body: media))
        screen.call = .answered
        guard let seconds else { return }
        DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { [weak self] in
            MainActor.assumeIsolated { self?.hangUp() }
        }
    }

    private func hangUp() {
        guard let call else { return }
        let to = call["To"] ?? ""
        line?.send(
            request(
                "BYE", call["Call-ID"] ?? "", 1, to: call["From"] ?? "",
                from: to.contains(";tag=") ? to : to + ";tag=phone"))
    }

    /// The user's key: declines a call that rings, and hangs up another.
    private func endCall() {
        guard let call, screen.call == .rings else { return hangUp() }
        line?.send(call.response("486 Busy Here", tag: "phone"))
        isOver()
    }

    private func isOver() {
        call = nil
        screen.call = .none
        print("the call is over")
        mayRest()
    }

    private func stayAwake() {
        guard task == .invalid else { return }
        task = UIApplication.shared.beginBackgroundTask(withName: "call") { [weak self] in
            self?.mayRest()
        }
    }

    private func mayRest() {
        UIApplication.shared.endBackgroundTask(task)
        task = .invalid
    }
}
