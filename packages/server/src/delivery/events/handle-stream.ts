import { expireBooking, getBooking } from '../../booking/bookings/change-booking.ts'
import { expirationTriggerItem } from '../../booking/bookings/expiration-trigger.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import { outboxKey } from '../../kernel/keys.ts'
import { STORE_LIMITS } from '../../kernel/ports/store.ts'
import { allFailed, type Bus, messageOf, type Publication, publish } from './publish.ts'

/** What a record of the table's change stream means; records of any other kind are left out. */
export type StreamRecord =
  /** An event was put into the outbox. */
  | { readonly kind: 'event'; readonly sequenceNumber: string; readonly event: DomainEvent }
  /** The expiration trigger of a hold outlived its `ttl` and was removed by the store itself. */
  | {
      readonly kind: 'trigger-removed'
      readonly sequenceNumber: string
      readonly accountId: string
      readonly bookingId: string
    }
  /** It is one of these two, but cannot be read. */
  | { readonly kind: 'unreadable'; readonly sequenceNumber: string; readonly error: string }

/** A record that has to be given again, and why. */
export interface FailedRecord {
  /** Decimal digits; a later record of the same shard has a larger one. */
  readonly sequenceNumber: string
  readonly error: string
}

/** What became of a batch of records. */
export interface StreamReport {
  readonly published: number
  readonly expired: number
  /**
   * The earliest first. The stream gives everything from the first of them on again, so those in
   * between come twice; they change nothing then.
   */
  readonly failed: readonly FailedRecord[]
}

/**
 * Handles a batch of the table's stream: publishes events by the same code as the relay, and expires
 * holds by the same use case as the sweeper. Records may come twice, late, and in another order than
 * the changes were made in. One that fails holds up no other: all are tried, also those after it,
 * and it is named.
 */
export async function handleStreamBatch(
  deps: Dependencies,
  bus: Bus,
  records: readonly StreamRecord[],
): Promise<StreamReport> {
  const failed: FailedRecord[] = []
  const events = new Map<string, DomainEvent>()
  let expired = 0
  for (const record of records) {
    if (record.kind === 'event') events.set(record.event.id, record.event)
    else if (record.kind === 'unreadable') failed.push(record)
    else {
      try {
        if (await expireByTrigger(deps, record)) expired += 1
      } catch (error) {
        failed.push({ sequenceNumber: record.sequenceNumber, error: messageOf(error) })
      }
    }
  }
  const { published, errors } = await publishRecorded(deps, bus, [...events.values()])
  for (const record of records) {
    const error = record.kind === 'event' ? errors.get(record.event.id) : undefined
    if (error !== undefined) failed.push({ sequenceNumber: record.sequenceNumber, error })
  }
  return { published, expired, failed: failed.map(sequenceAndError).sort(bySequence) }
}

const sequenceAndError = ({ sequenceNumber, error }: FailedRecord): FailedRecord => ({
  sequenceNumber,
  error,
})

// Up to 40 digits: more than a number holds.
const bySequence = (a: FailedRecord, b: FailedRecord): number =>
  Number(BigInt(a.sequenceNumber) - BigInt(b.sequenceNumber))

async function publishRecorded(
  deps: Dependencies,
  bus: Bus,
  events: readonly DomainEvent[],
): Promise<Publication> {
  if (events.length === 0) return { published: 0, errors: new Map() }
  try {
    return await publish(deps, bus, await stillInOutbox(deps, events))
  } catch (error) {
    return { published: 0, errors: allFailed(events, messageOf(error)) }
  }
}

/** Those that nobody has published yet: a record that comes again, or after the sweeper, is not sent again. */
async function stillInOutbox(
  deps: Dependencies,
  events: readonly DomainEvent[],
): Promise<readonly DomainEvent[]> {
  const waiting: DomainEvent[] = []
  for (let at = 0; at < events.length; at += STORE_LIMITS.keysPerGetMany) {
    const chunk = events.slice(at, at + STORE_LIMITS.keysPerGetMany)
    const keys = chunk.map((event) => outboxKey(event.resourceId, event.id))
    const items = await deps.store.getMany(keys, { consistent: true })
    waiting.push(...chunk.filter((_, index) => items[index] !== undefined))
  }
  return waiting
}

/**
 * Expires the booking whose trigger the store removed; answers whether it did. A booking that is no
 * longer pending, wherever it was moved to, is left alone.
 */
async function expireByTrigger(
  deps: Dependencies,
  { accountId, bookingId }: StreamRecord & { readonly kind: 'trigger-removed' },
): Promise<boolean> {
  const caller: Caller = { accountId, requestId: 'stream', role: 'account' }
  const answer = await expireBooking(deps, caller, bookingId)
  if (answer.ok) return true
  const { refusal } = answer
  if (refusal.code === 'invalid_transition' && refusal.reason === 'not_expired') {
    await restoreTrigger(deps, caller, bookingId)
  }
  return false
}

/**
 * Puts back the trigger of a hold that is live by the server's clock, though the store's clock called
 * its trigger garbage: that of a test stands still, any other may be off. Without it the booking
 * would stay pending for ever.
 */
async function restoreTrigger(
  deps: Dependencies,
  caller: Caller,
  bookingId: string,
): Promise<void> {
  const found = await getBooking(deps, caller, bookingId)
  const expiresAt = found.ok ? found.value.holdExpiresAtEpochSeconds : undefined
  if (!found.ok || expiresAt === undefined) return
  const item = expirationTriggerItem(found.value, expiresAt)
  await deps.store.transact(
    [{ kind: 'put-if-absent', item }],
    deps.ids.next('event', deps.clock.nowEpochMilliseconds()),
  )
}
