import type { Booking } from '@holdfast/engine'
import { derivedItems } from '../../kernel/doctor/derived-items.ts'
import { joinRule } from '../../kernel/doctor/join-rule.ts'
import { keyOf, NO_WRITES } from '../../kernel/doctor/repair-writes.ts'
import type { ItemRepair, VisitedItem } from '../../kernel/doctor/rule.ts'
import type { ItemKey } from '../../kernel/ports/store.ts'
import { bookingFinding } from '../findings.ts'
import { bookingKey, waitlistDueKey, waitlistEntryKey } from '../keys.ts'
import { dueLineEntity } from '../waitlist/due-line.ts'
import {
  isLive,
  personOf,
  placeOf,
  type WaitlistEntry,
  type WaitlistPlace,
  waitlistEntryEntity,
  waitlistPersonEntity,
  waitlistPlaceEntity,
} from '../waitlist/entry.ts'

const isValid = ({ value }: VisitedItem): boolean => value !== undefined

/** The rule that every waiting entry of a wait list has its place on the wait list. */
export const waitlistPlaceRule = derivedItems({
  kind: 'waitlist_place',
  includes: isValid,
  owner: { kind: 'waitlist_entry', entity: waitlistEntryEntity },
  expected: (entry) =>
    entry.status === 'waiting' ? waitlistPlaceEntity.encode(placeOf(entry)) : undefined,
  ownerKey: (item) => waitlistEntryKey(waitlistPlaceEntity.decode(item).entryId),
  finding: bookingFinding,
  missing: {
    code: 'waitlist_place_missing',
    sentence: 'An entry of a wait list is waiting, but has no place on it: it gets no offer.',
  },
  stale: {
    code: 'waitlist_place_stale',
    sentence: 'A place in a wait list does not match an entry that is waiting.',
    namesOwner: true,
  },
  isCorrected: true,
})

/** The rule that every live entry of a wait list has the reservation of its person. */
export const waitlistPersonRule = derivedItems({
  kind: 'waitlist_person',
  includes: isValid,
  owner: { kind: 'waitlist_entry', entity: waitlistEntryEntity },
  expected: (entry) => (isLive(entry) ? waitlistPersonEntity.encode(personOf(entry)) : undefined),
  ownerKey: (item) => waitlistEntryKey(waitlistPersonEntity.decode(item).entryId),
  finding: bookingFinding,
  missing: {
    code: 'waitlist_person_missing',
    sentence: 'The person of a live entry could join the wait list a second time.',
  },
  stale: {
    code: 'waitlist_person_stale',
    sentence: 'A person cannot join a wait list, although they have no live entry in it.',
    namesOwner: true,
  },
  isCorrected: true,
})

/** What was read of one entry with an offer. */
interface OfferFacts {
  entry: WaitlistEntry | undefined
  /** The pending bookings that are of the entry. */
  readonly pendingIds: Set<string>
}

/** The rule that every offer has its hold. Its facts are the entries with an offer, and pending bookings of entries. */
export const waitlistOfferRule = joinRule<
  { waitlist_entry: WaitlistEntry; booking: Booking },
  OfferFacts
>({
  empty: () => ({ entry: undefined, pendingIds: new Set() }),
  visit: ({ at }) => ({
    waitlist_entry({ value }) {
      if (value?.status === 'offered') at(value.id).entry = value
    },
    booking({ value }) {
      if (value?.waitlistId === undefined || value.status !== 'pending') return
      at(value.waitlistId).pendingIds.add(value.id)
    },
  }),
  *findings(id, { entry, pendingIds }) {
    if (entry === undefined || pendingIds.has(entry.offer?.bookingId ?? '')) return
    const keys = [waitlistEntryKey(id), ...(entry.offer ? [bookingKey(entry.offer.bookingId)] : [])]
    const sentence =
      'The entry has an offer, but its booking is not pending: it never gets another one.'
    yield bookingFinding('waitlist_offer_wrong', keys, sentence)
  },
})

/** Adds a wait list with entries to the due queue, due at once. */
const addDue: ItemRepair = async ({ readAs }, [, key]) => {
  const place = (await readAs(waitlistPlaceEntity, key))?.value
  if (place === undefined) return NO_WRITES
  const { eventTypeId, accountId } = place
  const due = { version: 1, eventTypeId, accountId, dueEpochMilliseconds: 0 } as const
  return { due: dueLineEntity.create(due) }
}

/** What was read of the wait list of one event type. */
interface LineFacts {
  place: ItemKey | undefined
  isQueued: boolean
}

/** The rule that every wait list with somebody on it is in the due queue. Its facts are the places, and the queue. */
export const waitlistQueueRule = joinRule<
  { waitlist_place: WaitlistPlace; waitlist_due: undefined },
  LineFacts
>({
  empty: () => ({ place: undefined, isQueued: false }),
  visit: ({ at }) => ({
    waitlist_place({ item, partitionId, value }) {
      if (value) at(partitionId).place ??= keyOf(item)
    },
    waitlist_due({ item }) {
      if (typeof item.eventTypeId === 'string') at(item.eventTypeId).isQueued = true
    },
  }),
  *findings(eventTypeId, { place, isQueued }) {
    if (place === undefined || isQueued) return
    const sentence =
      'A wait list with entries is missing from the due queue: nobody on it gets an offer.'
    // Due at once, so that the key is the same in every pass.
    const keys = [waitlistDueKey(eventTypeId, 0), place]
    yield bookingFinding('waitlist_due_missing', keys, sentence)
  },
  repairs: [['waitlist_due_missing', addDue]],
})
