import { ERASED_BOOKER, isErasedBooker } from '@holdfast/engine'
import { ERASED_MEMBERS, ERASED_UNLESS_SYSTEM } from '../../kernel/booking-fields/members.ts'
import { bookerRepresentation } from '../../kernel/booking-fields/shown-parts.ts'
import type { DomainEvent, EventData, JsonValue } from '../../kernel/events/event.ts'
import { ERASED_TEXT, type Mentions } from '../../kernel/privacy/person.ts'

/** A JSON object. */
type JsonObject = { readonly [name: string]: JsonValue }

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What identifies the booker of an event. */
const addressOf = ({ email, contactId }: JsonObject): string => textOf(email) || textOf(contactId)

const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '')

/** Decides whether the parts of an event are about a person. */
export interface EventMatch {
  /** `email`: the address, or the id of the contact of a person without one. */
  readonly booker: (booker: { readonly email: string }) => boolean
  /** Of a booking of somebody else. */
  readonly guest: (guest: { readonly email: string }) => boolean
  readonly calendarEvent: (event: JsonObject) => boolean
  /** Of a booking without a booker: whether its texts are erased by its id. */
  readonly bookingId: (id: string) => boolean
}

/** Matches the events about one person. `erasedBookingIds`: bookings whose texts are the person's. */
export const matchPerson = (
  mentions: Mentions,
  erasedBookingIds: ReadonlySet<string> = new Set(),
): EventMatch => ({
  booker: ({ email }) => mentions.isAddress(email),
  guest: ({ email }) => mentions.isAddress(email),
  calendarEvent: ({ guest, title, description, extendedProps }) =>
    isObject(guest)
      ? mentions.isAddress(textOf(guest.email))
      : mentions.inJson([title ?? null, description ?? null, extendedProps ?? null]),
  bookingId: (id) => erasedBookingIds.has(id),
})

/** Matches the events about anybody. */
export const MATCH_ANYBODY: EventMatch = {
  booker: (booker) => !isErasedBooker(booker),
  guest: () => true,
  calendarEvent: ({ guest, title, description, extendedProps }) =>
    isObject(guest) ||
    title !== ERASED_TEXT ||
    description != null ||
    (isObject(extendedProps) && Object.keys(extendedProps).length > 0),
  bookingId: () => true,
}

const erasedBooker = (): JsonObject => bookerRepresentation(ERASED_BOOKER) ?? {}

/** The members of a booking that may have texts of its booker. */
const PERSONAL_NAMES = Object.keys({ ...ERASED_MEMBERS, ...ERASED_UNLESS_SYSTEM })

const isEmpty = (value: JsonValue | undefined): boolean =>
  value == null || (typeof value === 'object' && Object.keys(value).length === 0)

/** Whether a booking of an event has texts of its booker. */
const hasTexts = (booking: JsonObject): boolean =>
  PERSONAL_NAMES.some((name) => !isEmpty(booking[name]))

/** A booking of an event without the person; the same object if it is not about them. */
function erasedBooking(booking: JsonObject, match: EventMatch): JsonObject {
  const { booker, cancelledBy } = booking
  const hasBooker = isObject(booker)
  const isTheirs = hasBooker
    ? match.booker({ email: addressOf(booker) })
    : hasTexts(booking) && match.bookingId(textOf(booking.id))
  if (!isTheirs) return withoutGuests(booking, match)
  return {
    ...booking,
    ...(hasBooker && { booker: erasedBooker() }),
    ...ERASED_MEMBERS,
    ...(cancelledBy !== 'system' && ERASED_UNLESS_SYSTEM),
  }
}

/** An entry of a wait list without the person; the same object if it is not about them. */
const erasedEntry = (entry: JsonObject, match: EventMatch): JsonObject =>
  isObject(entry.booker) && match.booker({ email: addressOf(entry.booker) })
    ? { ...entry, booker: erasedBooker() }
    : entry

/** A booking of an event without the guest; the same object if they are none. */
function withoutGuests(booking: JsonObject, match: EventMatch): JsonObject {
  if (!Array.isArray(booking.guests)) return booking
  const others = otherGuests(booking.guests, match)
  return others.length === booking.guests.length ? booking : { ...booking, guests: others }
}

const otherGuests = (guests: readonly JsonValue[], match: EventMatch): readonly JsonValue[] =>
  guests.filter((guest) => !isObject(guest) || !match.guest({ email: textOf(guest.email) }))

/** The guests before a change without the person; the same list if they were none. */
function erasedPreviousGuests(guests: readonly JsonValue[], match: EventMatch) {
  const others = otherGuests(guests, match)
  return others.length === guests.length ? guests : others
}

/** A stay or another calendar event without the person; the same object if it is not about them. */
const erasedCalendarEvent = (event: JsonObject, match: EventMatch): JsonObject =>
  match.calendarEvent(event)
    ? { ...event, title: ERASED_TEXT, description: null, extendedProps: {}, guest: null }
    : event

/** One part of the data of an event without the person; the same object if it is not about them. */
function erasedPart(name: string, value: JsonObject, match: EventMatch): JsonObject {
  switch (name) {
    case 'booking':
      return erasedBooking(value, match)
    case 'entry':
      return erasedEntry(value, match)
    case 'previousBooker':
      return match.booker({ email: addressOf(value) }) ? erasedBooker() : value
    case 'stay':
    case 'calendarEvent':
      return erasedCalendarEvent(value, match)
    case 'occurrence':
      return erasedData(value, match) ?? value
    default:
      // Providers, event types, connections and endpoints belong to the account.
      return value
  }
}

function erasedData(data: EventData, match: EventMatch): EventData | undefined {
  let isChanged = false
  const erased: Record<string, JsonValue> = {}
  for (const [name, value] of Object.entries(data)) {
    const part = isObject(value)
      ? erasedPart(name, value, match)
      : name === 'previousGuests' && Array.isArray(value)
        ? erasedPreviousGuests(value, match)
        : value
    erased[name] = part
    isChanged ||= part !== value
  }
  return isChanged ? withoutPrevious(erased) : undefined
}

/** The data of an erased booker's booking without what the booking carried before the change. */
function withoutPrevious(data: Record<string, JsonValue>): EventData {
  const { booking } = data
  const booker = isObject(booking) ? booking.booker : undefined
  if (!isObject(booker) || booker.email !== erasedBooker().email) return data
  return {
    ...data,
    ...('previousLocation' in data && { previousLocation: null }),
    ...('previousGuests' in data && { previousGuests: [] }),
  }
}

/** An event without the person. Undefined if it is not about them, or was erased before. */
export function eventWithout(event: DomainEvent, match: EventMatch): DomainEvent | undefined {
  const data = erasedData(event.data, match)
  return data && { ...event, data }
}

/** Whether an event is about a person. */
export const isEventAbout = (event: DomainEvent, match: EventMatch): boolean =>
  erasedData(event.data, match) !== undefined

/** The booking of an event that names no booker, but may have texts. Undefined for any other event. */
export function bookerlessBooking({ data }: DomainEvent): string | undefined {
  const { booking } = data
  if (!isObject(booking) || isObject(booking.booker)) return undefined
  return hasTexts(booking) ? textOf(booking.id) : undefined
}
