import {
  type AvailabilityRule,
  type Booker,
  type Booking,
  type DateOverride,
  formatDate,
  instantOfWallTime,
  type TimeWindow,
} from '@holdfast/engine'
import type { Account } from './accounts/account.ts'
import type { ApiKey } from './api-keys/api-key.ts'
import type { OpenedSlots } from './availability/availability.ts'
import type { OpenedDate } from './availability/opening.ts'
import type { Block } from './blocks/block.ts'
import type { Calendar } from './calendars/calendar.ts'
import type { CalendarEvent, StayGuest } from './calendars/calendar-event.ts'
import type { EventRecurrence } from './calendars/event-recurrence.ts'
import type { Contact } from './contacts/contact.ts'
import type { EventType } from './event-types/event-type.ts'
import { eventView } from './events/event.ts'
import type { Provider } from './providers/provider.ts'
import { type DeadLetter, deadLetterId } from './queue/dead-letters.ts'
import type { Delivery } from './webhooks/delivery.ts'
import type { WebhookEndpoint } from './webhooks/endpoint.ts'

/**
 * How each resource is shown: over HTTP and, the same, inside events. Plain JSON values; an absent
 * optional value is `null`, so that every resource always has all of its members.
 */

/** RFC 3339 text in UTC of an epoch second. */
export const instantText = (epochSeconds: number): string =>
  `${new Date(epochSeconds * 1000).toISOString().slice(0, 19)}Z`

const instantOrNull = (epochSeconds: number | undefined): string | null =>
  epochSeconds === undefined ? null : instantText(epochSeconds)

const timestamps = (of: {
  readonly createdAtEpochSeconds: number
  readonly updatedAtEpochSeconds: number
}) => ({
  createdAt: instantText(of.createdAtEpochSeconds),
  updatedAt: instantText(of.updatedAtEpochSeconds),
})

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** `HH:MM` of a minute of the day; 1440 is `24:00`. */
export const wallTimeText = (minuteOfDay: number): string =>
  `${twoDigits(Math.floor(minuteOfDay / 60))}:${twoDigits(minuteOfDay % 60)}`

const windowView = (window: TimeWindow) => ({
  start: wallTimeText(window.startMinute),
  end: wallTimeText(window.endMinute),
})

/** A provider. */
export const providerView = (provider: Provider) => ({
  id: provider.id,
  version: provider.version,
  name: provider.name,
  slug: provider.slug,
  timeZone: provider.timeZone,
  specialty: provider.specialty ?? null,
  email: provider.email ?? null,
  listed: provider.isListed ?? false,
  ...timestamps(provider),
})

/** An event type with its rules. */
export const eventTypeView = (eventType: EventType) => ({
  id: eventType.id,
  version: eventType.version,
  providerId: eventType.providerId,
  status: eventType.status,
  slug: eventType.slug,
  title: eventType.title,
  description: eventType.description ?? null,
  durationMinutes: eventType.durationMinutes,
  slotStepMinutes: eventType.slotStepMinutes,
  bufferBeforeMinutes: eventType.bufferBeforeMinutes,
  bufferAfterMinutes: eventType.bufferAfterMinutes,
  minNoticeMinutes: eventType.minNoticeMinutes,
  maxAdvanceDays: eventType.maxAdvanceDays,
  availabilityRules: eventType.availabilityRules.map((rule: AvailabilityRule) => ({
    weekday: rule.weekday,
    windows: rule.windows.map(windowView),
  })),
  dateOverrides: eventType.dateOverrides.map((override: DateOverride) => ({
    date: override.date,
    windows: override.windows.map(windowView),
  })),
  confirmation: eventType.confirmation,
  holdMinutes: eventType.holdMinutes,
  approvalMinutes: eventType.approvalMinutes,
  ...timestamps(eventType),
})

/** All that a provider opened on one date, in the provider's zone. */
export const openedDateView = (opened: OpenedDate) => ({
  providerId: opened.providerId,
  version: opened.version,
  date: opened.date,
  openings: opened.openings.map(({ startMinute, endMinute, slotDurationMinutes }) => ({
    startTime: wallTimeText(startMinute),
    endTime: wallTimeText(endMinute),
    slotDurationMinutes,
  })),
})

/** A window of a date, as it was opened. */
export const openingView = (opened: OpenedSlots) => ({
  providerId: opened.providerId,
  version: opened.version,
  date: opened.date,
  startTime: wallTimeText(opened.opening.startMinute),
  endTime: wallTimeText(opened.opening.endMinute),
  slotDurationMinutes: opened.opening.slotDurationMinutes,
  slotCount: opened.slotCount,
})

/** Time that a provider takes off. */
export const blockView = (block: Block) => ({
  id: block.id,
  version: block.version,
  providerId: block.providerId,
  start: instantText(block.startEpochSeconds),
  end: instantText(block.endEpochSeconds),
  reason: block.reason ?? null,
  ...timestamps(block),
})

const guestView = (guest: StayGuest | undefined) =>
  guest ? { name: guest.name, email: guest.email, locale: guest.locale ?? null } : null

/** An event of a calendar, or a stay; dates where it is between dates, the end exclusive. */
export const calendarEventView = (event: CalendarEvent) => ({
  id: event.id,
  version: event.version,
  calendarId: event.calendarId,
  title: event.title,
  description: event.description ?? null,
  allDay: event.days !== undefined,
  start: event.days ? formatDate(event.days.startDay) : instantText(event.startEpochSeconds),
  end: event.days ? formatDate(event.days.endDay) : instantText(event.endEpochSeconds),
  extendedProps: event.extendedProps ?? {},
  guest: guestView(event.guest),
  recurrence: event.recurrence ? recurrenceView(event.recurrence, event.days !== undefined) : null,
  recurringEventId: event.occurrence?.recurringEventId ?? null,
  originalStart: event.occurrence
    ? setDateText(
        event.occurrence.isAllDay,
        event.occurrence.originalWallSeconds,
        event.occurrence.originalStartEpochSeconds,
      )
    : null,
  ...timestamps(event),
})

const SECONDS_PER_DAY = 86_400

const setDateText = (isAllDay: boolean, wallSeconds: number, epochSeconds: number): string =>
  isAllDay ? formatDate(wallSeconds / SECONDS_PER_DAY) : instantText(epochSeconds)

/** How an event recurs; the dates of its set as its start is written, instants or dates. */
function recurrenceView(recurrence: EventRecurrence, isAllDay: boolean) {
  const { rrule, timeZone, startWallSeconds } = recurrence
  const start = { wallSeconds: startWallSeconds, timeZone }
  const texts = (walls: readonly number[]) =>
    walls.map((wall) => setDateText(isAllDay, wall, instantOfWallTime(start, wall)))
  return {
    rrule,
    timeZone,
    exdates: texts(recurrence.exdates),
    rdates: texts(recurrence.rdates),
    changedOccurrences: recurrence.changes.map((change) =>
      setDateText(isAllDay, change.originalWallSeconds, change.originalStartEpochSeconds),
    ),
  }
}

/** A calendar; what is closed is written as dates, the end exclusive. */
export const calendarView = (calendar: Calendar) => ({
  id: calendar.id,
  version: calendar.version,
  name: calendar.name,
  timeZone: calendar.timeZone,
  exclusive: calendar.exclusive,
  stayPolicy: calendar.stayPolicy
    ? {
        minNights: calendar.stayPolicy.minNights,
        maxNights: calendar.stayPolicy.maxNights,
        arrivalWeekdays: calendar.stayPolicy.arrivalWeekdays,
        departureWeekdays: calendar.stayPolicy.departureWeekdays,
        closedNights: calendar.stayPolicy.closedNights.map(({ fromDay, toDay }) => ({
          from: formatDate(fromDay),
          to: formatDate(toDay),
        })),
        maxAdvanceDays: calendar.stayPolicy.maxAdvanceDays,
        checkInTime: wallTimeText(calendar.stayPolicy.checkInMinute),
        checkOutTime: wallTimeText(calendar.stayPolicy.checkOutMinute),
      }
    : null,
  publicStays: calendar.publicStays ?? false,
  removal: calendar.removal
    ? {
        requestedAt: instantText(calendar.removal.requestedAtEpochSeconds),
        removedItems: calendar.removal.removedItems,
      }
    : null,
  ...timestamps(calendar),
})

/** An API key without its secret. */
export const apiKeyView = (apiKey: ApiKey) => ({
  id: apiKey.id,
  version: apiKey.version,
  name: apiKey.name,
  hint: apiKey.hint,
  ...timestamps(apiKey),
})

const bookerView = (booker: Booker | undefined) =>
  booker === undefined
    ? null
    : {
        id: booker.id ?? null,
        name: booker.name,
        email: booker.email,
        timeZone: booker.timeZone ?? null,
        locale: booker.locale ?? null,
      }

/** A booking without its manage token; its booker is null while a hold waits for the details. */
export const bookingView = (booking: Booking) => ({
  id: booking.id,
  version: booking.version,
  status: booking.status,
  providerId: booking.providerId,
  eventTypeId: booking.eventTypeId ?? null,
  start: instantText(booking.startEpochSeconds),
  end: instantText(booking.endEpochSeconds),
  timeZone: booking.timeZone,
  localStart: booking.localStart,
  tzdbVersion: booking.tzdbVersion,
  confirmation: booking.confirmation,
  holdExpiresAt: instantOrNull(booking.holdExpiresAtEpochSeconds),
  booker: bookerView(booking.booker),
  note: booking.note ?? null,
  policy: {
    durationMinutes: booking.policy.durationMinutes,
    bufferBeforeMinutes: booking.policy.bufferBeforeMinutes,
    bufferAfterMinutes: booking.policy.bufferAfterMinutes,
  },
  sequence: booking.sequence,
  rescheduledFrom: instantOrNull(booking.rescheduledFromEpochSeconds),
  confirmedAt: instantOrNull(booking.confirmedAtEpochSeconds),
  cancelledAt: instantOrNull(booking.cancelledAtEpochSeconds),
  cancellationReason: booking.cancellationReason ?? null,
  completedAt: instantOrNull(booking.completedAtEpochSeconds),
  noShowAt: instantOrNull(booking.noShowAtEpochSeconds),
  expiredAt: instantOrNull(booking.expiredAtEpochSeconds),
  ...timestamps(booking),
})

/** An account with the settings that hold for all that it has. */
export const accountView = (account: Account) => ({
  id: account.id,
  version: account.version,
  name: account.name,
  completesBookings: account.completesBookings,
  reminderMinutes: account.reminderMinutes,
  ...timestamps(account),
})

/** A person who has booked. */
export const contactView = (contact: Contact) => ({
  id: contact.id,
  version: contact.version,
  email: contact.email,
  name: contact.name,
  bookerId: contact.bookerId ?? null,
  bookingCount: contact.bookingCount,
  lastBookingId: contact.lastBookingId,
  ...timestamps(contact),
})

/** A webhook endpoint without its secrets. */
export const webhookEndpointView = (endpoint: WebhookEndpoint) => ({
  id: endpoint.id,
  version: endpoint.version,
  url: endpoint.url,
  events: endpoint.events,
  status: endpoint.status,
  disabledReason: endpoint.disabledReason ?? null,
  failingSince: instantOrNull(endpoint.failingSinceEpochSeconds),
  previousSecretExpiresAt: instantOrNull(
    endpoint.secrets.find((one) => one.expiresAtEpochSeconds !== undefined)?.expiresAtEpochSeconds,
  ),
  ...timestamps(endpoint),
})

// Attempts of deliveries are timed to the millisecond.
const momentText = (epochMilliseconds: number): string => new Date(epochMilliseconds).toISOString()

/** What became of an event at a webhook endpoint, with what was sent and what came back. */
export const deliveryView = (delivery: Delivery) => ({
  id: delivery.event.id,
  version: delivery.version,
  webhookEndpointId: delivery.endpointId,
  status: delivery.status,
  nextAttemptAt:
    delivery.nextAttemptAtEpochMilliseconds === undefined
      ? null
      : momentText(delivery.nextAttemptAtEpochMilliseconds),
  attempts: delivery.attempts.map((attempt) => ({
    at: momentText(attempt.atEpochMilliseconds),
    durationMilliseconds: attempt.durationMilliseconds,
    status: attempt.status ?? null,
    text: attempt.text,
  })),
  event: eventView(delivery.event),
})

/** Work on an event that was given up; of the event only what tells it apart. */
export function deadLetterView({ task, diedAtEpochSeconds }: DeadLetter) {
  const { id, type, occurredAt, resource } = eventView(task.event)
  return {
    id: deadLetterId(task),
    consumer: task.consumer,
    event: { id, type, occurredAt, resource },
    subject: task.subject ?? null,
    failedAttempts: task.failedAttempts,
    lastError: task.lastError ?? null,
    diedAt: instantText(diedAtEpochSeconds),
  }
}
