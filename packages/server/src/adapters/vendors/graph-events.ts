import type {
  SyncedBooking,
  SyncedEventPlace,
  VendorAnswer,
  VendorCall,
} from '../../external-calendars/ports/calendar-vendor.ts'
import { itemsOf } from './graph-lists.ts'
import { type Caller, type Json, listOf, unexpected } from './json-call.ts'
import { instantOf } from './times.ts'

/** Named properties of our events (MAPI, in the set of strings that anybody may name). */
const PROPERTY_SET = 'String {00020329-0000-0000-C000-000000000046} Name'
/** Whose booking an event shows. */
export const PROVIDER = `${PROPERTY_SET} HoldfastProvider`
const BOOKING = `${PROPERTY_SET} HoldfastBooking`

/** A time as Graph wants it. */
export const graphTime = (epochMinutes: number): Json => ({
  dateTime: instantOf(epochMinutes).slice(0, -1),
  timeZone: 'UTC',
})

/** One of our properties of an event; Graph may write the digits of its name in either case. */
export const propertyOf = ({ singleValueExtendedProperties }: Json, name: string): unknown =>
  (listOf(singleValueExtendedProperties ?? []) ?? []).find(
    ({ id }) => String(id).toLowerCase() === name.toLowerCase(),
  )?.value

/** Where the events of a booking are. */
export interface EventQuestion {
  readonly api: string
  readonly eventsUrl: string
  readonly bookingId: string
}

/** The events that show a booking: at most one, but however many there are. */
export async function findEvents(
  call: Caller,
  using: VendorCall,
  { api, eventsUrl, bookingId }: EventQuestion,
): Promise<VendorAnswer<readonly string[]>> {
  const query = new URLSearchParams({
    $select: 'id',
    $filter: `singleValueExtendedProperties/Any(ep: ep/id eq '${BOOKING}' and ep/value eq '${bookingId}')`,
  })
  const items = await itemsOf(call, using, api, `${eventsUrl}?${query}`)
  return items.kind === 'done'
    ? { kind: 'done', value: items.value.map(({ id }) => String(id)) }
    : items
}

const eventOf = (mirror: SyncedBooking): Json => ({
  subject: mirror.title,
  body: { contentType: 'text', content: mirror.description },
  start: graphTime(mirror.startEpochSeconds / 60),
  end: graphTime(mirror.endEpochSeconds / 60),
  showAs: 'busy',
  singleValueExtendedProperties: [
    { id: PROVIDER, value: mirror.providerId },
    { id: BOOKING, value: mirror.bookingId },
  ],
})

/** What is to be shown where. */
export interface EventChange {
  readonly api: string
  readonly eventsUrl: string
  readonly place: SyncedEventPlace
  readonly mirror: SyncedBooking
}

/** Changes the event that shows a booking, and removes what shows it as well; undefined: there is none. */
async function changeEvent(
  call: Caller,
  using: VendorCall,
  { api, eventsUrl, place, mirror }: EventChange,
): Promise<VendorAnswer<string | undefined>> {
  const found = await findEvents(call, using, { api, eventsUrl, bookingId: mirror.bookingId })
  if (found.kind !== 'done') return found
  const [id = place.eventId, ...others] = found.value
  if (id === undefined) return { kind: 'done', value: undefined }
  const removed = await removeEvents(call, using, api, others)
  if (removed.kind !== 'done') return removed
  const url = `${api}/me/events/${encodeURIComponent(id)}`
  const changed = await call(using, { method: 'PATCH', url, body: eventOf(mirror) })
  if (changed.kind !== 'answered') return changed
  if (isGone(changed.status)) return { kind: 'done', value: undefined }
  return changed.status === 200 ? { kind: 'done', value: id } : unexpected(changed)
}

const isGone = (status: number) => status === 404 || status === 410

/** Removes events; nothing happens where they are gone. */
export async function removeEvents(
  call: Caller,
  using: VendorCall,
  api: string,
  ids: Iterable<string>,
): Promise<VendorAnswer<undefined>> {
  for (const id of ids) {
    const url = `${api}/me/events/${encodeURIComponent(id)}`
    const answer = await call(using, { method: 'DELETE', url })
    if (answer.kind !== 'answered') return answer
    if (answer.status !== 204 && !isGone(answer.status)) return unexpected(answer)
  }
  return { kind: 'done', value: undefined }
}

/**
 * Creates the event of a booking, or changes the one that is there; answers its id. It is looked up by
 * the booking first; the transaction id covers the time until a new one can be found.
 */
export async function putEvent(
  call: Caller,
  using: VendorCall,
  at: EventChange,
): Promise<VendorAnswer<string>> {
  const changed = await changeEvent(call, using, at)
  if (changed.kind !== 'done') return changed
  if (changed.value !== undefined) return { kind: 'done', value: changed.value }
  const create = (body: Json) => call(using, { method: 'POST', url: at.eventsUrl, body })
  const event = eventOf(at.mirror)
  let created = await create({ ...event, transactionId: at.mirror.bookingId })
  if (created.kind === 'answered' && created.status === 409) {
    // Made by another attempt a moment ago; or deleted by its owner, and its id not forgotten yet.
    const other = await changeEvent(call, using, at)
    if (other.kind !== 'done') return other
    if (other.value !== undefined) return { kind: 'done', value: other.value }
    created = await create(event)
  }
  if (created.kind !== 'answered') return created
  return created.status === 201 && typeof created.body.id === 'string'
    ? { kind: 'done', value: created.body.id }
    : unexpected(created)
}
