import { type Booking, type BookingDecision, formatDate } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import { outboxWrite } from '../../kernel/events/outbox.ts'
import { ledgerFromItem } from '../../kernel/items/ledger-item.ts'
import { acquire } from '../../kernel/keyed-mutex.ts'
import type { LedgerState, Write } from '../../kernel/ports/store.ts'
import { newTask, taskEntity } from '../../kernel/queue/task.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { CONFLICT, DECISION_ROUNDS, tooContended } from '../../kernel/retry.ts'
import { commit } from '../../kernel/transaction.ts'
import { bookingKey, ledgerKey } from '../keys.ts'
import { bookingEntity } from './booking-item.ts'
import { bookerRepresentation, bookingRepresentation } from './booking-representation.ts'
import {
  type ClaimRefusal,
  claimWrites,
  type LedgerWriteName,
  ledgerWriteName,
} from './claim-writes.ts'
import { expirationTriggerEntity, triggerOf } from './expiration-trigger.ts'

/** How a decision about a booking ended; `stale`: the booking changed meanwhile, decide again. */
export type BookingCommitted =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'stale' }

/**
 * Commits a decision about a booking: ledger, booking, expiration trigger, events and idempotency
 * answer in one transaction. If a ledger day was not as assumed, the conflict returns its item, and the
 * claim is decided again on that item. From then on, writers in one process queue per provider. This
 * only saves retries; safety does not depend on it.
 */
export async function commitBooking<Value>(
  deps: Dependencies,
  caller: Caller<Value>,
  before: Booking | undefined,
  decision: BookingDecision,
  value: Value,
): Promise<BookingCommitted> {
  const attempt = attemptOf(deps, caller, before, decision, value)
  const first = await attempt(false)
  if (first !== CONFLICT) return first
  const { providerId } = decision.booking
  const lock = await acquire(providerId)
  let hasFailed = true
  try {
    for (let round = 1; round < DECISION_ROUNDS; round += 1) {
      // While this writer waited, the days that it had read were rewritten.
      const outcome = await attempt(lock.hasWaited && round === 1)
      if (outcome === CONFLICT) continue
      hasFailed = false
      return outcome
    }
  } finally {
    lock.release(hasFailed)
  }
  throw tooContended(`the ledger of ${providerId}`)
}

/** The writes of a change of a booking, but for the idempotency answer. */
type WriteName =
  | 'booking'
  | 'oldTrigger'
  | 'newTrigger'
  | 'emails'
  | `event:${string}`
  | LedgerWriteName

/** One attempt to commit. `isOutdated`: the ledger days read so far must be read again first. */
type CommitAttempt = (isOutdated: boolean) => Promise<BookingCommitted | typeof CONFLICT>

function attemptOf<Value>(
  deps: Dependencies,
  caller: Caller<Value>,
  before: Booking | undefined,
  decision: BookingDecision,
  value: Value,
): CommitAttempt {
  const { booking } = decision
  const claimant = {
    providerId: booking.providerId,
    bookingId: booking.id,
    nowEpochSeconds: epochSeconds(deps.clock),
  }
  const known = new Map<number, LedgerState>()
  // Made for each round: an event id whose transaction was ruled out may be fenced off for ever.
  const own = () => ({
    booking: before ? bookingEntity.replace(before, booking) : bookingEntity.create(booking),
    ...triggerWrites(before, booking),
    ...eventWrites(deps, decision, before),
    ...(decision.emailsAsNew && { emails: emailTask(deps, booking) }),
  })
  /** Reads ledger days; answers whether the booking was still the decided one after that. */
  const read = async (dayNumbers: Iterable<number>): Promise<boolean> => {
    await readDays(deps, booking.providerId, [...dayNumbers], known)
    return before === undefined || !(await hasChanged(deps, before))
  }
  return async (isOutdated) => {
    if (isOutdated && !(await read(known.keys()))) return { kind: 'stale' }
    const ledger = claimWrites(decision.claim, claimant, known)
    if (!ledger.ok) {
      if (ledger.refusal.kind !== 'unread') return refused(ledger.refusal, before, booking)
      return (await read(ledger.refusal.dayNumbers)) ? CONFLICT : { kind: 'stale' }
    }
    const days: Partial<Record<LedgerWriteName, Write>> = {}
    for (const { dayNumber, write } of ledger.value) days[ledgerWriteName(dayNumber)] = write
    const committed = await commit<Value, WriteName>(deps, caller, { ...own(), ...days }, value)
    if (committed.kind !== 'conflict') return committed
    const { conflicts } = committed
    if (conflicts.has('booking')) return { kind: 'stale' }
    for (const { dayNumber } of ledger.value) {
      const name = ledgerWriteName(dayNumber)
      if (conflicts.has(name)) known.set(dayNumber, ledgerFromItem(conflicts.get(name)))
    }
    return CONFLICT
  }
}

function refused(
  refusal: ClaimRefusal,
  before: Booking | undefined,
  booking: Booking,
): BookingCommitted {
  const lost = refusal.kind === 'hold_lost' ? before : undefined
  return {
    kind: 'refused',
    refusal: {
      code: 'slot_taken',
      startEpochSeconds: (lost ?? booking).startEpochSeconds,
    },
  }
}

async function readDays(
  deps: Dependencies,
  providerId: string,
  dayNumbers: readonly number[],
  known: Map<number, LedgerState>,
): Promise<void> {
  const keys = dayNumbers.map((dayNumber) => ledgerKey(providerId, formatDate(dayNumber)))
  const items = await deps.store.getMany(keys, { consistent: true })
  dayNumbers.forEach((dayNumber, index) => {
    known.set(dayNumber, ledgerFromItem(items[index]))
  })
}

/**
 * Whether a booking has changed since it was read. Called after its ledger days were read: if it has
 * not changed, the days were read while it had the claim that is known. Otherwise a booking that
 * another writer moved meanwhile would look as if it had lost its time.
 */
async function hasChanged(deps: Dependencies, before: Booking): Promise<boolean> {
  const current = await bookingEntity.read(deps.store, bookingKey(before.id), { consistent: true })
  return current?.version !== before.version
}

/** A trigger exists exactly as long as its booking is pending. */
function triggerWrites(
  before: Booking | undefined,
  after: Booking,
): { readonly oldTrigger?: Write; readonly newTrigger?: Write } {
  const had = before?.holdExpiresAtEpochSeconds
  const has = after.holdExpiresAtEpochSeconds
  if (had === has) return {}
  return {
    ...(had !== undefined && {
      oldTrigger: expirationTriggerEntity.discard(triggerOf(after, had)),
    }),
    ...(has !== undefined && { newTrigger: expirationTriggerEntity.create(triggerOf(after, has)) }),
  }
}

function eventWrites(
  deps: Dependencies,
  { booking, events }: BookingDecision,
  before: Booking | undefined,
): Readonly<Record<`event:${string}`, Write>> {
  return Object.fromEntries(
    events.map((type) => [
      `event:${type}`,
      outboxWrite(
        deps,
        {
          type,
          accountId: booking.accountId,
          resourceId: booking.id,
          resourceVersion: booking.version,
          data: {
            booking: bookingRepresentation(booking),
            ...(type === 'booking.updated' &&
              booking.booker !== before?.booker && {
                previousBooker: bookerRepresentation(before?.booker),
              }),
          },
        },
        deps.clock.nowEpochMilliseconds(),
      ),
    ]),
  )
}

/** A task for the emails of a new booking; it is in no log. */
function emailTask(deps: Dependencies, booking: Booking): Write {
  const now = deps.clock.nowEpochMilliseconds()
  const event: DomainEvent = {
    id: deps.ids.next('event', now),
    type: 'booking.created',
    schemaVersion: 1,
    accountId: booking.accountId,
    resourceId: booking.id,
    resourceVersion: booking.version,
    occurredAtEpochMilliseconds: now,
    data: { booking: bookingRepresentation(booking) },
  }
  return taskEntity.create(newTask('mails', event, now))
}
