/// A document of Apple's. The title is how a reader finds the document.
enum Document: String {
    // Guides
    case executing = "iPhone Application Programming Guide: Executing Code in the Background"
    case background = "App Programming Guide for iOS: Background Execution"
    case states = "App Programming Guide for iOS: App States and Multitasking"
    case energy = "Energy Efficiency Guide for iOS Apps: React to Low Power Mode on iPhones"
    case bluetooth =
        "Core Bluetooth Programming Guide: Core Bluetooth Background Processing for iOS Apps"

    // Headers
    case taskSchedulerHeader = "BackgroundTasks: BGTaskScheduler.h"
    case taskRequestHeader = "BackgroundTasks: BGTaskRequest.h"
    case taskHeader = "BackgroundTasks: BGTask.h"

    // Engineers' answers
    case limits = "Apple Developer Forums: iOS Background Execution Limits"
    case taskNotes = "Apple Developer Forums: UIApplication Background Task Notes"

    // Technical notes
    case sceneMigration = "TN3187: Migrating to the UIKit scene-based life cycle"

    // UIKit
    case application = "UIKit: UIApplication"
    case delegate = "UIKit: UIApplicationDelegate"
    case sceneDelegate = "UIKit: UISceneDelegate"
    case localNotification = "UIKit: UILocalNotification"
    case lifeCycle = "UIKit: Managing your app's life cycle"
    case launchSequence = "UIKit: About the app launch sequence"
    case backgroundSequence = "UIKit: About the background execution sequence"
    case executionTime = "UIKit: Extending your app's background execution time"
    case intoBackground = "UIKit: Preparing your UI to run in the background"
    case preservation = "UIKit: About the UI preservation process"
    case restoration = "UIKit: About the UI restoration process"
    case encrypting = "UIKit: Encrypting Your App's Files"

    // Other frameworks
    case metricManager = "MetricKit: MXMetricManager"
    case backgroundExits = "MetricKit: MXBackgroundExitData"
    case foregroundExits = "MetricKit: MXForegroundExitData"
    case continuedTask = "BackgroundTasks: BGContinuedProcessingTask"
    case continuedRequest = "BackgroundTasks: BGContinuedProcessingTaskRequest"
    case submissionStrategy =
        "BackgroundTasks: BGContinuedProcessingTaskRequest.SubmissionStrategy"
    case schedulerError = "BackgroundTasks: BGTaskScheduler.Error.Code"
    case longRunning = "BackgroundTasks: Performing long-running tasks on iOS and iPadOS"
    case taskScheduler = "BackgroundTasks: BGTaskScheduler"
    case strategies = "BackgroundTasks: Choosing Background Strategies for Your App"
    case processInfo = "Foundation: ProcessInfo"
    case sessionConfiguration = "Foundation: URLSessionConfiguration"
    case sessionTask = "Foundation: URLSessionTask"
    case sessionDelegate = "Foundation: URLSessionDelegate"
    case downloading = "Foundation: Downloading files in the background"
    case notificationCenter = "UserNotifications: UNUserNotificationCenter"
    case notificationDelegate = "UserNotifications: UNUserNotificationCenterDelegate"
    case notificationRequest = "UserNotifications: UNNotificationRequest"
    case notificationAction = "UserNotifications: UNNotificationActionOptions"
    case notificationCategory = "UserNotifications: UNNotificationCategoryOptions"
    case timeTrigger = "UserNotifications: UNTimeIntervalNotificationTrigger"
    case calendarTrigger = "UserNotifications: UNCalendarNotificationTrigger"
    case locationTrigger = "UserNotifications: UNLocationNotificationTrigger"
    case scheduling = "UserNotifications: Scheduling a notification locally from your app"
    case handling = "UserNotifications: Handling notifications and notification-related actions"
    case backgroundUpdates = "UserNotifications: Pushing background updates to your App"
    case location = "CoreLocation: CLLocationManager"
    case locationDelegate = "CoreLocation: CLLocationManagerDelegate"
    case region = "CoreLocation: CLRegion"
    case proximity = "CoreLocation: Monitoring the user's proximity to geographic regions"
    case locationUpdates = "CoreLocation: Handling location updates in the background"
    case pushRegistry = "PushKit: PKPushRegistry"
    case pushRegistryDelegate = "PushKit: PKPushRegistryDelegate"
    case audioSession = "AVFAudio: AVAudioSession"
    case interruptions = "AVFAudio: Handling audio interruptions"
    case central = "CoreBluetooth: CBCentralManager"
    case centralDelegate = "CoreBluetooth: CBCentralManagerDelegate"
    case accessories = "ExternalAccessory: EAAccessoryManager"
}
