import type { Booking } from '@holdfast/engine'
import {
  bookingKey,
  waitlistDueKey,
  waitlistEntryKey,
  waitlistPersonKey,
  waitlistPlaceKey,
} from '../../booking/keys.ts'
import {
  isLive,
  personOf,
  placeOf,
  type WaitlistEntry,
  type WaitlistPerson,
  type WaitlistPlace,
  waitlistPersonEntity,
  waitlistPlaceEntity,
} from '../../booking/waitlist/entry.ts'
import type { Finding } from '../../kernel/doctor/finding.ts'
import type { InShare } from '../../kernel/doctor/rule.ts'
import { nameOfKey } from '../../kernel/keys.ts'
import type { Item, ItemKey } from '../../kernel/ports/store.ts'
import { sameMembers } from '../../kernel/same-value.ts'
import type { Check } from './check.ts'
import type { ClassifiedItem } from './classified-item.ts'
import { finding } from './finding.ts'

/** An item that follows from an entry, as it is stored. */
interface Derived {
  readonly item: Item
  readonly entryId: string
}

/** The place on the wait list that an entry must have. */
export const expectedPlace = (entry: WaitlistEntry): Item | undefined =>
  entry.status === 'waiting' ? waitlistPlaceEntity.encode(placeOf(entry)) : undefined

/** The reservation of its person that an entry must have. */
export const expectedPerson = (entry: WaitlistEntry): Item | undefined =>
  isLive(entry) ? waitlistPersonEntity.encode(personOf(entry)) : undefined

/**
 * Checks that every waiting entry of a wait list has its place on the wait list, every live one the reservation of its person,
 * every offer its hold, and every line with somebody in it an entry in the queue. Its facts are live entries,
 * places, reservations, offered bookings and the queue.
 */
export function waitlistCheck(inShare: InShare): Check {
  const entries = new Map<string, WaitlistEntry>()
  const invalidIds = new Set<string>()
  const places = new Map<string, Derived>()
  const persons = new Map<string, Derived>()
  const bookings = new Map<string, Pick<Booking, 'status' | 'waitlistId'>>()
  const queued = new Set<string>()

  const visitEntry = (id: string, entry: WaitlistEntry | undefined, item: Item) => {
    if (typeof item.eventTypeId === 'string' && !inShare(item.eventTypeId)) return
    // The place of an invalid entry is unknown.
    if (entry === undefined) invalidIds.add(id)
    else if (isLive(entry)) entries.set(id, entry)
  }
  return {
    visit(classified) {
      const { kind, item, partitionId, value } = classified
      if (kind === 'waitlist_entry') visitEntry(partitionId, classified.value, item)
      if (kind === 'waitlist_due') {
        if (typeof item.eventTypeId === 'string') queued.add(item.eventTypeId)
      }
      if (kind === 'booking' && classified.value?.waitlistId !== undefined) {
        const { id, status, waitlistId } = classified.value
        bookings.set(id, { status, waitlistId })
      }
      if (!inShare(partitionId) || value === undefined) return
      if (kind === 'waitlist_place') addDerived(places, classified)
      if (kind === 'waitlist_person') addDerived(persons, classified)
    },
    get factCount() {
      return entries.size + invalidIds.size + places.size + persons.size + bookings.size
    },
    *findings() {
      for (const entry of entries.values()) {
        yield* missingOf(entry, places, persons)
        yield* wrongOffer(entry, bookings)
      }
      const isKnown = ({ entryId }: Derived) => !invalidIds.has(entryId)
      for (const place of [...places.values()].filter(isKnown)) {
        yield* stalePlace(place, entries.get(place.entryId))
      }
      for (const person of [...persons.values()].filter(isKnown)) {
        yield* stalePerson(person, entries.get(person.entryId))
      }
      yield* unqueued(places, queued)
    },
  }
}

function addDerived(to: Map<string, Derived>, { item, value }: ClassifiedItem): void {
  const { entryId } = value as WaitlistPlace | WaitlistPerson
  to.set(nameOfKey(item), { item, entryId })
}

function* missingOf(
  entry: WaitlistEntry,
  places: ReadonlyMap<string, Derived>,
  persons: ReadonlyMap<string, Derived>,
): Iterable<Finding> {
  const { id, eventTypeId, personMark, status } = entry
  const place = waitlistPlaceKey(eventTypeId, id)
  if (status === 'waiting' && !places.has(nameOfKey(place))) {
    const sentence = 'An entry of a wait list is waiting, but has no place on it: it gets no offer.'
    yield finding('waitlist_place_missing', [place, waitlistEntryKey(id)], sentence)
  }
  const person = waitlistPersonKey(eventTypeId, personMark)
  if (persons.has(nameOfKey(person))) return
  const sentence = 'The person of a live entry could join the wait list a second time.'
  yield finding('waitlist_person_missing', [person, waitlistEntryKey(id)], sentence)
}

function* wrongOffer(
  { id, status, offer }: WaitlistEntry,
  bookings: ReadonlyMap<string, Pick<Booking, 'status' | 'waitlistId'>>,
): Iterable<Finding> {
  if (status !== 'offered') return
  const booking = offer && bookings.get(offer.bookingId)
  if (booking?.waitlistId === id && booking.status === 'pending') return
  const keys = [waitlistEntryKey(id), ...(offer ? [bookingKey(offer.bookingId)] : [])]
  const sentence =
    'The entry has an offer, but its booking is not pending: it never gets another one.'
  yield finding('waitlist_offer_wrong', keys, sentence)
}

function* stalePlace(
  { item, entryId }: Derived,
  entry: WaitlistEntry | undefined,
): Iterable<Finding> {
  const expected = entry && expectedPlace(entry)
  if (expected && sameMembers(expected, item)) return
  const sentence = 'A place in a wait list does not match an entry that is waiting.'
  yield finding('waitlist_place_stale', [item, waitlistEntryKey(entryId)], sentence)
}

function* stalePerson(
  { item, entryId }: Derived,
  entry: WaitlistEntry | undefined,
): Iterable<Finding> {
  const expected = entry && expectedPerson(entry)
  if (expected && sameMembers(expected, item)) return
  const sentence = 'A person cannot join a wait list, although they have no live entry in it.'
  yield finding('waitlist_person_stale', [item, waitlistEntryKey(entryId)], sentence)
}

function* unqueued(
  places: ReadonlyMap<string, Derived>,
  queued: ReadonlySet<string>,
): Iterable<Finding> {
  const first = new Map<string, ItemKey>()
  for (const { item } of places.values()) {
    const eventTypeId = item.PK.split('#')[1] ?? ''
    if (!first.has(eventTypeId)) first.set(eventTypeId, item)
  }
  for (const [eventTypeId, place] of first) {
    if (queued.has(eventTypeId)) continue
    const sentence =
      'A wait list with entries is missing from the due queue: nobody on it gets an offer.'
    // Due at once, so that the key is the same in every pass.
    yield finding('waitlist_due_missing', [waitlistDueKey(eventTypeId, 0), place], sentence)
  }
}
