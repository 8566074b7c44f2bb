import type {
  SyncedBooking,
  SyncedEventPlace,
  VendorAnswer,
  VendorCall,
  WrittenEvent,
} from '../../external-calendars/ports/calendar-vendor.ts'
import { readItems } from './graph-lists.ts'
import { bodyWithMeeting, conferenceState, isMeeting, MEETING_FIELDS } from './graph-meetings.ts'
import { type Json, type JsonCaller, objectsOf, unexpectedStatus } from './json-call.ts'
import { instantText } from './times.ts'

/** The MAPI property set for custom string properties. */
const PROPERTY_SET = 'String {00020329-0000-0000-C000-000000000046} Name'
/** The custom property with the provider of a synced event. */
export const PROVIDER = `${PROPERTY_SET} HoldfastProvider`
const BOOKING = `${PROPERTY_SET} HoldfastBooking`

/** Formats a time for Graph. */
export const graphTime = (epochMinutes: number): Json => ({
  dateTime: instantText(epochMinutes).slice(0, -1),
  timeZone: 'UTC',
})

/** The value of a custom property of an event. Graph may change the case of its id. */
export const propertyOf = ({ singleValueExtendedProperties }: Json, name: string): unknown =>
  (objectsOf(singleValueExtendedProperties ?? []) ?? []).find(
    ({ id }) => String(id).toLowerCase() === name.toLowerCase(),
  )?.value

/** Ahead of a UID that another program made, in the identifier of an event in hexadecimal (MS-OXOCAL 2.2.1.27). */
const FOREIGN_UID = Buffer.from('vCal-Uid\x01\0\0\0').toString('hex')

/** The UID with which an event came into the calendar, from its `iCalUId`. */
export function uidOf(iCalUId: unknown): string | undefined {
  if (typeof iCalUId !== 'string') return undefined
  const [, foreign] = iCalUId.toLowerCase().split(FOREIGN_UID)
  return foreign === undefined
    ? iCalUId
    : Buffer.from(foreign, 'hex').toString('utf8').replace(/\0+$/, '')
}

/** The place and booking of synced events. */
export interface FindEvents {
  readonly api: string
  readonly eventsUrl: string
  readonly eventKey: string
}

/** Finds the ids of a booking's events. Usually there is at most one. */
export async function findEvents(
  call: JsonCaller,
  access: VendorCall,
  { api, eventsUrl, eventKey }: FindEvents,
): Promise<VendorAnswer<readonly string[]>> {
  const query = new URLSearchParams({
    $select: 'id',
    $filter: `singleValueExtendedProperties/Any(ep: ep/id eq '${BOOKING}' and ep/value eq '${eventKey}')`,
  })
  const items = await readItems(call, access, api, `${eventsUrl}?${query}`)
  return items.kind === 'done'
    ? { kind: 'done', value: items.value.map(({ id }) => String(id)) }
    : items
}

const eventOf = (booking: SyncedBooking): Json => ({
  subject: booking.title,
  body: { contentType: 'text', content: booking.description },
  ...(booking.location !== undefined && { location: { displayName: booking.location } }),
  start: graphTime(booking.startEpochSeconds / 60),
  end: graphTime(booking.endEpochSeconds / 60),
  showAs: 'busy',
  singleValueExtendedProperties: [
    { id: PROVIDER, value: booking.providerId },
    { id: BOOKING, value: booking.eventKey },
  ],
})

/** A booking to write, and its place. */
export interface EventChange {
  readonly api: string
  readonly eventsUrl: string
  readonly place: SyncedEventPlace
  readonly booking: SyncedBooking
}

/**
 * Updates the event of a booking and deletes duplicates; answers undefined if there is no event. An event with a
 * meeting that it should have no more is deleted, because Graph never removes a meeting from an event.
 */
async function changeEvent(
  call: JsonCaller,
  access: VendorCall,
  { api, eventsUrl, place, booking }: EventChange,
): Promise<VendorAnswer<WrittenEvent | undefined>> {
  const found = await findEvents(call, access, { api, eventsUrl, eventKey: booking.eventKey })
  if (found.kind !== 'done') return found
  const [id = place.eventId, ...others] = found.value
  if (id === undefined) return { kind: 'done', value: undefined }
  const hasOldMeeting = place.hasOldConference === true && booking.conference === undefined
  const superfluous = hasOldMeeting ? [id, ...others] : others
  const removed = await removeEvents(call, access, api, superfluous)
  if (removed.kind !== 'done' || hasOldMeeting) return removed
  const url = `${api}/me/events/${encodeURIComponent(id)}`
  const meeting = await meetingChange(call, access, url, booking)
  if (meeting.kind !== 'done') return meeting
  const body = { ...eventOf(booking), ...meeting.value }
  const changed = await call(access, { method: 'PATCH', url, body })
  if (changed.kind !== 'answered') return changed
  if (isGone(changed.status)) return { kind: 'done', value: undefined }
  return changed.status === 200
    ? { kind: 'done', value: { id, conference: conferenceState(changed.body) } }
    : unexpectedStatus(changed)
}

/** The part of a change that concerns the meeting of an event: its creation, or the text that Teams needs. */
async function meetingChange(
  call: JsonCaller,
  access: VendorCall,
  url: string,
  { conference, description }: SyncedBooking,
): Promise<VendorAnswer<Json>> {
  if (conference === undefined) return { kind: 'done', value: {} }
  const read = await call(access, { method: 'GET', url: `${url}?$select=body,${MEETING_FIELDS}` })
  if (read.kind !== 'answered') return read
  if (read.status !== 200 || !isMeeting(read.body)) return { kind: 'done', value: ONLINE }
  return { kind: 'done', value: { body: bodyWithMeeting(description, read.body) } }
}

/** Makes an event a Teams meeting. */
const ONLINE: Json = { isOnlineMeeting: true, onlineMeetingProvider: 'teamsForBusiness' }

const isGone = (status: number) => status === 404 || status === 410

/** Deletes events if they exist. */
export async function removeEvents(
  call: JsonCaller,
  access: VendorCall,
  api: string,
  ids: Iterable<string>,
): Promise<VendorAnswer<undefined>> {
  for (const id of ids) {
    const url = `${api}/me/events/${encodeURIComponent(id)}`
    const answer = await call(access, { method: 'DELETE', url })
    if (answer.kind !== 'answered') return answer
    if (answer.status !== 204 && !isGone(answer.status)) return unexpectedStatus(answer)
  }
  return { kind: 'done', value: undefined }
}

/**
 * Creates or updates the event of a booking. An existing event is found by its custom
 * property. The transaction id prevents duplicates until a new event can be found.
 */
export async function putEvent(
  call: JsonCaller,
  access: VendorCall,
  at: EventChange,
): Promise<VendorAnswer<WrittenEvent>> {
  const changed = await changeEvent(call, access, at)
  if (changed.kind !== 'done') return changed
  if (changed.value !== undefined) return { kind: 'done', value: changed.value }
  const create = (body: Json) => call(access, { method: 'POST', url: at.eventsUrl, body })
  const event = { ...eventOf(at.booking), ...(at.booking.conference && ONLINE) }
  let created = await create({ ...event, transactionId: at.booking.eventKey })
  if (created.kind === 'answered' && created.status === 409) {
    // Another attempt has just created it; or its owner deleted it, and Graph still has the transaction id.
    const other = await changeEvent(call, access, at)
    if (other.kind !== 'done') return other
    if (other.value !== undefined) return { kind: 'done', value: other.value }
    created = await create(event)
  }
  if (created.kind !== 'answered') return created
  const { status, body } = created
  return status === 201 && typeof body.id === 'string'
    ? { kind: 'done', value: { id: body.id, conference: conferenceState(body) } }
    : unexpectedStatus(created)
}
