import Foundation
import UserNotifications

struct Appointment: Codable, Sendable {
    var title: String
    var hour: Int
    var minute: Int
    var second = 0
    /// Each week on this day; nil: each day.
    var weekday: Int?
}

/// The appointments, and their reminders.
@MainActor final class Agenda {
    static let later = "LATER"

    private let center = UNUserNotificationCenter.current()
    private var appointments: [Appointment] = []

    private static var file: URL {
        get throws {
            try FileManager.default.url(
                for: .documentDirectory, in: .userDomainMask, appropriateFor: nil, create: true
            ).appendingPathComponent("agenda.json")
        }
    }

    /// The first time: with a meeting and a walk.
    func load() async {
        center.setNotificationCategories([
            UNNotificationCategory(
                identifier: "APPOINTMENT",
                actions: [UNNotificationAction(identifier: Self.later, title: "In a moment")],
                intentIdentifiers: [])
        ])
        appointments = stored()
        if appointments.isEmpty {
            appointments = [
                Appointment(title: "Meeting", hour: 9, minute: 30, weekday: 2),
                Appointment(title: "Walk", hour: 18, minute: 0),
            ]
        }
        if CommandLine.arguments.contains("--soon") {
            // Late enough for whoever opened it to have left it by then.
            let soon = Calendar.current.dateComponents(
                [.hour, .minute, .second], from: Date(timeIntervalSinceNow: 6))
            appointments.append(
                Appointment(
                    title: "Call", hour: soon.hour ?? 0, minute: soon.minute ?? 0,
                    second: soon.second ?? 0))
        }
        await remind()
    }

    /// Looks for what is new.
    func refresh() async -> Bool {
        appointments = stored()
        guard !appointments.contains(where: { $0.title == "Dinner" }) else { return true }
        appointments.append(Appointment(title: "Dinner", hour: 20, minute: 15))
        await remind()
        return !Task.isCancelled
    }

    private func stored() -> [Appointment] {
        guard let data = try? Data(contentsOf: Self.file) else { return [] }
        return (try? JSONDecoder().decode([Appointment].self, from: data)) ?? []
    }

    private func remind() async {
        do {
            try JSONEncoder().encode(appointments).write(to: Self.file, options: .atomic)
            center.removeAllPendingNotificationRequests()
            for appointment in appointments { try await center.add(request(appointment)) }
            let pending = await center.pendingNotificationRequests()
            let dates = pending.compactMap {
                ($0.trigger as? UNCalendarNotificationTrigger)?.nextTriggerDate()
            }
            let names = pending.map(\.identifier).sorted().joined(separator: " ")
            say("reminds of \(names), \(dates.filter { $0 > Date() }.count) ahead")
        } catch {
            say("can't remind: \(error.localizedDescription)")
        }
    }

    private func request(_ appointment: Appointment) -> UNNotificationRequest {
        let content = UNMutableNotificationContent()
        content.title = appointment.title
        content.body = String(format: "at %d:%02d", appointment.hour, appointment.minute)
        content.sound = .default
        content.categoryIdentifier = "APPOINTMENT"
        var date = DateComponents()
        date.hour = appointment.hour
        date.minute = appointment.minute
        date.second = appointment.second
        date.weekday = appointment.weekday
        return UNNotificationRequest(
            identifier: appointment.title, content: content,
            trigger: UNCalendarNotificationTrigger(dateMatching: date, repeats: true))
    }

    /// Reminds again soon.
    func putOff(_ request: UNNotificationRequest) async {
        let again = UNNotificationRequest(
            identifier: "\(request.identifier) again", content: request.content,
            trigger: UNTimeIntervalNotificationTrigger(timeInterval: 0.1, repeats: false))
        do {
            try await center.add(again)
            say("put off \(request.content.title)")
        } catch {
            say("not put off: \(error.localizedDescription)")
        }
    }
}
