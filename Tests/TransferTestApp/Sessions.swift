import Foundation
import FoundationNetworking
import QuiesceKit
import QuiesceKitNetworking
import Synchronization

/// The app's sessions and tasks, by the names that commands have for them. From any thread.
enum Sessions {
    static let all = Mutex<[String: BackgroundURLSession]>([:])
    static let tasks = Mutex<[BackgroundURLSessionTask]>([])
    static let completion = Mutex<(@Sendable () -> Void)?>(nil)
    static let resumeData = Mutex<Data?>(nil)
    /// The answers to questions.
    static let answers = Mutex<[String: String]>([:])

    static func open(_ name: String, options: [String] = []) {
        let configuration = BackgroundURLSessionConfiguration.background(withIdentifier: name)
        configuration.isDiscretionary = options.contains("discretionary")
        configuration.sessionSendsLaunchEvents = !options.contains("silent")
        configuration.allowsCellularAccess = !options.contains("wifi")
        configuration.asksForRedirects = options.contains("redirects")
        if options.contains("headers") {
            configuration.httpAdditionalHeaders = ["X-App": "test", "Accept": "none"]
            configuration.timeoutIntervalForRequest = 7
            configuration.timeoutIntervalForResource = 70
            configuration.httpMaximumConnectionsPerHost = 2
            configuration.connectionProxyDictionary = [
                "HTTPEnable": 1, "HTTPProxy": "proxy", "HTTPPort": 3128,
            ]
        }
        let queue = options.contains("main") ? OperationQueue.main : nil
        let delegate: any BackgroundURLSessionDelegate =
            options.contains("awaiting") ? AwaitingDiary() : Diary(name)
        let session = BackgroundURLSession(
            configuration: configuration, delegate: delegate, delegateQueue: queue)
        all.withLock { $0[name] = session }
    }

    static func session(_ name: String) -> BackgroundURLSession {
        guard let session = all.withLock({ $0[name] }) else { fatalError("no session \(name)") }
        return session
    }

    /// The newest task is `last`; others go by their place, from 0.
    static func task(_ name: String) -> BackgroundURLSessionTask {
        tasks.withLock { tasks in
            guard let task = name == "last" ? tasks.last : tasks[Int(name) ?? 0] else {
                fatalError("no task \(name)")
            }
            return task
        }
    }

    static func add(_ task: BackgroundURLSessionTask) {
        tasks.withLock { $0.append(task) }
        say("task \(task.taskIdentifier)")
    }
}

func obey(_ words: [String]) {
    func request(_ url: String) -> URLRequest {
        var request = URLRequest(url: URL(string: url) ?? URL(fileURLWithPath: "/"))
        if words.contains("--post") {
            request.httpMethod = "POST"
            request.setValue("text/plain", forHTTPHeaderField: "Accept")
        }
        return request
    }
    switch words[0] {
    case "open": Sessions.open(words[1], options: Array(words.dropFirst(2)))
    case "download": Sessions.add(Sessions.session(words[1]).downloadTask(with: request(words[2])))
    case "data": Sessions.add(Sessions.session(words[1]).dataTask(with: request(words[2])))
    case "upload":
        let body = URL(fileURLWithPath: words[3])
        Sessions.add(
            Sessions.session(words[1]).uploadTask(with: request(words[2]), fromFile: body))
    case "send":
        Sessions.add(
            Sessions.session(words[1]).uploadTask(
                with: request(words[2]), from: Data(words[3].utf8)))
    case "continue":
        let data = Sessions.resumeData.withLock { $0 } ?? Data()
        Sessions.add(Sessions.session(words[1]).downloadTask(withResumeData: data))
    case "resume": Sessions.task(words[1]).resume()
    case "suspend": Sessions.task(words[1]).suspend()
    case "cancel": Sessions.task(words[1]).cancel()
    case "stop":
        (Sessions.task(words[1]) as? BackgroundURLSessionDownloadTask)?.cancel { data in
            Sessions.resumeData.withLock { $0 = data }
            say("resume data \(data != nil)")
        }
    case "describe": Sessions.task(words[1]).taskDescription = words[2]
    case "prioritise": Sessions.task(words[1]).priority = Float(words[2]) ?? 0
    case "delay":
        Sessions.task(words[1]).earliestBeginDate = Date(
            timeIntervalSince1970: Double(words[2]) ?? 0)
    case "show":
        let task = Sessions.task(words[1])
        say(
            "\(task.state) \(task.countOfBytesReceived)/\(task.countOfBytesExpectedToReceive) "
                + "\(task.countOfBytesSent)/\(task.countOfBytesExpectedToSend)")
    case "list":
        Sessions.session(words[1]).getAllTasks { tasks in
            for task in tasks {
                say(
                    "listed \(task.taskIdentifier) \(type(of: task)) \(task.state) "
                        + "\(task.originalRequest?.url?.absoluteString ?? "none") "
                        + "\(task.taskDescription ?? "none") \(task.priority)")
            }
            say("listed \(tasks.count)")
        }
    case "answer":
        Sessions.answers.withLock { $0[words[1]] = words[2] }
        say("answers \(words[1]) \(words[2])")
    case "finish": Sessions.session(words[1]).finishTasksAndInvalidate()
    case "abandon": Sessions.session(words[1]).invalidateAndCancel()
    case "complete":
        let completion = Sessions.completion.withLock { $0 }
        completion?()
        completion?()
        say("completed events")
    case "begin":
        let task = DispatchQueue.main.sync {
            MainActor.assumeIsolated { UIApplication.shared.beginBackgroundTask() }
        }
        say("began \(task != .invalid)")
    case _ where Calls.obey(words): break
    case _:
        let known = DispatchQueue.main.sync { MainActor.assumeIsolated { obeyNewsstand(words) } }
        if !known { say("no such command: \(words[0])") }
    }
}
