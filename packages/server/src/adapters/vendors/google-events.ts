import type {
  BusyQuery,
  ConferenceState,
  SyncedBooking,
  SyncedEventPlace,
  VendorAnswer,
  VendorCall,
  WrittenEvent,
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
  webAddressOf,
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
      'nextPageToken,timeZone,items(iCalUID,status,transparency,start,end,attendees(self,responseStatus),extendedProperties/private)',
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
      const uid = typeof item.iCalUID === 'string' ? item.iCalUID : undefined
      spans.push({ uid, startEpochMilliseconds, endEpochMilliseconds })
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
  ...(booking.location !== undefined && { location: booking.location }),
  start: { dateTime: instantText(booking.startEpochSeconds / 60), timeZone: booking.timeZone },
  end: { dateTime: instantText(booking.endEpochSeconds / 60), timeZone: booking.timeZone },
  // Google keeps a deleted event under its id. This restores it.
  status: 'confirmed',
  transparency: 'opaque',
  extendedProperties: {
    private: { [PROVIDER]: booking.providerId, [BOOKING]: booking.eventKey },
  },
})

/** The change of an event's conference: a request for one, its removal, or none. */
function conferenceOf({ conference }: SyncedBooking, hasOldConference: boolean): Json {
  if (conference === undefined) return hasOldConference ? { conferenceData: null } : {}
  if (conference.isCreated) return {}
  // Google ignores a request with the id of the one before, so a repetition creates no second conference.
  const { key: requestId } = conference
  const createRequest = { requestId, conferenceSolutionKey: { type: 'hangoutsMeet' } }
  return { conferenceData: { createRequest } }
}

/** Reads the conference of an event (`conferenceData`). */
export function conferenceState({ conferenceData }: Json): ConferenceState {
  if (!isJson(conferenceData)) return { kind: 'absent' }
  const entryPoints = objectsOf(conferenceData.entryPoints ?? []) ?? []
  const video = entryPoints.find(({ entryPointType }) => entryPointType === 'video')
  const url = webAddressOf(video?.uri)
  if (url !== undefined) return { kind: 'created', url }
  const { status } = isJson(conferenceData.createRequest) ? conferenceData.createRequest : {}
  const isPending = isJson(status) && status.statusCode === 'pending'
  return isPending ? { kind: 'pending' } : { kind: 'absent' }
}

/** Creates or updates the event of a booking. */
export async function putEvent(
  call: JsonCaller,
  access: VendorCall,
  eventsUrl: string,
  { hasOldConference = false }: SyncedEventPlace,
  booking: SyncedBooking,
): Promise<VendorAnswer<WrittenEvent>> {
  const id = eventIdOf(booking.eventKey)
  const event = { ...eventOf(booking), ...conferenceOf(booking, hasOldConference) }
  const knowsConferences = booking.conference !== undefined || hasOldConference
  // Without `conferenceDataVersion`, Google ignores what a request says of conferences.
  const query = `sendUpdates=none${knowsConferences ? '&conferenceDataVersion=1' : ''}`
  const insert: JsonCall = {
    method: 'POST',
    url: `${eventsUrl}?${query}`,
    body: { ...event, id },
  }
  const update: JsonCall = {
    method: 'PATCH',
    url: `${eventsUrl}/${id}?${query}`,
    body: event,
  }
  const inserted = await call(access, insert)
  if (inserted.kind !== 'answered') return inserted
  if (inserted.status === 200) return written(id, inserted.body)
  // 409: the event exists.
  if (inserted.status !== 409) return unexpectedStatus(inserted)
  const updated = await call(access, update)
  if (updated.kind !== 'answered') return updated
  return updated.status === 200 ? written(id, updated.body) : unexpectedStatus(updated)
}

const written = (id: string, body: Json): VendorAnswer<WrittenEvent> => ({
  kind: 'done',
  value: { id, conference: conferenceState(body) },
})

/** Reads the conference of an event. A deleted event has none. */
export async function readConference(
  call: JsonCaller,
  access: VendorCall,
  eventsUrl: string,
  eventId: string,
): Promise<VendorAnswer<ConferenceState>> {
  const url = `${eventsUrl}/${eventId}?fields=status,conferenceData`
  const answer = await call(access, { method: 'GET', url })
  if (answer.kind !== 'answered') return answer
  if (answer.status === 404) return { kind: 'done', value: { kind: 'absent' } }
  if (answer.status !== 200) return unexpectedStatus(answer)
  const isDeleted = answer.body.status === 'cancelled'
  return { kind: 'done', value: isDeleted ? { kind: 'absent' } : conferenceState(answer.body) }
}
