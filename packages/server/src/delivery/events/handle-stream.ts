import { expireBooking, getBooking } from '../../booking/bookings/change-booking.ts'
import { expirationTriggerEntity, triggerOf } from '../../booking/bookings/expiration-trigger.ts'
import { type Caller, systemCaller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import { transact } from '../../kernel/transaction.ts'
import { allFailed, type Bus, messageOf, type PublishReport, publish } from './publish.ts'

/** A record of the table's change stream. Records of other kinds are filtered out before. */
export type StreamRecord =
  /** An event was put into the outbox. */
  | { readonly kind: 'event'; readonly sequenceNumber: string; readonly event: DomainEvent }
  /** The store deleted the expiration trigger of a hold because its `ttl` had passed. */
  | {
      readonly kind: 'trigger-removed'
      readonly sequenceNumber: string
      readonly accountId: string
      readonly bookingId: string
    }
  /** A record of one of these two kinds that cannot be decoded. */
  | { readonly kind: 'unreadable'; readonly sequenceNumber: string; readonly error: string }

/** A record that the stream has to deliver again, and the reason. */
export interface FailedRecord {
  /** Decimal digits. A later record of the same shard has a larger number. */
  readonly sequenceNumber: string
  readonly error: string
}

/** The result of handling a batch of records. */
export interface StreamReport {
  readonly published: number
  readonly expired: number
  /**
   * Earliest first. The stream redelivers everything from the first failed record on. Records that
   * succeeded after it come again and change nothing.
   */
  readonly failed: readonly FailedRecord[]
}

/**
 * Handles a batch of the table's stream: publishes events as the relay does, and expires holds as the
 * sweeper does. Records may arrive twice, late, or out of order. A failed record does not block the
 * others: all are tried, and the report lists the failed ones.
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

// Sequence numbers have up to 40 digits, more than a number can hold.
const bySequence = (a: FailedRecord, b: FailedRecord): number =>
  Number(BigInt(a.sequenceNumber) - BigInt(b.sequenceNumber))

async function publishRecorded(
  deps: Dependencies,
  bus: Bus,
  events: readonly DomainEvent[],
): Promise<PublishReport> {
  if (events.length === 0) return { published: 0, errors: new Map(), forwarded: new Set() }
  try {
    return await publish(deps, bus, events)
  } catch (error) {
    return { published: 0, errors: allFailed(events, messageOf(error)), forwarded: new Set() }
  }
}

/**
 * Expires the booking whose trigger the store deleted; returns whether it did. A booking that is no
 * longer pending stays as it is.
 */
async function expireByTrigger(
  deps: Dependencies,
  { accountId, bookingId }: StreamRecord & { readonly kind: 'trigger-removed' },
): Promise<boolean> {
  const caller = systemCaller(accountId, 'stream')
  const expired = await expireBooking(deps, caller, bookingId)
  if (expired.ok) return true
  const { refusal } = expired
  if (refusal.code === 'invalid_transition' && refusal.reason === 'not_expired') {
    await restoreTrigger(deps, caller, bookingId)
  }
  return false
}

/**
 * Restores the trigger of a hold that is still live by the server's clock, although its `ttl` had
 * passed by the store's clock. Clocks differ, and a test clock stands still. Without its trigger the
 * booking would stay pending forever.
 */
async function restoreTrigger(
  deps: Dependencies,
  caller: Caller,
  bookingId: string,
): Promise<void> {
  const found = await getBooking(deps, caller, bookingId)
  const expiresAt = found.ok ? found.value.holdExpiresAtEpochSeconds : undefined
  if (!found.ok || expiresAt === undefined) return
  const trigger = triggerOf(found.value, expiresAt)
  await transact(deps, { trigger: expirationTriggerEntity.create(trigger) })
}
