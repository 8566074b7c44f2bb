import type {
  SyncedBooking,
  SyncedEventPlace,
  VendorAnswer,
  VendorCall,
} from '../../external-calendars/ports/calendar-vendor.ts'
import { readItems } from './graph-lists.ts'
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

/** Updates the event of a booking and deletes duplicates; answers undefined if there is no event. */
async function changeEvent(
  call: JsonCaller,
  access: VendorCall,
  { api, eventsUrl, place, booking }: EventChange,
): Promise<VendorAnswer<string | undefined>> {
  const found = await findEvents(call, access, { api, eventsUrl, eventKey: booking.eventKey })
  if (found.kind !== 'done') return found
  const [id = place.eventId, ...others] = found.value
  if (id === undefined) return { kind: 'done', value: undefined }
  const removed = await removeEvents(call, access, api, others)
  if (removed.kind !== 'done') return removed
  const url = `${api}/me/events/${encodeURIComponent(id)}`
  const changed = await call(access, { method: 'PATCH', url, body: eventOf(booking) })
  if (changed.kind !== 'answered') return changed
  if (isGone(changed.status)) return { kind: 'done', value: undefined }
  return changed.status === 200 ? { kind: 'done', value: id } : unexpectedStatus(changed)
}

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
 * Creates or updates the event of a booking; answers its id. An existing event is found by its custom
 * property. The transaction id prevents duplicates until a new event can be found.
 */
export async function putEvent(
  call: JsonCaller,
  access: VendorCall,
  at: EventChange,
): Promise<VendorAnswer<string>> {
  const changed = await changeEvent(call, access, at)
  if (changed.kind !== 'done') return changed
  if (changed.value !== undefined) return { kind: 'done', value: changed.value }
  const create = (body: Json) => call(access, { method: 'POST', url: at.eventsUrl, body })
  const event = eventOf(at.booking)
  let created = await create({ ...event, transactionId: at.booking.eventKey })
  if (created.kind === 'answered' && created.status === 409) {
    // Another attempt has just created it; or its owner deleted it, and Graph still has the transaction id.
    const other = await changeEvent(call, access, at)
    if (other.kind !== 'done') return other
    if (other.value !== undefined) return { kind: 'done', value: other.value }
    created = await create(event)
  }
  if (created.kind !== 'answered') return created
  return created.status === 201 && typeof created.body.id === 'string'
    ? { kind: 'done', value: created.body.id }
    : unexpectedStatus(created)
}
