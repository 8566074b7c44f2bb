import { hash, randomUUID } from 'node:crypto'
import { createIdSource } from '../../../packages/server/src/adapters/system/ids.ts'
import { createSecrets } from '../../../packages/server/src/adapters/system/secrets.ts'
import { queueShard } from '../../../packages/server/src/kernel/keys.ts'
import type { Write } from '../../../packages/server/src/kernel/ports/store.ts'
import { DURATION_MINUTES } from '../http/slot-pool.ts'
import type { HoldBody } from '../http/units.ts'
import { COLUMNS, type HoldSample, type Row } from './hold-sample.ts'
import type { Promised } from './stages.ts'
import { compileHold, type HoldValues, valuesOf } from './texts.ts'

/** The claim of a hold's time in a day of the ledger. */
export type Claim = Extract<Write, { readonly kind: 'ledger-claim' }>

/** Everything that a hold writes and answers. */
export interface MadeHold {
  readonly rows: readonly Row[]
  readonly claim: Claim
  readonly answer: string
  /** Names and values in turn. */
  readonly headers: readonly string[]
}

/** Makes holds of requests. Without the wall time of the start, it is taken for UTC. */
export type MakeHold = (body: HoldBody, localStart?: string) => MadeHold

const DURATION_SECONDS = DURATION_MINUTES * 60
const HOLD_SECONDS = 3_600
const DAY_SECONDS = 86_400
const QUANTUM_SECONDS = 300
const DATE_LENGTH = 'YYYY-MM-DD'.length
const MINUTE_LENGTH = 'YYYY-MM-DDTHH:MM'.length

/** An instant to the second. */
const instant = (epochSeconds: number): string =>
  `${new Date(epochSeconds * 1000).toISOString().slice(0, -5)}Z`

const TTL = COLUMNS.indexOf('ttl')
const FIRST_INDEX_KEY = COLUMNS.indexOf('gsi1pk')

const withoutTtl = (row: Row): Row => row.with(TTL, null)
const withoutIndexKeys = (row: Row): Row =>
  row.map((value, place) => (place < FIRST_INDEX_KEY ? value : null))

/** Each event type of the floor has a provider, whose id has the same form. */
export const providerOf = (eventTypeId: string): string =>
  `prv_${eventTypeId.slice(eventTypeId.indexOf('_') + 1)}`

/**
 * Creates what makes holds like a sampled one: with ids, the manage token and its hash of its own, and with the claim of
 * its time, but without checks of the request, rules, opening hours or limits. `without` leaves out parts.
 */
export function createHoldMaker(sample: HoldSample, without: readonly Promised[]): MakeHold {
  const known = valuesOf(sample)
  const texts = compileHold(sample, known)
  const ids = createIdSource(queueShard)
  const secrets = createSecrets(new Uint8Array(32))
  const has = (part: Promised) => !without.includes(part)
  const [hasEvent, hasTrigger, hasTtl] = [has('event'), has('trigger'), has('time-to-live')]
  const [hasLists, hasToken] = [has('lists'), has('token')]
  let second = 0
  let created = ''
  let expires = ''

  return ({ eventTypeId, start, booker }, localStart = start.slice(0, MINUTE_LENGTH)) => {
    const now = Date.now()
    const createdEpochSeconds = Math.floor(now / 1000)
    if (createdEpochSeconds !== second) {
      second = createdEpochSeconds
      created = instant(second)
      expires = instant(second + HOLD_SECONDS)
    }
    const startEpochSeconds = Date.parse(start) / 1000
    const expiresEpochSeconds = createdEpochSeconds + HOLD_SECONDS
    const bookingId = ids.next('booking', now)
    const shard = queueShard(bookingId)
    const manageToken = hasToken ? secrets.manageToken(bookingId) : known.manageToken
    const values: HoldValues = {
      bookingId,
      eventId: hasEvent ? ids.next('event', now) : '',
      eventTypeId,
      providerId: providerOf(eventTypeId),
      eventQueue: `OUTBOX#${shard}`,
      triggerQueue: `EXPIRATION_TRIGGER#${shard}`,
      start,
      end: instant(startEpochSeconds + DURATION_SECONDS),
      localStart,
      startEpochSeconds: String(startEpochSeconds),
      endEpochSeconds: String(startEpochSeconds + DURATION_SECONDS),
      created,
      createdEpochSeconds: String(createdEpochSeconds),
      createdEpochMilliseconds: String(now),
      expires,
      expiresEpochSeconds: String(expiresEpochSeconds),
      removedEpochSeconds: String(expiresEpochSeconds + DAY_SECONDS),
      email: booker.email,
      manageToken,
      manageTokenHash: hasToken ? hash('sha256', manageToken, 'base64') : known.manageTokenHash,
      requestId: randomUUID(),
    }
    const booking = texts.rows.booking(values)
    const rows = [hasLists ? booking : withoutIndexKeys(booking)]
    if (hasTrigger) {
      const trigger = texts.rows.trigger(values)
      rows.push(hasTtl ? trigger : withoutTtl(trigger))
    }
    if (hasEvent) rows.push(texts.rows.event(values))
    const firstQuantum = (startEpochSeconds % DAY_SECONDS) / QUANTUM_SECONDS
    const quantumCount = DURATION_SECONDS / QUANTUM_SECONDS
    return {
      rows,
      claim: {
        kind: 'ledger-claim',
        key: { PK: `PROVIDER#${values.providerId}`, SK: `DAY#${start.slice(0, DATE_LENGTH)}` },
        firstQuantum,
        quantumCount,
        hold: { bookingId, firstQuantum, quantumCount, expiresAtEpochSeconds: expiresEpochSeconds },
      },
      answer: texts.answer(values),
      headers: texts.headers.flatMap(([name, text]) => [name, text(values)]),
    }
  }
}
