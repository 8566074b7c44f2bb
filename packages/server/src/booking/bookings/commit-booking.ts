import { type Booking, type BookingDecision, formatDate } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { commit, DECISION_ROUNDS, tooContended } from '../../kernel/commit.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { outboxWrite } from '../../kernel/events/outbox.ts'
import { ledgerFromItem } from '../../kernel/items/ledger-item.ts'
import { takeTurn } from '../../kernel/keyed-mutex.ts'
import type { LedgerState, Write } from '../../kernel/ports/store.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { bookingKey, expirationTriggerKey, ledgerKey } from '../keys.ts'
import { bookingItem } from './booking-item.ts'
import { bookingRepresentation } from './booking-representation.ts'
import { type ClaimRefusal, claimWrites, type LedgerWrite } from './claim-writes.ts'
import { expirationTriggerItem } from './expiration-trigger.ts'

/** How a decision about a booking ended; `stale`: the booking changed meanwhile, decide again. */
export type BookingCommitted =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'stale' }

/**
 * Commits a decision about a booking: ledger, booking, expiration trigger, events and idempotency
 * answer in one transaction. Where the ledger was not as assumed, the item that stood in the way
 * comes back with the refusal, and the claim is decided again on it; those of this process who rewrite
 * days of one provider then take turns, since each would fail the conditions of all others.
 */
export async function commitBooking<Value>(
  deps: Dependencies,
  caller: Caller<Value>,
  before: Booking | undefined,
  decision: BookingDecision,
  value: Value,
): Promise<BookingCommitted> {
  const attempt = attemptOf(deps, caller, before, decision, value)
  const first = await attempt()
  if (first !== 'again') return first
  const turn = await takeTurn(decision.booking.providerId)
  let hasFailed = true
  try {
    const ended = await decideAgain(attempt, turn.hasWaited)
    hasFailed = ended === 'again'
    if (ended !== 'again') return ended
  } finally {
    turn.end(hasFailed)
  }
  throw tooContended(`the ledger of ${decision.booking.providerId}`)
}

/** One try to commit; `again`: what stood in the way is known now. `isOld`: what is known may be old. */
type CommitAttempt = (isOld?: boolean) => Promise<BookingCommitted | 'again'>

async function decideAgain(
  attempt: CommitAttempt,
  hasWaited: boolean,
): Promise<BookingCommitted | 'again'> {
  for (let round = 1; round < DECISION_ROUNDS; round += 1) {
    const ended = await attempt(hasWaited && round === 1)
    if (ended !== 'again') return ended
  }
  return 'again'
}

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
  const own = [
    putBooking(before, booking),
    ...triggerWrites(before, booking),
    ...eventWrites(deps, decision),
  ]
  /** Whether the booking is still the one that was decided on, at the time that the days were read. */
  const read = async (dayNumbers: Iterable<number>): Promise<boolean> => {
    await readDays(deps, booking.providerId, [...dayNumbers], known)
    return before === undefined || !(await hasChanged(deps, before))
  }
  return async (isOld = false) => {
    if (isOld && !(await read(known.keys()))) return { kind: 'stale' }
    const ledger = claimWrites(decision.claim, claimant, known)
    if (!ledger.ok) {
      if (ledger.refusal.kind !== 'unread') return refused(ledger.refusal, before, booking)
      return (await read(ledger.refusal.dayNumbers)) ? 'again' : { kind: 'stale' }
    }
    const writes = [...own, ...ledger.value.map((part) => part.write)]
    const committed = await commit(deps, caller, writes, value)
    if (committed.kind !== 'failed') return committed
    if (committed.failed.some((failed) => failed.index === 0)) return { kind: 'stale' }
    for (const failed of committed.failed) {
      const part = ledger.value[failed.index - own.length] as LedgerWrite
      known.set(part.dayNumber, ledgerFromItem(failed.current))
    }
    return 'again'
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
 * Whether a booking has changed since it was read. Asked after its ledger days were read: if not,
 * they were read while its claim was the one that is known. Otherwise a booking that somebody else
 * moved meanwhile would look as if its time had been taken from it.
 */
async function hasChanged(deps: Dependencies, before: Booking): Promise<boolean> {
  const item = await deps.store.get(bookingKey(before.id), { consistent: true })
  return item?.version !== before.version
}

const putBooking = (before: Booking | undefined, booking: Booking): Write =>
  before === undefined
    ? { kind: 'put-if-absent', item: bookingItem(booking) }
    : { kind: 'put-if-version', item: bookingItem(booking), version: before.version }

/** The trigger exists exactly as long as the booking is pending. */
function triggerWrites(before: Booking | undefined, after: Booking): readonly Write[] {
  const had = before?.holdExpiresAtEpochSeconds
  const has = after.holdExpiresAtEpochSeconds
  if (had === has) return []
  const writes: Write[] = []
  if (had !== undefined) {
    writes.push({ kind: 'delete', key: expirationTriggerKey(after.id, had) })
  }
  if (has !== undefined) {
    writes.push({ kind: 'put-if-absent', item: expirationTriggerItem(after, has) })
  }
  return writes
}

function eventWrites(deps: Dependencies, decision: BookingDecision): readonly Write[] {
  const { booking } = decision
  return decision.events.map((type) =>
    outboxWrite(
      deps,
      {
        type,
        accountId: booking.accountId,
        resourceId: booking.id,
        resourceVersion: booking.version,
        data: { booking: bookingRepresentation(booking) },
      },
      deps.clock.nowEpochMilliseconds(),
    ),
  )
}
