import { type Booking, type BookingDecision, invariant } from '@holdfast/engine'
import {
  bookerRepresentation,
  guestsRepresentation,
  locationRepresentation,
} from '../../kernel/booking-fields/shown-parts.ts'
import type { Caller } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import type { EventData } from '../../kernel/events/event.ts'
import { outboxWrite } from '../../kernel/events/outbox.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { taskEntity } from '../../kernel/queue/task.ts'
import { type Alternative, inWordsOf, type Next, only } from '../../ledger/alternatives.ts'
import { commitClaims } from '../../ledger/commit-claims.ts'
import type { Claims, Owner, OwnWrite, Role } from '../../ledger/owner.ts'
import type { BookingCommitted, BookingFailed } from '../booking-committed.ts'
import type { Decision } from '../decision.ts'
import { bookingKey } from '../keys.ts'
import { elsewhereWrites } from '../limits/counted-elsewhere.ts'
import { bookingEntity } from './booking-item.ts'
import { storedRepresentation } from './booking-representation.ts'
import { type BookingChange, bookingFailed, stepsOfBookings } from './claims-of-bookings.ts'
import { emailTask } from './email-task.ts'
import { expirationTriggerEntity, triggerOf } from './expiration-trigger.ts'
import { followWaitlist } from './follow-waitlist.ts'
import { guestWrites } from './guest-entry.ts'
import { changesPeople, previousPeople } from './previous-people.ts'

/**
 * Commits a decision about a booking: the ledger of each of its providers, its seats, its parts of limits, booking,
 * expiration trigger, events, payment and idempotency answer in one transaction (`commitClaims`).
 */
export async function commitBooking<Value>(
  deps: Dependencies,
  caller: Caller<Value>,
  before: Booking | undefined,
  decision: Decision,
  value: Value,
): Promise<BookingCommitted<Value>> {
  const wanted = await changeOfOne(deps, before, decision, value)
  return await commitBookings(deps, caller, only(wanted))
}

/** A decision about one booking, with the writes of the wait list that it belongs to. */
export async function changeOfOne<Value>(
  deps: Dependencies,
  before: Booking | undefined,
  decision: Decision,
  value: Value,
): Promise<BookingChanges<Value>> {
  const isOfLine = before?.waitlistId !== undefined || before?.hasWaitlist
  const further = isOfLine ? await followWaitlist(deps, before, decision.booking) : undefined
  return { changes: [{ before, decision }], value, ...(further && { further }) }
}

/** Decisions about bookings that are committed in one transaction. */
export interface BookingChanges<Value>
  extends Pick<Alternative<Value, BookingFailed>, 'value' | 'isPart' | 'isOptional'> {
  readonly changes: readonly BookingChange[]
  /** How many writes the transaction must have room for beside its own, because a later one of all changes has more. Default: 0. */
  readonly spareWrites?: number
  /**
   * Further writes. Called once for each attempt to commit. If the condition of one fails, nothing is committed, and the outcome is
   * `stale`.
   */
  readonly further?: () => readonly Write[]
}

/** Decisions about bookings in the order in which they are tried. */
export type NextChanges<Value> = Next<BookingChanges<Value>, BookingFailed>

/**
 * Commits decisions about several bookings in one transaction, all or none: the first alternative that is possible. They may claim
 * and give back time of the same days, seats of the same sessions and parts of the same limits; what
 * one gives back another may claim. Refuses with the index of the decision that is impossible.
 */
export const commitBookings = <Value>(
  deps: Dependencies,
  caller: Caller<Value>,
  next: NextChanges<Value>,
): Promise<BookingCommitted<Value>> =>
  commitClaims(
    deps,
    caller,
    inWordsOf(next, (wanted) => claimsOf(deps, wanted)),
  )

function claimsOf<Value>(
  deps: Dependencies,
  { changes, further, spareWrites, value, isPart, isOptional }: BookingChanges<Value>,
): Alternative<Value, BookingFailed> {
  const [first] = changes
  invariant(first !== undefined, 'there is no change to commit')
  for (const { before, decision } of changes) checkPayment(before, decision)
  const now = epochSeconds(deps.clock)
  const ofPersons = [
    ...elsewhereWrites(changes),
    ...changes.flatMap(({ decision }) => decision.uncounted ?? []),
  ]
  const claims: Claims = {
    owners: changes.map((change) => ownerOf(deps, change)),
    steps: (known, ownerCount) => {
      const some = ownerCount === changes.length ? changes : changes.slice(0, ownerCount)
      return stepsOfBookings(some, known, now)
    },
    ...(spareWrites !== undefined && { spareWrites }),
    ...((further || ofPersons.length > 0) && {
      further: () =>
        [...(further?.() ?? []), ...ofPersons].map((write) => ({ role: 'basis', write })),
    }),
  }
  const { providerId } = first.decision.booking
  return {
    claims,
    value,
    isPart,
    isOptional,
    options: { queue: providerId },
    failed: (failure) => bookingFailed(changes, failure),
  }
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

/** A change as an owner of what it claims. */
const ownerOf = (deps: Dependencies, change: BookingChange): Owner => {
  const { before, takesOver } = change
  const entity = before ? { key: bookingKey(before.id), version: before.version } : takesOver
  return {
    ...(entity && { entity }),
    writes: () => ownWrites(deps, change),
  }
}

function ownWrites(deps: Dependencies, { before, decision }: BookingChange): readonly OwnWrite[] {
  const { booking, emailsAsNew, asksForPayment, payment } = decision
  const writes: OwnWrite[] = [
    {
      role: 'basis',
      write: before ? bookingEntity.replace(before, booking) : bookingEntity.create(booking),
    },
  ]
  const add = (role: Role, write: Write) => writes.push({ role, write })
  for (const write of triggerWrites(before, booking)) add('effect', write)
  if (booking.guests !== before?.guests) {
    for (const write of guestWrites(before, booking)) add('effect', write)
  }
  for (const write of eventWrites(deps, decision, before)) add('effect', write)
  if (emailsAsNew) add('effect', taskEntity.create(emailTask(deps, booking, 'booking.created')))
  if (asksForPayment) {
    add('effect', taskEntity.create(emailTask(deps, booking, 'payment.requested')))
  }
  for (const write of payment?.() ?? []) add('basis', write)
  return writes
}

/** A trigger exists exactly as long as its booking is pending. */
function triggerWrites(before: Booking | undefined, after: Booking): readonly Write[] {
  const had = before?.holdExpiresAtEpochSeconds
  const has = after.holdExpiresAtEpochSeconds
  if (had === has) return []
  return [
    ...(had === undefined ? [] : [expirationTriggerEntity.discard(triggerOf(after, had))]),
    ...(has === undefined ? [] : [expirationTriggerEntity.create(triggerOf(after, has))]),
  ]
}

function eventWrites(
  deps: Dependencies,
  { booking, events, isGroupChange, adoptedStayId }: Decision,
  before: Booking | undefined,
): readonly Write[] {
  return events.map((type) =>
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
          ...(adoptedStayId !== undefined && { adoptedStayId }),
          ...(before && changesPeople(type, before, booking) && previousPeople(before)),
          ...(type === 'booking.rescheduled' && previousService(before, booking)),
          ...(type === 'booking.updated' && previousDetails(before, booking)),
        },
      },
      deps.clock.nowEpochMilliseconds(),
    ),
  )
}

/** The event type that a booking had before it got another one. */
const previousService = (before: Booking | undefined, { eventTypeId }: Booking): EventData =>
  before?.eventTypeId !== undefined && before.eventTypeId !== eventTypeId
    ? { previousEventTypeId: before.eventTypeId }
    : {}

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
