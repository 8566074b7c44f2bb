import type {
  BusyQuery,
  SyncedBooking,
  VendorAnswer,
  VendorCall,
} from '../../external-calendars/ports/calendar-vendor.ts'
import { readPages } from './google-lists.ts'
import {
  isJson,
  type Json,
  type JsonCall,
  type JsonCaller,
  malformed,
  objectsOf,
  unexpectedStatus,
} from './json-call.ts'
import { epochMillisecondsOf, instantText, midnightOf, type TimeSpan } from './times.ts'

const EVENTS_PER_PAGE = 2500

/** The private properties of synced events: the provider and the booking. */
const PROVIDER = 'holdfastProvider'
const BOOKING = 'holdfastBooking'

/** Reads the busy times of a calendar from its events, by the rules of `freeBusy`, without synced events. */
export async function busyEvents(
  call: JsonCaller,
  access: VendorCall,
  eventsUrl: string,
  { range, timeZone, exceptBookingsOf }: BusyQuery,
): Promise<VendorAnswer<readonly TimeSpan[]>> {
  const url = new URL(eventsUrl)
  const query = {
    timeMin: instantText(range.startEpochMinutes),
    timeMax: instantText(range.endEpochMinutes),
    singleEvents: 'true',
    maxResults: String(EVENTS_PER_PAGE),
    fields:
      'nextPageToken,timeZone,items(status,transparency,start,end,attendees(self,responseStatus),extendedProperties/private)',
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const pages = await readPages(call, access, url)
  if (pages.kind !== 'done') return pages
  const spans: TimeSpan[] = []
  for (const page of pages.value) {
    const items = objectsOf(page.items ?? [])
    if (items === undefined) return malformed('a list of events has no items')
    const zone = typeof page.timeZone === 'string' ? page.timeZone : timeZone
    for (const item of items) {
      if (!isBusy(item) || showsBookingOf(item, exceptBookingsOf)) continue
      const startEpochMilliseconds = instantOf(item.start, zone)
      const endEpochMilliseconds = instantOf(item.end, zone)
      if (startEpochMilliseconds === undefined || endEpochMilliseconds === undefined) {
        return malformed('an event has no time')
      }
      spans.push({ startEpochMilliseconds, endEpochMilliseconds })
    }
  }
  return { kind: 'done', value: spans }
}

function isBusy({ status, transparency, attendees }: Json): boolean {
  const own = (objectsOf(attendees ?? []) ?? []).find(({ self }) => self === true)
  return (
    status !== 'cancelled' && transparency !== 'transparent' && own?.responseStatus !== 'declined'
  )
}

function showsBookingOf({ extendedProperties }: Json, providerId: string | undefined): boolean {
  const { private: own } = isJson(extendedProperties) ? extendedProperties : {}
  return providerId !== undefined && isJson(own) && own[PROVIDER] === providerId
}

function instantOf(at: unknown, timeZone: string): number | undefined {
  if (!isJson(at)) return undefined
  return at.dateTime === undefined
    ? midnightOf(at.date, timeZone)
    : epochMillisecondsOf(at.dateTime)
}

/**
 * The id of a synced event. Google requires base32hex digits, so this is the event's key in hexadecimal.
 * Each event has one id, so a second insert finds the existing event.
 */
export const eventIdOf = (eventKey: string): string => Buffer.from(eventKey, 'utf8').toString('hex')

const eventOf = (booking: SyncedBooking): Json => ({
  summary: booking.title,
  description: booking.description,
  start: { dateTime: instantText(booking.startEpochSeconds / 60), timeZone: booking.timeZone },
  end: { dateTime: instantText(booking.endEpochSeconds / 60), timeZone: booking.timeZone },
  // Google keeps a deleted event under its id. This restores it.
  status: 'confirmed',
  transparency: 'opaque',
  extendedProperties: {
    private: { [PROVIDER]: booking.providerId, [BOOKING]: booking.eventKey },
  },
})

/** Creates or updates the event of a booking; answers its id. */
export async function putEvent(
  call: JsonCaller,
  access: VendorCall,
  eventsUrl: string,
  booking: SyncedBooking,
): Promise<VendorAnswer<string>> {
  const id = eventIdOf(booking.eventKey)
  const event = eventOf(booking)
  const insert: JsonCall = {
    method: 'POST',
    url: `${eventsUrl}?sendUpdates=none`,
    body: { ...event, id },
  }
  const update: JsonCall = {
    method: 'PATCH',
    url: `${eventsUrl}/${id}?sendUpdates=none`,
    body: event,
  }
  const inserted = await call(access, insert)
  if (inserted.kind !== 'answered') return inserted
  if (inserted.status === 200) return { kind: 'done', value: id }
  // 409: the event exists.
  if (inserted.status !== 409) return unexpectedStatus(inserted)
  const updated = await call(access, update)
  if (updated.kind !== 'answered') return updated
  return updated.status === 200 ? { kind: 'done', value: id } : unexpectedStatus(updated)
}
