import type {
  BusyQuery,
  SyncedBooking,
  VendorAnswer,
  VendorCall,
} from '../../external-calendars/ports/calendar-vendor.ts'
import { pagesOf } from './google-lists.ts'
import {
  type Caller,
  isJson,
  type Json,
  type JsonCall,
  listOf,
  odd,
  unexpected,
} from './json-call.ts'
import { epochMillisecondsOf, instantOf, midnightOf, type Stretch } from './times.ts'

const EVENTS_PER_PAGE = 2500

/** Private properties of our events: whose booking they show, and which. */
const PROVIDER = 'holdfastProvider'
const BOOKING = 'holdfastBooking'

/** The busy times of a calendar event by event, as `freeBusy` would count them, without our own. */
export async function busyEvents(
  call: Caller,
  using: VendorCall,
  eventsUrl: string,
  { range, timeZone, exceptBookingsOf }: BusyQuery,
): Promise<VendorAnswer<readonly Stretch[]>> {
  const url = new URL(eventsUrl)
  const query = {
    timeMin: instantOf(range.startEpochMinutes),
    timeMax: instantOf(range.endEpochMinutes),
    singleEvents: 'true',
    maxResults: String(EVENTS_PER_PAGE),
    fields:
      'nextPageToken,timeZone,items(status,transparency,start,end,attendees(self,responseStatus),extendedProperties/private)',
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const pages = await pagesOf(call, using, url)
  if (pages.kind !== 'done') return pages
  const stretches: Stretch[] = []
  for (const page of pages.value) {
    const items = listOf(page.items ?? [])
    if (items === undefined) return odd('a list of events without its items')
    const zone = typeof page.timeZone === 'string' ? page.timeZone : timeZone
    for (const item of items) {
      if (!isBusy(item) || showsBookingOf(item, exceptBookingsOf)) continue
      const startEpochMilliseconds = momentOf(item.start, zone)
      const endEpochMilliseconds = momentOf(item.end, zone)
      if (startEpochMilliseconds === undefined || endEpochMilliseconds === undefined) {
        return odd('an event without its time')
      }
      stretches.push({ startEpochMilliseconds, endEpochMilliseconds })
    }
  }
  return { kind: 'done', value: stretches }
}

function isBusy({ status, transparency, attendees }: Json): boolean {
  const own = (listOf(attendees ?? []) ?? []).find(({ self }) => self === true)
  return (
    status !== 'cancelled' && transparency !== 'transparent' && own?.responseStatus !== 'declined'
  )
}

function showsBookingOf({ extendedProperties }: Json, providerId: string | undefined): boolean {
  const { private: own } = isJson(extendedProperties) ? extendedProperties : {}
  return providerId !== undefined && isJson(own) && own[PROVIDER] === providerId
}

function momentOf(at: unknown, timeZone: string): number | undefined {
  if (!isJson(at)) return undefined
  return at.dateTime === undefined
    ? midnightOf(at.date, timeZone)
    : epochMillisecondsOf(at.dateTime)
}

/**
 * The id of a booking's event: lower-case base32hex digits, as Google wants them, which `bkg_` and a
 * ULID are not; hexadecimal digits are among them. One booking has one id, so that an event that was
 * created before is found to be there.
 */
export const eventIdOf = (bookingId: string): string =>
  Buffer.from(bookingId, 'utf8').toString('hex')

const eventOf = (mirror: SyncedBooking): Json => ({
  summary: mirror.title,
  description: mirror.description,
  start: { dateTime: instantOf(mirror.startEpochSeconds / 60), timeZone: mirror.timeZone },
  end: { dateTime: instantOf(mirror.endEpochSeconds / 60), timeZone: mirror.timeZone },
  // One that was deleted before is kept by Google under its id: this brings it back.
  status: 'confirmed',
  transparency: 'opaque',
  extendedProperties: {
    private: { [PROVIDER]: mirror.providerId, [BOOKING]: mirror.bookingId },
  },
})

/** Creates the event of a booking, or changes the one that is there; answers its id. */
export async function putEvent(
  call: Caller,
  using: VendorCall,
  eventsUrl: string,
  mirror: SyncedBooking,
): Promise<VendorAnswer<string>> {
  const id = eventIdOf(mirror.bookingId)
  const event = eventOf(mirror)
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
  const inserted = await call(using, insert)
  if (inserted.kind !== 'answered') return inserted
  if (inserted.status === 200) return { kind: 'done', value: id }
  // 409: it was inserted before.
  if (inserted.status !== 409) return unexpected(inserted)
  const updated = await call(using, update)
  if (updated.kind !== 'answered') return updated
  return updated.status === 200 ? { kind: 'done', value: id } : unexpected(updated)
}
