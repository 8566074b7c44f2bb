import {
  bookableRange,
  computeSlots,
  hoursWithin,
  invariant,
  type SlotPolicy,
  slotHours,
} from '@holdfast/engine'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { mapAtMost } from '../../kernel/map-at-most.ts'
import { isOffered, type LoadedEventType } from '../bookings/offer.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { boundOf } from '../hours/working-hours.ts'
import { ownSubjects } from '../limits/claimed-limits.ts'
import { readLimits, type StartRange, withinLimits } from '../limits/read-limits.ts'
import { checkParty } from '../seats/party.ts'
import { readSessions, sessionStarts } from '../seats/session-slots.ts'
import { SLOT_QUERY_DAYS } from '../slots/slots.ts'
import type { TeamEventType } from '../teams/load-team.ts'
import { type TeamStarts, teamSlots } from '../teams/team-slots.ts'
import { providerTimeReader, type ReadProviderTime } from './provider-time.ts'
import { withSharedReads } from './shared-reads.ts'

/** A slot of one of several event types: epoch minutes `[start, end)`. */
export interface SoonestSlot {
  readonly startEpochMinutes: number
  readonly endEpochMinutes: number
  readonly eventTypeId: string
  readonly providerId: string
  /** Only of an event type with seats. */
  readonly seats?: {
    readonly left: number
    /** Whether bookers see how many seats are left. */
    readonly showRemaining: boolean
  }
}

const MINUTES_PER_DAY = 1440

/** The ends of the windows that are searched one after another, in days from the start of the range. */
const WINDOW_END_DAYS = [1, 3, 7, 31, SLOT_QUERY_DAYS] as const

/** How many event types are computed at once. */
const EVENT_TYPES_AT_ONCE = 8

/** How many reads of one call run at once. */
const READS_AT_ONCE = 8

/** How many slots to find, and for how many people. */
export interface SoonestOptions {
  readonly limit: number
  /** How many seats a party takes. */
  readonly party: number
  /** Finds the first slot of each event type instead of the first of all. Default: false. */
  readonly ofEach?: boolean
}

/**
 * Finds the first slots of several event types, by start and then by event type id. Searches windows of
 * growing length until it has found enough, so that a free slot tomorrow costs one day of each ledger.
 * Reads each provider at most once per window, and only if one of its event types is open then. Slots of an
 * event type with requirements name its own provider, whoever will serve them.
 */
export async function soonestSlots(
  deps: BookingDependencies,
  eventTypes: readonly LoadedEventType[],
  { fromEpochMinutes, toEpochMinutes }: StartRange,
  { limit, party, ofEach = false }: SoonestOptions,
): Promise<readonly SoonestSlot[]> {
  const found: SoonestSlot[] = []
  const shared = { ...deps, store: withSharedReads(deps.store, READS_AT_ONCE) }
  let open = eventTypes.filter(
    (each) => isOffered(each) && checkParty('seats', each.eventType, party).ok,
  )
  let from = Math.max(fromEpochMinutes, Math.floor(epochSeconds(deps.clock) / 60))
  const start = from
  for (const days of WINDOW_END_DAYS) {
    const to = Math.min(toEpochMinutes, start + days * MINUTES_PER_DAY)
    if (from >= to || open.length === 0 || found.length >= limit) break
    const window = { fromEpochMinutes: from, toEpochMinutes: to }
    const read = providerTimeReader(shared, open, window)
    const slots = await mapAtMost(open, EVENT_TYPES_AT_ONCE, (eventType) =>
      slotsOf(shared, eventType, window, { limit: ofEach ? 1 : limit, party, read }),
    )
    found.push(...slots.flat().sort(byStartAndEventType))
    if (ofEach) open = open.filter((_, index) => slots[index]?.length === 0)
    from = to
  }
  return found.slice(0, limit)
}

/** The order of the answer. Event types are listed once, so it is total. */
const byStartAndEventType = (a: SoonestSlot, b: SoonestSlot): number =>
  a.startEpochMinutes - b.startEpochMinutes || (a.eventTypeId < b.eventTypeId ? -1 : 1)

interface SlotsOptions extends SoonestOptions {
  readonly read: ReadProviderTime
}

/** The first slots of one event type in a window, at most `limit`. */
async function slotsOf(
  deps: BookingDependencies,
  loaded: LoadedEventType,
  window: StartRange,
  { limit, party, read }: SlotsOptions,
): Promise<readonly SoonestSlot[]> {
  const { eventType, provider, policy } = loaded
  const { seats, requirements } = eventType
  const [{ starts, rows, ends }, sessions] = await Promise.all([
    requirements === undefined
      ? ownStarts(deps, loaded, window, read).then((own): TeamStarts => ({ starts: own }))
      : teamStarts(deps, { ...loaded, requirements }, window),
    seats && readSessions(deps, eventType.id, window, { consistent: false }),
  ])
  const ids = { eventTypeId: eventType.id, providerId: provider.id }
  if (seats === undefined || sessions === undefined) {
    // Of several slots of one start, the shortest is listed.
    const times = starts.flatMap((start, index) =>
      start === starts[index - 1]
        ? []
        : [{ start, end: ends?.[index] ?? start + (rows?.[index] ?? policy).durationMinutes }],
    )
    return times.slice(0, limit).map(({ start, end }) => ({
      startEpochMinutes: start,
      endEpochMinutes: end,
      ...ids,
    }))
  }
  const { capacity, showRemaining } = seats
  const nowEpochSeconds = epochSeconds(deps.clock)
  const query = { policy, capacity, seats: party, nowEpochSeconds }
  const found = sessionStarts({ starts, ...(ends && { ends }) }, sessions, { ...window, ...query })
  return found.starts.slice(0, limit).map((start, index) => ({
    startEpochMinutes: start,
    endEpochMinutes: found.ends[index] as number,
    ...ids,
    seats: { left: found.seatsLeft[index] as number, showRemaining },
  }))
}

/** The starts of an event type that takes its own provider alone. */
async function ownStarts(
  deps: BookingDependencies,
  loaded: LoadedEventType,
  window: StartRange,
  read: ReadProviderTime,
): Promise<readonly number[]> {
  const { eventType, provider, policy } = loaded
  const nowEpochSeconds = epochSeconds(deps.clock)
  if (!isOpenIn(policy, window, nowEpochSeconds)) return []
  const [{ occupied, working }, limits] = await Promise.all([
    read(provider),
    readLimits(deps, ownSubjects(loaded), window, { consistent: false }),
  ])
  const hours = slotHours(boundOf(eventType, provider, working), policy)
  const starts = computeSlots({ policy, ...window, nowEpochSeconds, occupied, ...hours })
  return withinLimits({ starts }, limits, policy.durationMinutes).starts
}

/** Whether an event type is open at all in a window; without it, nothing else needs to be read. */
function isOpenIn(policy: SlotPolicy, window: StartRange, nowEpochSeconds: number): boolean {
  const { earliestEpochMinutes, endEpochMinutes } = bookableRange(policy, nowEpochSeconds)
  const from = Math.max(window.fromEpochMinutes, earliestEpochMinutes)
  const to = Math.min(window.toEpochMinutes, endEpochMinutes)
  return from < to && hoursWithin(policy, from, to).length > 0
}

/** The starts of an event type with requirements. Candidates of several event types are read once. */
async function teamStarts(
  deps: BookingDependencies,
  team: TeamEventType,
  window: StartRange,
): Promise<TeamStarts> {
  const found = await teamSlots(deps, team, window, { includeUnavailable: false })
  invariant(found.ok, 'a list of slots without a chosen candidate was refused')
  return found.value
}
