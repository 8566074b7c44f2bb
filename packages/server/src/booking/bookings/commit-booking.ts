import {
  type Booking,
  type BookingDecision,
  type BookingEventType,
  claimSteps,
  formatDate,
  invariant,
  isShared,
  type ProviderStep,
  providersOf,
} from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import type { EventData } from '../../kernel/events/event.ts'
import { outboxWrite } from '../../kernel/events/outbox.ts'
import { ledgerFromItem } from '../../kernel/items/ledger-item.ts'
import { acquire } from '../../kernel/keyed-mutex.ts'
import type { LedgerState, Write } from '../../kernel/ports/store.ts'
import { taskEntity } from '../../kernel/queue/task.ts'
import { CONFLICT, DECISION_ROUNDS, tooContended } from '../../kernel/retry.ts'
import { commit } from '../../kernel/transaction.ts'
import type { BookingCommitted } from '../booking-committed.ts'
import { bookingKey, ledgerKey } from '../keys.ts'
import { locationRepresentation } from '../locations/location.ts'
import type { DecisionWithPayment, PaymentWriteName } from '../ports/payments.ts'
import { bookingEntity } from './booking-item.ts'
import {
  assignmentsRepresentation,
  bookerRepresentation,
  storedRepresentation,
} from './booking-representation.ts'
import { guestsRepresentation } from './carried-representation.ts'
import {
  type Claimant,
  type ClaimRefusal,
  claimWrites,
  type LedgerWriteName,
} from './claim-writes.ts'
import { emailTask } from './email-task.ts'
import { expirationTriggerEntity, triggerOf } from './expiration-trigger.ts'

/**
 * Commits a decision about a booking: the ledger of each of its providers, booking, expiration trigger,
 * events, payment and idempotency answer in one transaction. If a ledger day was not as assumed, the conflict returns its item, and the
 * claim is decided again on that item. From then on, writers in one process queue per (first) provider.
 * This only saves retries; safety does not depend on it.
 */
export async function commitBooking<Value>(
  deps: Dependencies,
  caller: Caller<Value>,
  before: Booking | undefined,
  decision: DecisionWithPayment,
  value: Value,
): Promise<BookingCommitted> {
  checkPayment(before, decision)
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

/** A decision with its caller as the one who changed the booking. */
export const decidedBy = (
  { actor }: Pick<Caller, 'actor'>,
  decision: BookingDecision,
): BookingDecision => ({ ...decision, booking: { ...decision.booking, actor } })

/** A booking must not begin or end while its money is left behind. */
function checkPayment(
  before: Booking | undefined,
  { booking: after, payment }: DecisionWithPayment,
): void {
  const begins = before === undefined
  const isDecisive = begins || (before.status !== after.status && after.status !== 'pending')
  invariant(
    after.payment === undefined || !isDecisive || payment !== undefined,
    `the payment of booking ${after.id} does not follow`,
  )
}

/** The writes of a change of a booking, but for the idempotency answer. */
type WriteName =
  | 'booking'
  | 'oldTrigger'
  | 'newTrigger'
  | 'emails'
  | 'payEmail'
  | PaymentWriteName
  | `event:${string}`
  | LedgerWriteName

/** One attempt to commit. `isOutdated`: the ledger days read so far must be read again first. */
type CommitAttempt = (isOutdated: boolean) => Promise<BookingCommitted | typeof CONFLICT>

function attemptOf<Value>(
  deps: Dependencies,
  caller: Caller<Value>,
  before: Booking | undefined,
  decision: DecisionWithPayment,
  value: Value,
): CommitAttempt {
  const { booking } = decision
  const ledgers = claimSteps(before, decision).map((step) => ledgerOf(deps, step, before, booking))
  // Made for each round: an event id whose transaction was ruled out may be fenced off for ever.
  const own = () => ({
    booking: before ? bookingEntity.replace(before, booking) : bookingEntity.create(booking),
    ...triggerWrites(before, booking),
    ...eventWrites(deps, decision, before),
    ...(decision.emailsAsNew && {
      emails: taskEntity.create(emailTask(deps, booking, 'booking.created')),
    }),
    ...(decision.asksForPayment && {
      payEmail: taskEntity.create(emailTask(deps, booking, 'payment.requested')),
    }),
    ...decision.payment?.(),
  })
  /** Reads ledger days; answers whether the booking was still the decided one after that. */
  const read = async (days: readonly DayToRead[]): Promise<boolean> => {
    await readDays(deps, days)
    return before === undefined || !(await hasChanged(deps, before))
  }
  return async (isOutdated) => {
    if (isOutdated && !(await read(ledgers.flatMap(knownDays)))) return { kind: 'stale' }
    const planned = planWrites(ledgers)
    if (planned.kind === 'refused') return refused(planned, before, booking)
    if (planned.kind === 'unread') {
      return (await read(planned.days)) ? CONFLICT : { kind: 'stale' }
    }
    const days: Partial<Record<LedgerWriteName, Write>> = {}
    for (const [name, { write }] of planned.writes) days[name] = write
    const committed = await commit<Value, WriteName>(deps, caller, { ...own(), ...days }, value)
    if (committed.kind !== 'conflict') return committed
    const { conflicts } = committed
    if (conflicts.has('booking')) return { kind: 'stale' }
    for (const name of conflicts.keys()) if (name.startsWith('payment:')) return { kind: 'stale' }
    for (const [name, { ledger, dayNumber }] of planned.writes) {
      if (conflicts.has(name)) ledger.known.set(dayNumber, ledgerFromItem(conflicts.get(name)))
    }
    return CONFLICT
  }
}

/** The ledger of one provider in a commit: what is done to it, and which of its days were read. */
interface Ledger {
  readonly claimant: Claimant
  readonly step: ProviderStep['step']
  readonly known: Map<number, LedgerState>
}

const ledgerOf = (
  deps: Dependencies,
  { providerId, step }: ProviderStep,
  before: Booking | undefined,
  booking: Booking,
): Ledger => ({
  claimant: {
    providerId,
    bookingId: booking.id,
    nowEpochSeconds: epochSeconds(deps.clock),
    isShared: isShared(booking),
    wasShared: before !== undefined && isShared(before),
  },
  step,
  known: new Map(),
})

/** A day of a ledger, to be read. */
interface DayToRead {
  readonly ledger: Ledger
  readonly dayNumber: number
}

const knownDays = (ledger: Ledger): readonly DayToRead[] =>
  [...ledger.known.keys()].map((dayNumber) => ({ ledger, dayNumber }))

type PlannedWrites =
  | {
      readonly kind: 'writes'
      readonly writes: ReadonlyMap<LedgerWriteName, DayToRead & { readonly write: Write }>
    }
  | { readonly kind: 'unread'; readonly days: readonly DayToRead[] }
  | {
      readonly kind: 'refused'
      readonly refusal: Exclude<ClaimRefusal, { kind: 'unread' }>
      readonly providerId: string
    }

/** The writes of all ledgers; or the days to read first; or the first refusal. */
function planWrites(ledgers: readonly Ledger[]): PlannedWrites {
  const writes = new Map<LedgerWriteName, DayToRead & { readonly write: Write }>()
  const unread: DayToRead[] = []
  for (const ledger of ledgers) {
    const { providerId } = ledger.claimant
    const planned = claimWrites(ledger.step, ledger.claimant, ledger.known)
    if (planned.ok) {
      for (const { dayNumber, write } of planned.value) {
        // Numbered, not named by provider and day: V8 makes a hidden class for each new name of an object,
        // which costs 4 µs per transaction.
        writes.set(`day:${writes.size}`, { ledger, dayNumber, write })
      }
    } else if (planned.refusal.kind === 'unread') {
      unread.push(...planned.refusal.dayNumbers.map((dayNumber) => ({ ledger, dayNumber })))
    } else {
      return { kind: 'refused', refusal: planned.refusal, providerId }
    }
  }
  return unread.length > 0 ? { kind: 'unread', days: unread } : { kind: 'writes', writes }
}

function refused(
  { refusal, providerId }: PlannedWrites & { readonly kind: 'refused' },
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
    ...(refusal.kind === 'taken' && { takenProviderId: providerId }),
  }
}

async function readDays(deps: Dependencies, days: readonly DayToRead[]): Promise<void> {
  const keys = days.map(({ ledger, dayNumber }) =>
    ledgerKey(ledger.claimant.providerId, formatDate(dayNumber)),
  )
  const items = await deps.store.getMany(keys, { consistent: true })
  days.forEach(({ ledger, dayNumber }, index) => {
    ledger.known.set(dayNumber, ledgerFromItem(items[index]))
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
          actor: booking.actor ?? { kind: 'system' },
          accountId: booking.accountId,
          resourceId: booking.id,
          resourceVersion: booking.version,
          data: {
            booking: storedRepresentation(booking),
            ...(before && changesPeople(type, before, booking) && previousPeople(before)),
            ...(type === 'booking.updated' && previousDetails(before, booking)),
          },
        },
        deps.clock.nowEpochMilliseconds(),
      ),
    ]),
  )
}

/** The details that a change has replaced and that emails report. */
function previousDetails(before: Booking | undefined, after: Booking): EventData {
  const { booker, location, guests } = before ?? {}
  return {
    ...(after.booker !== booker && { previousBooker: bookerRepresentation(booker) }),
    ...(after.location !== location && {
      previousLocation: location === undefined ? null : locationRepresentation(location),
    }),
    ...(after.guests !== guests && { previousGuests: guestsRepresentation(guests) }),
  }
}

/** Whether an event reports that a booking takes other providers now. */
function changesPeople(type: BookingEventType, before: Booking, after: Booking): boolean {
  if (type !== 'booking.rescheduled') return type === 'booking.reassigned'
  const now = providersOf(after)
  const previous = providersOf(before)
  return now.length !== previous.length || previous.some((id) => !now.includes(id))
}

const previousPeople = (before: Booking) => ({
  previousAssignments: assignmentsRepresentation(before),
  previousProviderId: before.providerId,
})
