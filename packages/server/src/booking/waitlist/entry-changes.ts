import type { Actor } from '@holdfast/engine'
import type { WaitlistEntry, WaitlistOffer } from './entry.ts'

/** How many offers of an entry may lapse or be declined; the last one ends it. */
export const OFFERS_MAX = 3

/** Who changes an entry, and when. */
export interface EntryChange {
  readonly actor: Actor
  readonly now: number
}

const changed = (
  entry: WaitlistEntry,
  { actor, now }: EntryChange,
  members: Partial<WaitlistEntry>,
): WaitlistEntry => ({
  ...entry,
  ...members,
  actor,
  version: entry.version + 1,
  updatedAtEpochSeconds: now,
})

/** An entry whose person proved to own the address: it is on the wait list from now on. */
export const confirmedEntry = (entry: WaitlistEntry, change: EntryChange): WaitlistEntry =>
  changed(entry, change, { status: 'waiting', isUnproven: false })

/** An entry that got a hold. */
export const offeredEntry = (
  entry: WaitlistEntry,
  offer: WaitlistOffer,
  change: EntryChange,
): WaitlistEntry => changed(entry, change, { status: 'offered', offer })

/** An entry whose offer was confirmed. */
export const bookedEntry = (entry: WaitlistEntry, change: EntryChange): WaitlistEntry =>
  changed(entry, change, { status: 'booked' })

/**
 * An entry whose offer lapsed or was declined: back at its place on the wait list, where it does not get the same start
 * again. The third such offer ends it, and so does the end of its range.
 */
export function lapsedEntry(entry: WaitlistEntry, change: EntryChange): WaitlistEntry {
  const { offer, declinedStarts = [], lapsedOffers = 0, toEpochSeconds } = entry
  const isOver = lapsedOffers + 1 >= OFFERS_MAX || toEpochSeconds <= change.now
  return changed(entry, change, {
    status: isOver ? 'ended' : 'waiting',
    lapsedOffers: lapsedOffers + 1,
    ...(offer && { declinedStarts: [...declinedStarts, offer.startEpochSeconds] }),
  })
}

/** An entry that its person, or the account, took out of the wait list. */
export const leftEntry = (entry: WaitlistEntry, change: EntryChange): WaitlistEntry =>
  changed(entry, change, { status: 'left' })

/** An entry that found nothing in time, whose sessions were cancelled, or whose list was closed. */
export const endedEntry = (entry: WaitlistEntry, change: EntryChange): WaitlistEntry =>
  changed(entry, change, { status: 'ended' })
