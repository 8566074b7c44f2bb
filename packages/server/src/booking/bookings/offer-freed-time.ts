import { type Booking, fitsWish, offerableStart } from '@holdfast/engine'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { propose } from '../../ledger/alternatives.ts'
import type { Decision } from '../decision.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { waitlistEntryKey, waitlistLine } from '../keys.ts'
import {
  type WaitlistEntry,
  type WaitlistPlace,
  waitlistEntryEntity,
  waitlistPlaceEntity,
} from '../waitlist/entry.ts'
import type { BookingChange } from './claims-of-bookings.ts'
import { type BookingChanges, changeOfOne, type NextChanges } from './commit-booking.ts'
import { followWaitlist, freesTime } from './follow-waitlist.ts'
import { loadEventType } from './offer.ts'
import { prepareOffer } from './prepare-offer.ts'

/** How often an offer of freed time is tried before the time is freed plainly. */
const HAND_OVER_ATTEMPTS = 2

/** Dependencies of changes that may hand time over. Without those of claims, time is freed plainly. */
export type OfferDependencies = Dependencies &
  Partial<Pick<BookingDependencies, 'connectedCalendars' | 'phoneNumbers'>>

/**
 * Ways to commit a change of a booking. If it frees time, the first way also holds that for the first person of the wait list who wants this start.
 * If nobody does, or that lost to other writers twice, the time is freed plainly, which wakes the task of the line.
 */
export function offeringFreedTime<Value>(
  deps: OfferDependencies,
  before: Booking,
  decision: Decision,
  value: Value,
): NextChanges<Value> {
  const mayOffer = freesTime(before, decision.booking) && canOffer(deps) ? deps : undefined
  let isPlain = false
  return async (failures) => {
    const last = failures.at(-1)
    if (isPlain && last) return last
    const isWorthwhile = last?.kind !== 'refused' && failures.length < HAND_OVER_ATTEMPTS
    const offered =
      mayOffer && isWorthwhile
        ? await offerToFirst(mayOffer, { before, decision }, value)
        : undefined
    isPlain = offered === undefined
    return propose(offered ?? (await changeOfOne(deps, before, decision, value)))
  }
}

/** A change that frees time, with the hold of it for the first of the wait list. Undefined if that is not possible. */
async function offerToFirst<Value>(
  deps: BookingDependencies,
  freeing: BookingChange & { readonly before: Booking },
  value: Value,
): Promise<BookingChanges<Value> | undefined> {
  const { before, decision } = freeing
  const first = await firstWaiting(deps, before)
  if (first === undefined) return undefined
  const offer = await prepareOffer(deps, first.entry, first.rules, before.startEpochSeconds)
  if (!offer.ok) return undefined
  const followed = await followWaitlist(deps, before, decision.booking)
  const held = offer.value.decide()
  const changes = [freeing, { before: undefined, decision: held }]
  const further = () => [...followed(), ...offer.value.writes(held)]
  return { changes, further, value, isOptional: true }
}

const canOffer = (deps: OfferDependencies): deps is BookingDependencies =>
  deps.connectedCalendars !== undefined && deps.phoneNumbers !== undefined

/**
 * The first of the wait list who wants the start of a booking. Undefined if nobody does, or if the start needs more than
 * this provider's ledger to be checked: other calendars, other providers.
 */
async function firstWaiting(deps: Dependencies, booking: Booking) {
  const { accountId, eventTypeId = '', startEpochSeconds, endEpochSeconds } = booking
  const places = await waitlistPlaces(deps, eventTypeId)
  if (places.length === 0) return undefined
  const loaded = await loadEventType(deps, accountId, eventTypeId, true)
  if (!loaded.ok) return undefined
  const { eventType, provider } = loaded.value
  const { waitlist: rules, requirements, seats, durationMinutes } = eventType
  const isPlain =
    requirements === undefined &&
    booking.assignments === undefined &&
    provider.connectedKinds === undefined &&
    (endEpochSeconds - startEpochSeconds) / 60 === durationMinutes
  if (rules === undefined || eventType.status !== 'active' || !isPlain) return undefined
  const left = seats === undefined ? undefined : (booking.seats ?? 1)
  const start = offerableStart(startEpochSeconds, provider.timeZone, left)
  const place = places.find((each) => wants(each, start))
  const entry = place && (await readWaiting(deps, place))
  return entry && { entry, rules }
}

/** The places of the wait list of an event type, the first one first. */
export async function waitlistPlaces(
  { store }: Pick<Dependencies, 'store'>,
  eventTypeId: string,
): Promise<readonly WaitlistPlace[]> {
  const { items } = await store.query({ ...waitlistLine(eventTypeId), consistent: true })
  return items.map(waitlistPlaceEntity.decode)
}

/** Whether somebody of the wait list wants a start, and has not declined it. */
export const wants = (place: WaitlistPlace, start: ReturnType<typeof offerableStart>): boolean =>
  fitsWish(place, start) && !place.declinedStarts?.includes(start.epochSeconds)

/** Reads the entry of a place. Undefined if it waits no more. */
export async function readWaiting(
  { store }: Pick<Dependencies, 'store'>,
  { entryId }: Pick<WaitlistPlace, 'entryId'>,
): Promise<WaitlistEntry | undefined> {
  const entry = await waitlistEntryEntity.read(store, waitlistEntryKey(entryId))
  return entry?.status === 'waiting' ? entry : undefined
}
