import { isTimeZone, ok, type Result, refuse } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import type { Write } from '../../kernel/ports/store.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import type { Decision } from '../decision.ts'
import type { BookingDependencies } from '../dependencies.ts'
import type { WaitlistRules } from '../event-types/event-type.ts'
import type { WaitlistEntry } from '../waitlist/entry.ts'
import { offeredEntry } from '../waitlist/entry-changes.ts'
import { entryWrites } from '../waitlist/entry-writes.ts'
import type { BookingInput } from './booking-input.ts'
import { waitlistEvent } from './follow-waitlist.ts'
import { type PreparedBooking, prepareBooking } from './prepare-booking.ts'

/** A hold for somebody in line whose start the rules allow. Only its claims are left to decide. */
export interface PreparedOffer extends PreparedBooking {
  /** The writes of the entry that gets the hold, on condition that it still waits. */
  readonly writes: (decision: Decision) => readonly Write[]
}

/** Prepares a hold of a start for the person of an entry. */
export async function prepareOffer(
  deps: BookingDependencies,
  entry: WaitlistEntry,
  { offerMinutes }: WaitlistRules,
  startEpochSeconds: number,
): Promise<Result<PreparedOffer, Refusal>> {
  const { accountId, booker, isUnproven } = entry
  const caller: Omit<Caller, 'idempotency'> = {
    accountId,
    requestId: 'waitlist',
    // A stranger's details stay a stranger's until the link in the email is followed.
    role: isUnproven ? 'public' : 'account',
    actor: { kind: 'system' },
  }
  const { timeZone } = booker
  const input: BookingInput = {
    target: { eventTypeId: entry.eventTypeId },
    startEpochSeconds,
    // A later tz database may have dropped the zone.
    booker: timeZone !== undefined && !isTimeZone(timeZone) ? withoutZone(entry) : booker,
    ...(entry.seats !== undefined && { seats: entry.seats }),
    requiresEmailProof: true,
    offerTo: { waitlistId: entry.id, offerMinutes },
  }
  const prepared = await prepareBooking(deps, caller, input)
  if (!prepared.ok) return refuse(prepared.refusal)
  return ok({
    ...prepared.value,
    writes: ({ booking }) => {
      const offer = {
        bookingId: booking.id,
        startEpochSeconds: booking.startEpochSeconds,
        expiresAtEpochSeconds: booking.holdExpiresAtEpochSeconds ?? booking.startEpochSeconds,
      }
      const change = { actor: { kind: 'system' } as const, now: epochSeconds(deps.clock) }
      const after = offeredEntry(entry, offer, change)
      return [
        ...Object.values(entryWrites(deps, entry, after)),
        waitlistEvent(deps, 'waitlist.offered', after, booking),
      ]
    },
  })
}

function withoutZone({ booker: { timeZone: _, ...rest } }: WaitlistEntry) {
  return rest
}
