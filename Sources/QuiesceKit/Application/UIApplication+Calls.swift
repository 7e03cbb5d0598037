import Foundation
import QuiesceWire

// The effect of each delivery on the app.
extension UIApplication {
    /// Runs one callback to its end: the state around it, the delegate's method, the notification.
    func perform(_ call: MessageToApp.Call) {
        switch call {
        case .finishLaunching(let context):
            finishLaunching(context)
        case .didBecomeActive:
            scenes.becomeActive()
            applicationState = .active
            lifeCycleDelegate?.applicationDidBecomeActive(self)
            post(Self.didBecomeActiveNotification)
            for room in rooms { room.becameActive() }
            restoration.launchCameThrough()
        case .willResignActive:
            cancelTouches()
            scenes.resignActive()
            lifeCycleDelegate?.applicationWillResignActive(self)
            post(Self.willResignActiveNotification)
            applicationState = .inactive
        case .didEnterBackground(let deadline):
            link.change { $0.backgroundDeadline = deadline }
            applicationState = .background
            scenes.enterBackground()
            lifeCycleDelegate?.applicationDidEnterBackground(self)
            post(Self.didEnterBackgroundNotification)
            display.wentToBack()
            for room in rooms { room.wentToBack() }
            UIImage.dropCache()
            restoration.save(self)
        case .willEnterForeground:
            let link = room(AppLinks.self).takeHeld()
            let isTaken = scenes.enterForeground(self, with: link)
            post(Self.willEnterForegroundNotification)
            lifeCycleDelegate?.applicationWillEnterForeground(self)
            applicationState = .inactive
            display.cameToFront()
            if let link, !isTaken { hand(over: link) }
        case .memoryWarning:
            UIImage.dropCache()
            delegate?.applicationDidReceiveMemoryWarning(self)
            for controller in windows.flatMap(\.stack.all).flatMap(\.withDescendants) {
                controller.didReceiveMemoryWarning()
            }
            post(Self.didReceiveMemoryWarningNotification)
        case .willTerminate:
            link.change { $0.isTerminating = true }
            if isBuiltForSingleTasking { cancelAlerts() }
            scenes.disconnect()
            delegate?.applicationWillTerminate(self)
            post(Self.willTerminateNotification)
            restoration.launchCameThrough()
        case .expireTasks(let tasks):
            for task in tasks {
                // Taken one by one: a handler may end the tasks after it.
                link.change { $0.takeExpirationHandler(of: task) }?()
            }
        case .performFetch(let wake):
            let completion = completion(of: wake)
            guard let delegate else { return completion(.noData) }
            delegate.application(self, performFetchWithCompletionHandler: completion)
        case .remoteNotification(let wake, let payload):
            let completion = completion(of: wake)
            guard let delegate else { return completion(.noData) }
            delegate.application(
                self, didReceiveRemoteNotification: userInfo(of: payload),
                fetchCompletionHandler: completion)
        case .location(let wake, let news):
            let completion = wake.map(completion)
            room(LocationServices.self).take(news)
            completion?(.newData)
        case .audio(let wake, let order):
            room(AudioServices.self).commands.take(order)
            completion(of: wake)(.newData)
        case .voip(let wake, let news):
            room(VoIPServices.self).take(news, completion(of: wake))
        case .accessories(let wake, let news):
            room(AccessoryServices.self).take(news, wake.map(completion))
        case .bluetooth(let wake, let news):
            let completion = wake.map(completion)
            let bluetooth = room(BluetoothServices.self)
            bluetooth.take(news)
            // Requests that the app's delegates have made of the SDK alone are answered first.
            if let completion { bluetooth.afterwards { completion(.newData) } }
        case .systemEvents(let events, let device):
            if events.contains("statusBarFrame") { statusBarWillChange(to: device) }
            let before = link.change { session in
                defer { session.device = device }
                return session.device
            }
            UIDevice.current.followTimeZone()
            for event in events { tell(event, before: before, now: device) }
        case .permission(let permission, let state):
            permissions.told(permission, state)
            for room in rooms { room.permitted() }
        case .transfer(.handleEvents(let wake, let session)):
            handleEvents(of: session, completion(of: wake))
        case .transfer(let callback): transfers.take(callback)
        case .notification(.answered(let answered, let wake?)):
            let completion = completion(of: wake)
            if !notifications.didReceive(answered, inFront: false, { completion(.newData) }) {
                completion(.noData)
            }
        case .notification(let callback): take(callback)
        case .link(let callback): take(callback)
        case .continued(let callback): continuedTasks.take(callback)
        case .push(.voipReceived(let wake, let payload)):
            room(PushRegistries.self).receive(userInfo(of: payload), completion(of: wake))
        case .push(let callback): take(callback)
        case .backgroundTask(let wake, let identifier, let kind):
            backgroundTasks.run(identifier, kind, wake, completion(of: wake))
        case .expireWake(let wake): backgroundTasks.expire(wake)
        case .fetchRefused(let identifier, let reason): fetchRefused(identifier, reason)
        case .input(let event):
            receive(event)
        }
    }

    /// Posts a sensor's notification, if the app monitors the sensor.
    private func tell(_ name: Notification.Name, if isWanted: Bool) {
        if isWanted { NotificationCenter.default.post(name: name, object: UIDevice.current) }
    }

    /// One notification, and for what has one the delegate's method (Q6). Of an event that this
    /// version of the SDK doesn't know, only the value is taken.
    private func tell(
        _ event: String, before: MessageToApp.DeviceState, now: MessageToApp.DeviceState
    ) {
        let center = NotificationCenter.default
        let device = UIDevice.current
        switch event {
        case "orientation":
            center.post(name: UIDevice.orientationDidChangeNotification, object: device)
            display.prepare()
        case "significantTimeChange":
            post(Self.significantTimeChangeNotification)
            delegate?.applicationSignificantTimeChange(self)
        case "batteryLevel":
            tell(UIDevice.batteryLevelDidChangeNotification, if: device.isBatteryMonitoringEnabled)
        case "batteryState":
            tell(UIDevice.batteryStateDidChangeNotification, if: device.isBatteryMonitoringEnabled)
        case "proximity":
            tell(
                UIDevice.proximityStateDidChangeNotification,
                if: device.isProximityMonitoringEnabled)
        case "protectedData":
            if isProtectedDataAvailable {
                delegate?.applicationProtectedDataDidBecomeAvailable(self)
                post(Self.protectedDataDidBecomeAvailableNotification)
            } else {
                delegate?.applicationProtectedDataWillBecomeUnavailable(self)
                post(Self.protectedDataWillBecomeUnavailableNotification)
            }
        case "locale":
            center.post(name: NSLocale.currentLocaleDidChangeNotification, object: nil)
        case "ubiquityIdentity":
            center.post(name: .NSUbiquityIdentityDidChange, object: nil)
        case "accessoryDisconnected":
            EAAccessoryManager.shared().disconnected(
                from: before.accessories ?? [], to: now.accessories ?? [])
        case "accessoryConnected":
            EAAccessoryManager.shared().connected(
                from: before.accessories ?? [], to: now.accessories ?? [])
        case "screenConnected", "screenDisconnected", "screenMode":
            UIScreen.told(event, from: before.externalScreen, to: now.externalScreen)
        case "defaults":
            // Takes in what was written into the file, beside what the app hasn't saved yet.
            UserDefaults.standard.synchronize()
            center.post(name: UserDefaults.didChangeNotification, object: UserDefaults.standard)
        case "backgroundRefresh":
            guard permissions.state(of: .backgroundRefresh) == .authorized else { break }
            post(Self.backgroundRefreshStatusDidChangeNotification)
        case "statusBarFrame": statusBarDidChange(from: before)
        case "powerState":
            center.post(name: .NSProcessInfoPowerStateDidChange, object: ProcessInfo.processInfo)
        case "thermalState":
            guard link.read({ $0.hasAskedThermalState }) else { break }
            center.post(
                name: ProcessInfo.thermalStateDidChangeNotification,
                object: ProcessInfo.processInfo)
        case _:
            break
        }
    }

    private func finishLaunching(_ context: MessageToApp.LaunchContext) {
        isLaunchingToFront = context.state == .inactive
        defer { isLaunchingToFront = false }
        // As on iOS an app with scenes is in the background until its scene is in front.
        applicationState =
            switch context.state {
            case .inactive: scenes.isAdopted == true ? .background : .inactive
            case .background: .background
            }
        let discarded = scenes.restore(after: context.previousExit)
        previousExitReason = context.previousExit
        let options: [LaunchOptionsKey: Any]? =
            switch context.reason {
            case .user, .fetch, .transfer, .backgroundTask, .audio, .voip, .voipPush,
                .notificationAction:
                nil
            case .bluetooth: bluetoothOptions(context)
            case .url, .shortcut, .activity: context.link.flatMap { self.options(of: $0) }
            case .location: [.location: true]
            case .localNotification:
                context.notification.map { [.localNotification: UILocalNotification($0)] }
            case .remoteNotification: [.remoteNotification: userInfo(of: context.push ?? "{}")]
            }
        isLaunching = true
        defer { isLaunching = false }
        let mainInterface = scenes.isAdopted == true ? nil : loadMainInterface()
        scenes.mainWindow = mainInterface
        // The methods' results matter for what it is opened with alone: one that has opened them
        // itself returns false.
        let wantsLink = delegate?.application(self, willFinishLaunchingWithOptions: options)
        restoration.restore(self, after: context.previousExit)
        let stillWantsLink = delegate?.application(self, didFinishLaunchingWithOptions: options)
        backgroundTasks.launched()
        NotificationCenter.default.post(
            name: Self.didFinishLaunchingNotification, object: self, userInfo: options)
        if let discarded { delegate?.application(self, didDiscardSceneSessions: [discarded]) }
        let response = context.opened.flatMap { notifications.response($0, inFront: true) }
        if context.state == .inactive {
            scenes.launched(self, with: context.link, response)
        }
        if let opened = context.link, scenes.isAdopted != true, wantsLink != false,
            stillWantsLink != false
        {
            hand(over: opened)
        }
        // The user chose it. One that wakes the app comes with a completion handler of its own.
        if let push = context.push, context.state == .inactive {
            let isTaken = response.map { notifications.didReceive($0, {}) } ?? false
            if !isTaken { offer(push) }
        } else if let response {
            // Without a delegate of notifications it was in the options alone.
            _ = notifications.didReceive(response, {})
        }
        mainInterface?.makeKeyAndVisible()
        if context.state == .inactive { display.cameToFront() }
    }

    func post(_ name: Notification.Name) {
        NotificationCenter.default.post(name: name, object: self)
    }

    private func completion(of wake: UInt64) -> @Sendable (UIBackgroundFetchResult) -> Void {
        link.change { $0.wakeBegan(wake) }
        return { @Sendable [weak self, link, display] result in
            let counted = link.completeWake(wake, result.onTheWire) {
                display.doneInBackground()
                self?.wakeIsDone()
            }
            if !counted { note("a completion handler was called again; the first call counts") }
        }
    }

    /// Saves the state that a wake-up has changed, where the app is still in the background (F7).
    private func wakeIsDone() {
        // In a test a killed app's code may go on, beside its next launch.
        guard UIApplication.running === self else { return }
        if applicationState == .background {
            restoration.save(self)
        } else {
            restoration.launchCameThrough()
        }
    }
}

extension MessageToApp.LaunchContext {
    /// The notification that the user has opened the app from.
    fileprivate var opened: AnsweredNotification? {
        (push == nil ? notification : shown).map {
            AnsweredNotification(
                notification: $0, date: notificationDate, push: push, answer: .opened)
        }
    }
}
