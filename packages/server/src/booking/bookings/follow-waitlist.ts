import { type Booking, hasClaim } from '@holdfast/engine'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { eventWrite } from '../../kernel/events/outbox.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { waitlistEntryKey } from '../keys.ts'
import { wakeLine } from '../waitlist/due-line.ts'
import { type WaitlistEntry, waitlistEntryEntity } from '../waitlist/entry.ts'
import { bookedEntry, lapsedEntry } from '../waitlist/entry-changes.ts'
import { entryWrites } from '../waitlist/entry-writes.ts'
import { storedRepresentation } from './booking-representation.ts'
import { waitlistEntryRepresentation } from './waitlist-representation.ts'

/** Makes the writes of a wait list. Called once for each attempt to commit. */
export type WaitlistWrites = () => readonly Write[]

/** Whether a change gives back time that a line may want. */
export const freesTime = (before: Booking, after: Booking): boolean =>
  before.hasWaitlist === true &&
  hasClaim(before) &&
  (!hasClaim(after) ||
    after.startEpochSeconds !== before.startEpochSeconds ||
    after.endEpochSeconds !== before.endEpochSeconds)

/**
 * What a change of a booking means for wait lists, in its own transaction: the offer that it was is booked, lapsed
 * or declined, and a line is woken if time becomes free. Reads nothing for a booking that was never offered.
 */
export async function followWaitlist(
  deps: Dependencies,
  before: Booking,
  after: Booking,
): Promise<WaitlistWrites> {
  const entry = await offeredEntryOf(deps, before)
  const isFreed = freesTime(before, after)
  return () => {
    const wake = isFreed ? wakeFor(deps, after) : undefined
    return [...(entry ? followOffer(deps, entry, after) : []), ...(wake ? [wake] : [])]
  }
}

/** The write that has the line of a booking's event type looked at now. */
export function wakeFor(deps: Pick<Dependencies, 'clock'>, booking: Booking): Write | undefined {
  const { id, version, accountId, eventTypeId } = booking
  if (eventTypeId === undefined) return undefined
  return wakeLine(deps, { eventTypeId, accountId }, `${id}.${version}`)
}

/** The entry whose open offer a booking is. */
async function offeredEntryOf(
  { store }: Pick<Dependencies, 'store'>,
  { id, waitlistId, status }: Booking,
): Promise<WaitlistEntry | undefined> {
  if (waitlistId === undefined || status !== 'pending') return undefined
  const entry = await waitlistEntryEntity.read(store, waitlistEntryKey(waitlistId))
  return entry?.status === 'offered' && entry.offer?.bookingId === id ? entry : undefined
}

/** The writes of an entry whose offer ends with a change of its booking. Empty while it is open. */
function followOffer(deps: Dependencies, entry: WaitlistEntry, booking: Booking): readonly Write[] {
  const change = {
    actor: booking.actor ?? ({ kind: 'system' } as const),
    now: epochSeconds(deps.clock),
  }
  if (booking.status === 'confirmed') {
    return Object.values(entryWrites(deps, entry, bookedEntry(entry, change)))
  }
  if (hasClaim(booking)) return []
  const lapsed = lapsedEntry(entry, change)
  const email = lapsed.status === 'ended' ? 'waitlist.ended' : undefined
  return [
    ...Object.values(entryWrites(deps, entry, lapsed, email)),
    waitlistEvent(deps, 'waitlist.lapsed', lapsed, booking),
  ]
}

/** The write of an event of an entry with its booking. */
export const waitlistEvent = (
  deps: Pick<Dependencies, 'clock' | 'ids'>,
  type: 'waitlist.offered' | 'waitlist.lapsed',
  entry: WaitlistEntry,
  booking: Booking,
): Write =>
  eventWrite(deps, type, entry.actor ?? { kind: 'system' }, entry, {
    entry: waitlistEntryRepresentation(entry),
    booking: storedRepresentation(booking),
  })
