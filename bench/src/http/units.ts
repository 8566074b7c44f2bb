import { randomUUID } from 'node:crypto'
import { transactEntry } from '../../../packages/server/src/adapters/dynamodb/requests.ts'
import type { Write } from '../../../packages/server/src/kernel/ports/store.ts'
import { bookerOf } from './bodies.ts'
import { API_KEY } from './holdfast-server.ts'
import { ID_PLACE, type Unit } from './load-job.ts'
import type { RecordedBooking } from './recorded-bookings.ts'
import { instantText, type Slot } from './slot-pool.ts'

/** Builds the raw HTTP requests of the benchmark. */

/** The steps of a booking unit, and whether its POSTs have an Idempotency-Key. */
export interface BookingKind {
  readonly confirm: boolean
  readonly idempotencyKeys: boolean
  /** Bookings at one time have bookers of their own. Default: one booker per time. */
  readonly manyBookers?: boolean
}

interface Message {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

const HOST = '127.0.0.1'
// Prime to the numbers of bookers and of minutes between two times.
const BOOKERS_APART = 7

function wireText({ method, path, headers = {}, body = '' }: Message): string {
  const lines = Object.entries({ host: HOST, ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  const length = method === 'POST' ? [`content-length: ${Buffer.byteLength(body)}`] : []
  return `${[`${method} ${path} HTTP/1.1`, ...lines, ...length].join('\r\n')}\r\n\r\n${body}`
}

const JSON_TYPE = { 'content-type': 'application/json' } as const
const KEY = { authorization: `Bearer ${API_KEY}` } as const

/** Requests for the slots of each event type in a date range. */
export const slotUnits = (
  eventTypeIds: readonly string[],
  range: { readonly from: string; readonly to: string },
): readonly Unit[] =>
  eventTypeIds.map((id) => {
    const path = `/v1/event-types/${id}/slots?from=${range.from}&to=${range.to}`
    return [wireText({ method: 'GET', path, headers: KEY })]
  })

/** A search for stays of two adults at a property, from a browser that a proxy names: one address may ask only 300 times a minute. */
export const searchUnit = (
  propertyId: string,
  { from, to }: { readonly from: string; readonly to: string },
  address: string,
): Unit => [
  wireText({
    method: 'GET',
    path: `/v1/stays/search?propertyId=${propertyId}&from=${from}&to=${to}&adults=2&limit=100`,
    headers: { 'x-forwarded-for': address },
  }),
]

/** The body of a request for a hold. */
export interface HoldBody {
  readonly eventTypeId: string
  readonly start: string
  readonly booker: { readonly name: string; readonly email: string }
}

/** The body of a request to hold a slot. */
export const holdBodyOf = (
  eventTypeIds: readonly string[],
  { provider, startEpochMinutes }: Slot,
  manyBookers = false,
): HoldBody => ({
  eventTypeId: eventTypeIds[provider] as string,
  start: instantText(startEpochMinutes),
  booker: bookerOf(startEpochMinutes + (manyBookers ? provider * BOOKERS_APART : 0)),
})

/** Requests that hold each slot and optionally confirm the hold. */
export function bookingUnits(
  eventTypeIds: readonly string[],
  slots: readonly Slot[],
  { confirm, idempotencyKeys, manyBookers = false }: BookingKind,
): readonly Unit[] {
  const own = () => (idempotencyKeys ? { ...KEY, 'idempotency-key': randomUUID() } : KEY)
  return slots.map((slot) => {
    const body = JSON.stringify(holdBodyOf(eventTypeIds, slot, manyBookers))
    const hold = wireText({
      method: 'POST',
      path: '/v1/bookings',
      headers: { ...own(), ...JSON_TYPE },
      body,
    })
    if (!confirm) return [hold]
    const path = `/v1/bookings/${ID_PLACE}/confirm`
    return [hold, wireText({ method: 'POST', path, headers: own() })]
  })
}

/** Requests to the PostgreSQL services, one per slot. The API key is ignored by the one that checks none. */
export const postgresUnits = (
  slots: readonly Slot[],
  { idempotencyKeys = false } = {},
): readonly Unit[] =>
  slots.map(({ provider, startEpochMinutes }) => {
    const body = JSON.stringify({
      providerId: `prv_${String(provider).padStart(26, '0')}`,
      eventTypeId: `ety_${String(provider).padStart(26, '0')}`,
      start: instantText(startEpochMinutes),
      booker: bookerOf(startEpochMinutes),
    })
    const own = idempotencyKeys ? { ...KEY, 'idempotency-key': randomUUID() } : KEY
    return [
      wireText({ method: 'POST', path: '/bookings', headers: { ...own, ...JSON_TYPE }, body }),
    ]
  })

/** The local engine requires a signature but does not check it. */
const TRANSACT = {
  authorization:
    'AWS4-HMAC-SHA256 Credential=local/20260101/local/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
  'x-amz-date': '20260101T000000Z',
  'content-type': 'application/x-amz-json-1.0',
  'x-amz-target': 'DynamoDB_20120810.TransactWriteItems',
} as const

/** The same transactions as raw TransactWriteItems requests. */
export function transactUnits(
  tableName: string,
  bookings: readonly RecordedBooking[],
  confirm: boolean,
): readonly Unit[] {
  const request = (writes: readonly Write[]): string => {
    const body = JSON.stringify({
      TransactItems: writes.map((write) => transactEntry(tableName, write)),
      ClientRequestToken: randomUUID(),
    })
    return wireText({ method: 'POST', path: '/', headers: TRANSACT, body })
  }
  return bookings.map(({ hold, confirm: confirming }) =>
    confirm ? [request(hold), request(confirming)] : [request(hold)],
  )
}
