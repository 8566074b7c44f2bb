import { type Booking, fitsWish, offerableStart } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { StoreUnavailable } from '../../kernel/ports/store.ts'
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
import { commitBookings } from './commit-booking.ts'
import { followWaitlist, freesTime } from './follow-waitlist.ts'
import { loadEventType } from './offer.ts'
import { prepareOffer } from './prepare-offer.ts'

/** How often a hand-over is tried before the time is freed plainly. */
const HAND_OVER_ATTEMPTS = 2

/** Dependencies of changes that may hand time over. Without those of claims, time is freed plainly. */
export type HandOverDependencies = Dependencies &
  Partial<Pick<BookingDependencies, 'connectedCalendars' | 'phoneNumbers'>>

/**
 * Frees the time of a booking and holds it for the first in line who wants this start, in one transaction. False
 * if it was not committed: nobody in line wants it, or it lost to another writer twice. Then the time is to be
 * freed plainly, which wakes the task of the line.
 */
export async function handOver<Value>(
  deps: HandOverDependencies,
  caller: Caller<Value>,
  before: Booking,
  decision: Decision,
  value: Value,
): Promise<boolean> {
  if (!freesTime(before, decision.booking) || !canOffer(deps)) return false
  for (let attempt = 0; attempt < HAND_OVER_ATTEMPTS; attempt += 1) {
    const outcome = await tryHandOver(deps, caller, { before, decision }, value)
    if (outcome !== 'lost') return outcome === 'done'
  }
  return false
}

/** One attempt; `lost`: somebody changed the line or the time meanwhile. */
async function tryHandOver<Value>(
  deps: BookingDependencies,
  caller: Caller<Value>,
  freeing: BookingChange & { readonly before: Booking },
  value: Value,
): Promise<'done' | 'lost' | 'not-possible'> {
  const { before, decision } = freeing
  const first = await firstInLine(deps, before)
  if (first === undefined) return 'not-possible'
  const offer = await prepareOffer(deps, first.entry, first.rules, before.startEpochSeconds)
  if (!offer.ok) return 'not-possible'
  const further = await followWaitlist(deps, before, decision.booking)
  const held = offer.value.decide()
  const changes = [freeing, { before: undefined, decision: held }]
  const writes = () => [...further(), ...offer.value.writes(held)]
  try {
    const committed = await commitBookings(deps, caller, changes, writes, value)
    if (committed.kind === 'refused') return 'not-possible'
    return committed.kind === 'done' ? 'done' : 'lost'
  } catch (error) {
    if (error instanceof StoreUnavailable && error.outcome === 'not-applied') return 'lost'
    throw error
  }
}

const canOffer = (deps: HandOverDependencies): deps is BookingDependencies =>
  deps.connectedCalendars !== undefined && deps.phoneNumbers !== undefined

/**
 * The first in line who wants the start of a booking. Undefined if nobody does, or if the start needs more than
 * this provider's ledger to be checked: other calendars, other providers.
 */
async function firstInLine(deps: Dependencies, booking: Booking) {
  const { accountId, eventTypeId = '', startEpochSeconds, endEpochSeconds } = booking
  const places = await placesInLine(deps, eventTypeId)
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

/** The places in the line of an event type, the first one first. */
export async function placesInLine(
  { store }: Pick<Dependencies, 'store'>,
  eventTypeId: string,
): Promise<readonly WaitlistPlace[]> {
  const { items } = await store.query({ ...waitlistLine(eventTypeId), consistent: true })
  return items.map(waitlistPlaceEntity.decode)
}

/** Whether somebody in line wants a start, and has not declined it. */
export const wants = (place: WaitlistPlace, start: ReturnType<typeof offerableStart>): boolean =>
  fitsWish(place, start) && !place.declinedStarts?.includes(start.epochSeconds)

/** Reads the entry of a place. Undefined if it waits no more. */
export async function readWaiting(
  { store }: Pick<Dependencies, 'store'>,
  { entryId }: Pick<WaitlistPlace, 'entryId'>,
): Promise<WaitlistEntry | undefined> {
  const entry = await waitlistEntryEntity.read(store, waitlistEntryKey(entryId), {
    consistent: true,
  })
  return entry?.status === 'waiting' ? entry : undefined
}
