import {
  type Booking,
  type BookingDecision,
  type BookingEventType,
  invariant,
  providersOf,
} from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import type { EventData } from '../../kernel/events/event.ts'
import { outboxWrite } from '../../kernel/events/outbox.ts'
import { readItems } from '../../kernel/items/read-items.ts'
import { STORE_LIMITS, type Write } from '../../kernel/ports/store.ts'
import { taskEntity } from '../../kernel/queue/task.ts'
import { CONFLICT } from '../../kernel/retry.ts'
import { commit, type NamedWrites } from '../../kernel/transaction.ts'
import type { BookingCommitted } from '../booking-committed.ts'
import type { Decision } from '../decision.ts'
import { bookingKey } from '../keys.ts'
import { locationRepresentation } from '../locations/location.ts'
import type { PaymentWriteName } from '../ports/payments.ts'
import { bookingEntity } from './booking-item.ts'
import {
  assignmentsRepresentation,
  bookerRepresentation,
  storedRepresentation,
} from './booking-representation.ts'
import { guestsRepresentation } from './carried-representation.ts'
import { type ClaimAttempts, CONTENDED, claimInTurn, hasQueue } from './claim-queue.ts'
import { emailTask } from './email-task.ts'
import { expirationTriggerEntity, triggerOf } from './expiration-trigger.ts'
import { followWaitlist } from './follow-waitlist.ts'
import {
  type BookingChange,
  ClaimPlanner,
  type ClaimWriteName,
  type PlannedClaims,
  type ToLearn,
} from './plan-claims.ts'

/**
 * Commits a decision about a booking: the ledger of each of its providers, its seats, its parts of limits, booking,
 * expiration trigger, events, payment and idempotency answer in one transaction. If a ledger day, a session or a count was not as
 * assumed, the conflict returns its item, and the
 * claim is decided again on that item. From then on, writers in one process queue per (first) provider.
 * This only saves retries; safety does not depend on it.
 */
export async function commitBooking<Value>(
  deps: Dependencies,
  caller: Caller<Value>,
  before: Booking | undefined,
  decision: Decision,
  value: Value,
): Promise<BookingCommitted> {
  const further =
    before?.waitlistId === undefined && !before?.hasWaitlist
      ? NO_WRITES
      : await followWaitlist(deps, before, decision.booking)
  return await commitBookings(deps, caller, [{ before, decision }], further, value)
}

/** Further writes of a transaction. Called once for each attempt to commit. */
export type FurtherWrites = () => NamedWrites<FurtherWriteName>

/** The name of a further write. If its condition fails, nothing is committed, and the outcome is `stale`. */
export type FurtherWriteName = `further:${string}`

const NO_WRITES: FurtherWrites = () => ({})

/**
 * Commits decisions about several bookings in one transaction, all or none, with further writes. They may claim and
 * give back time of the same days, seats of the same sessions and parts of the same limits; what
 * one gives back another may claim. Refuses with the index of the decision that is impossible.
 */
export async function commitBookings<Value>(
  deps: Dependencies,
  caller: Caller<Value>,
  changes: readonly BookingChange[],
  further: FurtherWrites,
  value: Value,
): Promise<BookingCommitted> {
  const [first] = changes
  invariant(first !== undefined, 'there is no change to commit')
  for (const { before, decision } of changes) checkPayment(before, decision)
  const attempts = attemptsOf(deps, caller, changes, further, value)
  const { providerId } = first.decision.booking
  if (hasQueue(providerId)) return await claimInTurn(providerId, attempts, undefined)
  const outcome = await attempts.commit({ rereads: false })
  return outcome === CONFLICT || outcome === CONTENDED
    ? await claimInTurn(providerId, attempts, outcome)
    : outcome
}

/** A decision with its caller as the one who changed the booking. */
export const decidedBy = (
  { actor }: Pick<Caller, 'actor'>,
  decision: BookingDecision,
): BookingDecision => ({ ...decision, booking: { ...decision.booking, actor } })

/** A booking must not begin or end while its money is left behind. */
function checkPayment(before: Booking | undefined, { booking: after, payment }: Decision): void {
  const begins = before === undefined
  const isDecisive = begins || (before.status !== after.status && after.status !== 'pending')
  invariant(
    after.payment === undefined || !isDecisive || payment !== undefined,
    `the payment of booking ${after.id} does not follow`,
  )
}

/** The writes of one change of a booking, but for its claims. */
type OwnWriteName =
  | 'booking'
  | 'oldTrigger'
  | 'newTrigger'
  | 'emails'
  | 'payEmail'
  | PaymentWriteName
  | `event:${string}`

/** The name of a write of one of several changes; those of the first have no number. */
type WriteName = OwnWriteName | `${number}/${OwnWriteName}` | ClaimWriteName | FurtherWriteName

function attemptsOf<Value>(
  deps: Dependencies,
  caller: Caller<Value>,
  changes: readonly BookingChange[],
  further: FurtherWrites,
  value: Value,
): ClaimAttempts<BookingCommitted> {
  const planner = new ClaimPlanner(changes, epochSeconds(deps.clock))
  const read = async (items: readonly ToLearn[]): Promise<BookingCommitted | undefined> => {
    const keys = items.map(({ key }) => key)
    const found = await readItems(deps.store, keys, { consistent: true })
    for (const [index, { learn }] of items.entries()) learn(found[index])
    const index = await firstChanged(deps, changes)
    return index === undefined ? undefined : { kind: 'stale', index }
  }
  let isFirst = true
  // An existing booking has more than its time to lose, and the commit tells in which order.
  const isNew = changes.every(({ before }) => before === undefined)
  const known = () => (isNew ? refusedNow(planner) : CONFLICT)
  const look = async (): Promise<BookingCommitted | typeof CONFLICT> => {
    isFirst = false
    if (!isNew) return CONFLICT
    const plan = planner.plan()
    if (plan.kind !== 'writes') return plan.kind === 'unread' ? CONFLICT : plan
    await read([...plan.writes].flatMap(([name, day]) => (name.startsWith('day:') ? [day] : [])))
    return known()
  }
  const commitOnce: ClaimAttempts<BookingCommitted>['commit'] = async ({ rereads }) => {
    const isBeforeQueue = isFirst
    isFirst = false
    const stale = rereads ? await read(planner.known()) : undefined
    if (stale) return stale
    let plan = planner.plan()
    // Sessions that were moved lead to others, and those to days and counts.
    for (let reads = 0; plan.kind === 'unread' && reads < READS_MAX; reads += 1) {
      const changed = await read(plan.items)
      if (changed) return changed
      plan = planner.plan()
      if (isBeforeQueue && replacesAny(plan)) return CONFLICT
    }
    invariant(plan.kind !== 'unread', 'a claim needs ever more items')
    if (plan.kind !== 'writes') return plan
    const writes: Partial<Record<WriteName, Write | undefined>> = {}
    // Made for each round: an event id whose transaction was ruled out may be fenced off for ever.
    for (const [index, change] of changes.entries()) {
      const own = ownWrites(deps, change)
      if (index === 0) Object.assign(writes, own)
      else
        for (const name in own)
          writes[`${index}/${name as OwnWriteName}`] = own[name as OwnWriteName]
    }
    for (const [name, { write }] of plan.writes) writes[name] = write
    Object.assign(writes, further())
    if (changes.length > 1) {
      const max = mostThatFit(caller, writes, changes.length, planner)
      if (max < changes.length)
        return { kind: 'refused', refusal: { code: 'group_too_large', max } }
    }
    const options = { contention: 'answer' } as const
    const committed = await commit<Value, WriteName>(deps, caller, writes, value, options)
    if (committed.kind !== 'conflict') return committed
    if (committed.conflicts.size === 0) return CONTENDED
    for (const name of committed.conflicts.keys()) {
      const index = staleIndex(name)
      if (index !== undefined) return { kind: 'stale', index }
    }
    for (const [name, { learn }] of plan.writes) {
      if (committed.conflicts.has(name)) learn(committed.conflicts.get(name))
    }
    return CONFLICT
  }
  return { look, known, commit: commitOnce }
}

/** The refusal, if what is known rules the claim out. */
function refusedNow(planner: ClaimPlanner): BookingCommitted | typeof CONFLICT {
  const plan = planner.plan()
  return plan.kind === 'refused' ? plan : CONFLICT
}

/** How many of several changes fit into one transaction, counted from the first one. */
function mostThatFit<Value>(
  { idempotency, audit }: Pick<Caller<Value>, 'idempotency' | 'audit'>,
  writes: Readonly<Partial<Record<WriteName, Write | undefined>>>,
  changeCount: number,
  planner: ClaimPlanner,
): number {
  const perChange = new Array<number>(changeCount).fill(0)
  let others = (idempotency ? 1 : 0) + (audit ? 1 : 0)
  for (const [name, write] of Object.entries(writes)) {
    if (write === undefined || /^(day|count|session):/.test(name)) continue
    if (name.startsWith('further:')) others += 1
    else {
      const index = Number(/^(\d+)\//.exec(name)?.[1] ?? 0)
      perChange[index] = (perChange[index] ?? 0) + 1
    }
  }
  for (let count = changeCount; count > 0; count -= 1) {
    const own = perChange.slice(0, count).reduce((sum, each) => sum + each, 0)
    const needed = own + others + planner.writeCountOfFirst(count)
    if (needed <= STORE_LIMITS.writesPerTransaction) return count
  }
  return 0
}

/** Whether a plan replaces an item that was read, so that writers of that item should queue. */
const replacesAny = (plan: PlannedClaims): boolean =>
  plan.kind === 'writes' &&
  [...plan.writes.values()].some(({ write }) => write.kind.endsWith('-replace'))

/** How often one plan may need more items. */
const READS_MAX = 10

/** Which change was decided for a state that is over, if a failed write says so. */
function staleIndex(name: WriteName): number | undefined {
  const [, number, own = name] = /^(\d+)\/(.*)$/.exec(name) ?? []
  const isStale = own === 'booking' || own.startsWith('payment:') || own.startsWith('further:')
  return isStale ? Number(number ?? 0) : undefined
}

const ownWrites = (
  deps: Dependencies,
  { before, decision }: BookingChange,
): NamedWrites<OwnWriteName> => {
  const { booking } = decision
  return {
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
  }
}

/**
 * The first booking that has changed since it was read. Called after other items were read: if it has
 * not changed, they were read while it had the claim that is known. Otherwise a booking that
 * another writer moved meanwhile would look as if it had lost its time.
 */
async function firstChanged(
  deps: Dependencies,
  changes: readonly BookingChange[],
): Promise<number | undefined> {
  const existing = changes.flatMap(({ before }, index) => (before ? [{ before, index }] : []))
  if (existing.length === 0) return undefined
  const keys = existing.map(({ before }) => bookingKey(before.id))
  const items = await readItems(deps.store, keys, { consistent: true })
  return existing.find(({ before }, at) => items[at]?.version !== before.version)?.index
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
  { booking, events, isGroupChange }: Decision,
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
            ...(isGroupChange && { groupChange: true }),
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
