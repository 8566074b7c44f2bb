import {
  ALWAYS_WORKING,
  claimDays,
  computeGrid,
  EMPTY_SET,
  firstOverlap,
  freedBy,
  hasLapsed,
  type Interval,
  localDateOf,
  ok,
  type Result,
  startOfLocalDay,
  withCalendars,
  withoutClaimIndex,
} from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { occupiedTime, type ReadDay, readLedger } from '../../ledger/occupied-time.ts'
import { openedDateEntity, openingPolicy } from '../availability/opening.ts'
import { claimsPartOf, overlappingBookings } from '../bookings/overlapping-bookings.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { withoutSchedule, workingHours } from '../hours/working-hours.ts'
import { availabilityRange } from '../keys.ts'
import { limitsReached, readLimits, type StartRange } from '../limits/read-limits.ts'
import type { Provider } from '../providers/provider.ts'
import { getProvider } from '../providers/read-providers.ts'
import { checkRange, SLOTS_PER_ANSWER } from './slots.ts'

/** The status of a slot that a provider opened. */
export type ProviderSlotStatus = 'available' | 'held' | 'booked' | 'blocked'

/** A slot that a provider opened: epoch minutes `[start, end)`. */
export interface ProviderSlot {
  readonly startEpochMinutes: number
  readonly endEpochMinutes: number
  readonly status: ProviderSlotStatus
  /** The booking that takes the time: of a held slot from the ledger, of a booked one from an index. */
  readonly bookingId?: string
  /** When the hold of a held slot lapses. */
  readonly holdExpiresAtEpochSeconds?: number
}

/** The slots to list: those of local dates of the provider, or those that start in a range. */
export type ProviderSlotsQuery =
  | { readonly dayNumber: number; readonly untilDayNumber: number }
  | { readonly fromEpochMinutes: number; readonly toEpochMinutes: number }

/** Slots with the zone of their provider. */
export interface ProviderSlotsAnswer {
  readonly slots: readonly ProviderSlot[]
  readonly timeZone: string
  /** The first start that was left out because the answer is full. */
  readonly nextFromEpochMinutes?: number
}

/**
 * Lists the slots that a provider opened, each with its status and the booking that takes it. Free slots
 * whose start has passed are omitted. Names the bookings of booked slots with one more read, from an
 * index that may lack the latest.
 */
export async function listProviderSlots(
  deps: BookingDependencies,
  caller: Pick<Caller, 'accountId'>,
  providerId: string,
  query: ProviderSlotsQuery,
): Promise<Result<ProviderSlotsAnswer, Refusal>> {
  const found = await getProvider(deps, caller, providerId)
  if (!found.ok) return found
  const { timeZone } = found.value
  const range =
    'dayNumber' in query
      ? {
          fromEpochMinutes: startOfLocalDay(timeZone, query.dayNumber),
          toEpochMinutes: startOfLocalDay(timeZone, query.untilDayNumber),
        }
      : query
  // A date that the zone never had (Pacific/Apia, 2011-12-30) is an empty range.
  const isSkipped =
    'dayNumber' in query &&
    query.dayNumber < query.untilDayNumber &&
    range.fromEpochMinutes === range.toEpochMinutes
  if (isSkipped) return ok({ slots: [], timeZone })
  const checked = checkRange(range)
  if (!checked.ok) return checked
  const { slots, ...rest } = firstSlots(await openedSlots(deps, found.value, range))
  return ok({ slots: await withBookings(deps, found.value, slots), timeZone, ...rest })
}

/** As many slots as fit into an answer, and the start after them if there are more. */
export function firstSlots(
  slots: readonly ProviderSlot[],
): Pick<ProviderSlotsAnswer, 'slots' | 'nextFromEpochMinutes'> {
  const next = slots[SLOTS_PER_ANSWER]
  return next === undefined
    ? { slots }
    : {
        slots: slots.slice(0, SLOTS_PER_ANSWER),
        nextFromEpochMinutes: next.startEpochMinutes,
      }
}

/**
 * The opened slots of a provider that start in a range, computed from the openings, the ledger and
 * connected calendars, in chronological order. Time off, closures, busy time elsewhere and reached limits count as blocked. A
 * schedule does not bind opened slots. Free slots whose
 * start has passed are omitted, and all free slots of an inactive provider. Only held slots name their
 * booking.
 */
export async function openedSlots(
  deps: BookingDependencies,
  provider: Provider,
  range: StartRange,
): Promise<readonly ProviderSlot[]> {
  const { timeZone } = provider
  const reach: Interval = {
    startEpochMinutes: range.fromEpochMinutes,
    // A slot that starts at the last minute may be a day long.
    endEpochMinutes: range.toEpochMinutes + 1440,
  }
  const [opened, days, calendars, working, limits] = await Promise.all([
    // Slots may be a moment old, openings included. A claim reads them again.
    deps.store.query(
      availabilityRange(
        provider.id,
        localDateOf(timeZone, range.fromEpochMinutes),
        localDateOf(timeZone, range.toEpochMinutes - 1),
      ),
    ),
    readLedger(deps, provider.id, reach, false),
    deps.connectedCalendars.list(deps, provider, reach, { consistent: false }),
    workingHours(deps, [withoutSchedule(provider)], reach, { consistent: false }),
    readLimits(deps, provider.limits ? [provider] : [], range, { consistent: false }),
  ])
  const { timeOff, closed = EMPTY_SET } = working.get(provider.id) ?? ALWAYS_WORKING
  const now = epochSeconds(deps.clock)
  const byDay = new Map(days.map((day) => [day.dayNumber, day]))
  const elsewhere = withCalendars(EMPTY_SET, calendars)
  const occupied = withCalendars(occupiedTime(days, now), calendars)
  const slots: ProviderSlot[] = []
  for (const item of opened.items) {
    const { date, openings } = openedDateEntity.decode(item)
    for (const opening of openings) {
      const policy = openingPolicy(date, opening, timeZone)
      const grid = computeGrid({ policy, ...range, nowEpochSeconds: now, occupied })
      grid.starts.forEach((start, index) => {
        const end = start + opening.slotDurationMinutes
        const isOff =
          firstOverlap(timeOff, start, end) !== undefined ||
          firstOverlap(closed, start, end) !== undefined ||
          limitsReached(limits, start * 60, end - start).length > 0
        const taken: Taken | undefined =
          grid.available[index] && !isOff
            ? { status: 'available' }
            : (takenBy(byDay, start, end, now) ??
              ((isOff || firstOverlap(elsewhere, start, end)) && { status: 'blocked' }))
        const isOffered = taken?.status !== 'available' || !provider.isInactive
        if (taken && isOffered)
          slots.push({ startEpochMinutes: start, endEpochMinutes: end, ...taken })
      })
    }
  }
  return slots.sort((a, b) => a.startEpochMinutes - b.startEpochMinutes)
}

/** Adds to each booked slot the first booking that claims a part of it. */
async function withBookings(
  deps: BookingDependencies,
  provider: Provider,
  slots: readonly ProviderSlot[],
): Promise<readonly ProviderSlot[]> {
  const booked = slots.filter((slot) => slot.status === 'booked')
  const [first, last] = [booked.at(0), booked.at(-1)]
  if (first === undefined || last === undefined) return slots
  const bookings = await overlappingBookings(deps, provider, {
    startEpochMinutes: first.startEpochMinutes,
    endEpochMinutes: last.endEpochMinutes,
  })
  return slots.map((slot) => {
    const booking =
      slot.status === 'booked' &&
      bookings.find(
        (candidate) => candidate.status !== 'pending' && claimsPartOf(candidate, provider.id, slot),
      )
    return booking ? { ...slot, bookingId: booking.id } : slot
  })
}

type Taken = Pick<ProviderSlot, 'status' | 'bookingId' | 'holdExpiresAtEpochSeconds'>

/** Why a slot is not available; undefined if only its start has passed. */
function takenBy(
  days: ReadonlyMap<number, ReadDay>,
  startEpochMinutes: number,
  endEpochMinutes: number,
  nowEpochSeconds: number,
): Taken | undefined {
  const within = (mark: Range, part: Range) =>
    mark.firstQuantum < part.firstQuantum + part.quantumCount &&
    part.firstQuantum < mark.firstQuantum + mark.quantumCount
  let taken: Taken | undefined
  for (const part of claimDays({ startEpochMinutes, endEpochMinutes })) {
    const ledger = days.get(part.dayNumber)?.ledger
    if (ledger === undefined) continue
    if (ledger.blocks.some((block) => within(block, part))) return { status: 'blocked' }
    const inPart = (quantum: number) =>
      quantum >= part.firstQuantum && quantum < part.firstQuantum + part.quantumCount
    const holds = ledger.holds.filter((hold) => within(hold, part))
    const live = holds.filter((hold) => !hasLapsed(hold, nowEpochSeconds))
    const held = (quantum: number) =>
      holds.some(
        (hold) => quantum >= hold.firstQuantum && quantum < hold.firstQuantum + hold.quantumCount,
      )
    // Booked wins over held: a slot that a booking overlaps stays taken when the hold lapses.
    // Time that was freed looks booked as well: nobody is to see when it can be booked again.
    const isKept = live.some(({ bookingId }) => freedBy(bookingId) !== undefined)
    if (isKept || [...ledger.taken].some((quantum) => inPart(quantum) && !held(quantum))) {
      taken = { status: 'booked' }
    } else if (live[0] !== undefined) {
      const { expiresAtEpochSeconds } = live[0]
      const bookingId = withoutClaimIndex(live[0].bookingId)
      taken ??= { status: 'held', bookingId, holdExpiresAtEpochSeconds: expiresAtEpochSeconds }
    }
  }
  return taken
}

interface Range {
  readonly firstQuantum: number
  readonly quantumCount: number
}
