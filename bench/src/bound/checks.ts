import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { EMPTY_SET, explainSlot, formatInstant, type SlotPolicy } from '@holdfast/engine'
import type { HoldBody } from '../http/units.ts'

/**
 * What Holdfast promises of a request before it makes rows, each in the least code that keeps the promise: records are in memory, and only a plain
 * hold of one provider is known.
 */

/** What is known of an API key. */
export interface KnownKey {
  readonly accountId: string
  readonly scopes: ReadonlySet<string>
  /** The only providers that it may book. Undefined: all. */
  readonly providerIds: ReadonlySet<string> | undefined
  readonly expiresAtEpochSeconds: number
  readonly isSuspended: boolean
}

/** A refusal by its status, or what was found. */
export type Found<Value> = number | Value

/** Finds the key of a request, and checks what it may do. */
export function createAccessCheck(
  keys: ReadonlyMap<string, KnownKey>,
): (headers: IncomingHttpHeaders, nowEpochSeconds: number) => Found<KnownKey> {
  return ({ authorization = '' }, nowEpochSeconds) => {
    if (!authorization.startsWith('Bearer ')) return 401
    const secret = authorization.slice('Bearer '.length)
    const known = keys.get(hash('sha256', secret, 'base64url'))
    if (known === undefined || known.expiresAtEpochSeconds <= nowEpochSeconds) return 401
    return known.isSuspended || !known.scopes.has('bookings') ? 403 : known
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true })
const EVENT_TYPE_ID = /^ety_[0-9a-hjkmnp-tv-z]{26}$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?Z$/
const EMAIL = /^[^\s@"(),:;<>[\\\]]{1,64}@[^\s@"(),:;<>[\\\]]+\.[^\s@"(),:;<>[\\\]]+$/
const NAME_LENGTH = 200
const EMAIL_LENGTH = 254
const MEMBERS = 3
const BOOKER_MEMBERS = 2

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads a body, and checks it against the contract: its type, its members, and their forms. */
export function checkBody(headers: IncomingHttpHeaders, bytes: Uint8Array): Found<HoldBody> {
  if (headers['content-type'] !== 'application/json') return 415
  let body: unknown
  try {
    body = JSON.parse(decoder.decode(bytes))
  } catch {
    return 400
  }
  if (!isObject(body) || Object.keys(body).length !== MEMBERS) return 422
  const { eventTypeId, start, booker } = body
  if (typeof eventTypeId !== 'string' || !EVENT_TYPE_ID.test(eventTypeId)) return 422
  if (typeof start !== 'string' || !INSTANT.test(start)) return 422
  if (!isObject(booker) || Object.keys(booker).length !== BOOKER_MEMBERS) return 422
  const { name, email } = booker
  if (typeof name !== 'string' || name.trim() === '' || name.length > NAME_LENGTH) return 422
  if (typeof email !== 'string' || email.length > EMAIL_LENGTH || !EMAIL.test(email)) return 422
  return { eventTypeId, start, booker: { name, email: email.toLowerCase() } }
}

/** What is known of an event type and its provider. */
export interface KnownOffer {
  readonly accountId: string
  readonly providerId: string
  readonly isActive: boolean
  readonly policy: SlotPolicy
  /** Until when the provider has time off, closures or another schedule, which would have to be read. */
  readonly boundedUntilEpochSeconds: number
  /** Whether bookings are counted for a limit, which would have to be claimed. */
  readonly isLimited: boolean
}

const WALL_TIME = 'YYYY-MM-DDTHH:MM'.length

/**
 * Decides whether a start is offered to a key: rights, status, rules, opening hours, overrides, notice, time zone; by the engine of the product,
 * whose inputs are in memory. Answers the wall time of the start.
 */
export function createOfferCheck(
  offers: ReadonlyMap<string, KnownOffer>,
): (
  { eventTypeId, start }: Pick<HoldBody, 'eventTypeId' | 'start'>,
  key: KnownKey,
  nowEpochSeconds: number,
) => Found<string> {
  return ({ eventTypeId, start }, { accountId, providerIds }, nowEpochSeconds) => {
    const offer = offers.get(eventTypeId)
    if (offer === undefined || offer.accountId !== accountId) return 404
    if (providerIds !== undefined && !providerIds.has(offer.providerId)) return 403
    const startEpochSeconds = Date.parse(start) / 1000
    if (!offer.isActive || Number.isNaN(startEpochSeconds)) return 422
    // The floor has no reads. Nothing in a run needs them.
    if (offer.isLimited || startEpochSeconds < offer.boundedUntilEpochSeconds) return 500
    const broken = explainSlot(offer.policy, startEpochSeconds, nowEpochSeconds, EMPTY_SET, {})
    if (broken.length > 0) return 422
    return formatInstant(startEpochSeconds / 60, offer.policy.timeZone).slice(0, WALL_TIME)
  }
}
