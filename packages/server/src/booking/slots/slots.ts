import {
  claimReach,
  computeGrid,
  covers,
  type Interval,
  type LimitCheck,
  ok,
  type PolicySnapshot,
  type Result,
  type SlotQuery,
  slotHours,
  type WorkingTime,
  withCalendars,
} from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { minutesOfEnd, type RangeEnd } from '../../kernel/list-range.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { occupiedTime, readLedger, yieldsFreed } from '../../ledger/occupied-time.ts'
import {
  isOffered,
  type LoadedEventType,
  loadEventType,
  type OfferHint,
  offerHint,
} from '../bookings/offer.ts'
import { mayBeClosed, readClosures } from '../closures/closure.ts'
import type { BookingDependencies } from '../dependencies.ts'
import type { Asker } from '../event-types/for-person.ts'
import {
  boundOf,
  mayHaveTimeOff,
  type WorkingHoursOptions,
  workingHours,
} from '../hours/working-hours.ts'
import { ownSubjects } from '../limits/claimed-limits.ts'
import { readLimits, type StartRange, withinLimits } from '../limits/read-limits.ts'
import type { AskedAnswers } from '../questions/deciding-answers.ts'
import {
  type ChosenCandidate,
  checkOwnProvider,
  chosenByAnswers,
} from '../requirements/chosen-candidate.ts'
import { checkParty } from '../seats/party.ts'
import { readSessions, type SessionStarts, sessionStarts } from '../seats/session-slots.ts'
import { limitsWithout, type Movable, occupiedWithout } from '../teams/leaving.ts'
import { prefetchTeam } from '../teams/team-offer.ts'
import { type TeamStarts, teamSlots } from '../teams/team-slots.ts'
import { readTimeOff } from '../time-off/time-off.ts'
import { recentSlots } from './recent-slots.ts'
import { type SlotPrices, slotPrices } from './slot-prices.ts'

/** The slots to list: those that start in `[from, to)`. */
export interface SlotsQuery {
  readonly from: RangeEnd
  readonly to: RangeEnd
  /** The zone of the midnights. Default: the provider's. */
  readonly timeZone?: string
  readonly includeUnavailable: boolean
  /** One of the durations of the event type. Default: the first. */
  readonly durationMinutes?: number | undefined
  /** One of the candidates, who must be part of the booking. */
  readonly chosen?: ChosenCandidate | undefined
  /** How many seats a party takes. Default: 1. */
  readonly seats?: number | undefined
  /** The answers of the booker that decide. Absent: nothing was answered. */
  readonly answers?: AskedAnswers | undefined
  /** Whether time counts as free while it is kept after it was freed: the wait list comes first. Default: no. */
  readonly takesFreed?: boolean
  /** Who asks, whose rules for kinds of customers count. Absent: the rules of the event type alone. */
  readonly who?: Asker | undefined
  /** The booking to move, whose duration, buffers and own time count. Absent: a new one. */
  readonly moving?: MovingBooking | undefined
}

/** A booking to move, as far as it decides where it can go. */
export interface MovingBooking {
  /** Its agreed duration and buffers. Absent: as the event type says today. */
  readonly agreed?: PolicySnapshot | undefined
  /** The bookings whose own time and limits count as free: itself, if nobody else needs its time. */
  readonly leaving: readonly Movable[]
}

/** Slots of an event type: their starts, ascending, in epoch minutes. */
export interface SlotsAnswer {
  readonly starts: readonly number[]
  /** For each start whether it can be booked. Absent if all can. */
  readonly available?: readonly boolean[]
  /** For each start of an event type with seats its end and how many seats are left. */
  readonly sessions?: Pick<SessionStarts, 'ends' | 'seatsLeft'> & {
    /** Whether bookers see how many seats are left. */
    readonly showRemaining: boolean
  }
  /** When the slot of each start ends. Absent: all last equally long. */
  readonly ends?: readonly number[]
  /** What is particular about each start of an event type whose candidates have rules of their own. */
  readonly rows?: TeamStarts['rows']
  /** What each start costs, or all of them. Absent: nothing. */
  readonly prices?: SlotPrices
  readonly durationMinutes: number
  /** The provider's zone. */
  readonly timeZone: string
  /** The first start that was left out because the answer is full. */
  readonly nextFromEpochMinutes?: number
}

/** The maximum number of days of one call. */
export const SLOT_QUERY_DAYS = 62
const MINUTES_PER_DAY = 1440
/**
 * The maximum number of slots in an answer, 1.5 MB. Enough for 62 days at a step of 5 minutes around the
 * clock; at a step of 1 minute, for 14.
 */
export const SLOTS_PER_ANSWER = 20_000

/** Refuses an empty range and one that is too long. */
export function checkRange(range: StartRange): Result<undefined, Refusal> {
  const minutes = range.toEpochMinutes - range.fromEpochMinutes
  if (minutes <= 0) return invalid('to', '`to` must be after `from`; ranges are half-open')
  if (minutes > SLOT_QUERY_DAYS * MINUTES_PER_DAY) {
    const days = Math.ceil(minutes / MINUTES_PER_DAY)
    return invalid('to', `the range spans ${days} days; a call may span ${SLOT_QUERY_DAYS}`)
  }
  return ok(undefined)
}

/** The ends of a range of starts. */
export type RangeQuery = Pick<SlotsQuery, 'from' | 'to' | 'timeZone'>

/** Converts a range to epoch minutes; dates are midnights in its zone, else in the provider's. */
export function rangeOf({ from, to, timeZone }: RangeQuery, providerZone: string): StartRange {
  const zone = timeZone ?? providerZone
  return { fromEpochMinutes: minutesOfEnd(from, zone), toEpochMinutes: minutesOfEnd(to, zone) }
}

/** A date that the zone never had (Pacific/Apia, 2011-12-30): a range of dates can be empty. */
export const isSkipped = ({ from, to }: RangeQuery, range: StartRange): boolean =>
  'dayNumber' in from &&
  'dayNumber' in to &&
  from.dayNumber < to.dayNumber &&
  range.fromEpochMinutes === range.toEpochMinutes

/** The part of the ledger that the slots of a range depend on; undefined for an invalid range. */
function reachOf({ policy, timeZone }: OfferHint, query: SlotsQuery): Interval | undefined {
  const { fromEpochMinutes, toEpochMinutes } = rangeOf(query, timeZone)
  return checkRange({ fromEpochMinutes, toEpochMinutes }).ok
    ? claimReach(policy, fromEpochMinutes, toEpochMinutes)
    : undefined
}

/** Reads in advance what the slots of an event type depended on last time. */
async function readAhead(
  deps: BookingDependencies,
  accountId: string,
  hint: OfferHint,
  guess: Interval,
) {
  const { providerId } = hint
  const hasTimeOff = mayHaveTimeOff(hint, guess)
  const [days, calendars, timeOff, closures] = await Promise.all([
    readLedger(deps, providerId, guess, false),
    hint.hasCalendars ? deps.connectedCalendars.prefetch(deps, providerId, guess) : undefined,
    hasTimeOff
      ? readTimeOff(deps, providerId, guess.startEpochMinutes, { consistent: false })
      : undefined,
    mayBeClosed(hint, guess)
      ? readClosures(deps, accountId, guess, { consistent: false })
      : undefined,
  ])
  return {
    guess,
    days,
    calendars,
    ...(timeOff && { timeOff: new Map([[providerId, timeOff]]) }),
    ...(closures && { closures }),
  }
}

/**
 * Lists the slots of an event type. If this process has read the event type before, it reads the rules
 * and the ledger in parallel, and reads the ledger again if the rules now need more of it. Calendars, a
 * schedule and time off are read only for a provider with them. The reads may be slightly outdated; every
 * claim is checked again.
 */
export async function listSlots(
  deps: BookingDependencies,
  caller: Pick<Caller, 'accountId'>,
  eventTypeId: string,
  asked: SlotsQuery,
): Promise<Result<SlotsAnswer, Refusal>> {
  const hint = offerHint(eventTypeId)
  const guess = hint && reachOf(hint, asked)
  const prefetched =
    hint?.hasTeam && guess
      ? prefetchTeam(deps, eventTypeId, rangeOf(asked, hint.timeZone))
      : undefined
  const [loaded, read, early] = await Promise.all([
    loadEventType(deps, caller.accountId, eventTypeId, false, {
      durationMinutes: asked.durationMinutes,
      answers: asked.answers,
      who: async () => asked.who,
    }),
    hint && guess && !hint.hasTeam ? readAhead(deps, caller.accountId, hint, guess) : undefined,
    hint?.hasSeats && guess
      ? readSessions(deps, eventTypeId, rangeOf(asked, hint.timeZone), { consistent: false })
      : undefined,
  ])
  if (!loaded.ok) return loaded
  const offered = asAgreed(loaded.value, asked.moving)
  const { eventType, provider, policy, ledToProviderId } = offered
  const led = chosenByAnswers(asked.chosen, ledToProviderId, '/query/providerId')
  if (!led.ok) return led
  // Not whom an answer of a booker leads to.
  const named = asked.chosen?.isBooker === false ? [asked.chosen.providerId] : undefined
  const query = { ...asked, chosen: led.value, named }
  const range = rangeOf(query, provider.timeZone)
  const answer = { durationMinutes: policy.durationMinutes, timeZone: provider.timeZone }
  const checked = isSkipped(query, range) ? ok(undefined) : checkRange(range)
  if (!checked.ok) return checked
  const party = checkParty('seats', eventType, query.seats)
  if (!party.ok) return party
  const { requirements, seats } = eventType
  if (!isOffered(offered) || isSkipped(query, range)) return ok({ starts: [], ...answer })
  const [grid, sessions] = await Promise.all([
    requirements === undefined
      ? ownGrid(deps, offered, range, { ...query, ...(read && { read }) })
      : teamSlots(deps, { ...offered, requirements }, range, {
          ...query,
          durationMinutes: durationOf(query),
          prefetched,
          leaving: query.moving?.leaving,
        }),
    seats && (early ?? readSessions(deps, eventTypeId, range, { consistent: false })),
  ])
  const { payment } = eventType
  const priced = (listed: SlotsAnswer): SlotsAnswer =>
    payment
      ? { ...listed, prices: slotPrices({ ...eventType, payment }, policy, listed, party.value) }
      : listed
  if (!grid.ok || seats === undefined || sessions === undefined) {
    return grid.ok ? ok(priced(cutToSize(grid.value, answer))) : grid
  }
  const { capacity, showRemaining } = seats
  const starts = sessionStarts(grid.value, sessions, {
    ...range,
    policy,
    capacity,
    seats: party.value,
    providerId: query.chosen?.providerId,
    nowEpochSeconds: epochSeconds(deps.clock),
  })
  return ok(priced(cutToSize({ ...starts, sessions: { ...starts, showRemaining } }, answer)))
}

/** The one duration to list: the wanted one, or that of the booking to move. */
const durationOf = ({ durationMinutes, moving }: SlotsQuery): number | undefined =>
  moving?.agreed?.durationMinutes ?? durationMinutes

/** An event type with the duration and the buffers of the booking to move. */
const asAgreed = (loaded: LoadedEventType, moving: MovingBooking | undefined): LoadedEventType =>
  moving?.agreed
    ? {
        ...loaded,
        eventType: { ...loaded.eventType, ...moving.agreed },
        policy: { ...loaded.policy, ...moving.agreed },
      }
    : loaded

/** The starts of an event type that takes its own provider alone. */
async function ownGrid(
  deps: BookingDependencies,
  loaded: LoadedEventType,
  range: StartRange,
  query: SlotsQuery & { readonly read?: Awaited<ReturnType<typeof readAhead>> },
): Promise<Result<TeamStarts, Refusal>> {
  const { provider, policy } = loaded
  const own = checkOwnProvider(query.chosen, provider.id)
  if (!own.ok) return own
  const { limits, ...question } = await readOwnTime(deps, loaded, range, {
    consistent: false,
    read: query.read,
    takesFreed: query.takesFreed,
    leaving: query.moving?.leaving,
  })
  const grid = query.includeUnavailable ? computeGrid(question) : { starts: recentSlots(question) }
  return ok(withinLimits(grid, limits, policy.durationMinutes))
}

/** What decides the starts of an event type that takes its own provider alone, and the limits that it counts for. */
export async function readOwnTime(
  deps: BookingDependencies,
  loaded: LoadedEventType,
  range: StartRange,
  {
    consistent,
    read,
    takesFreed = false,
    leaving = [],
  }: {
    readonly consistent: boolean
    /** Whether time that is kept after a cancellation counts as free. Default: no. */
    readonly takesFreed?: boolean | undefined
    /** The bookings whose own time and limits count as free. Default: none. */
    readonly leaving?: readonly Movable[] | undefined
    readonly read?: Awaited<ReturnType<typeof readAhead>> | undefined
  },
): Promise<SlotQuery & { readonly limits: readonly LimitCheck[] }> {
  const { provider, policy } = loaded
  const reach = claimReach(policy, range.fromEpochMinutes, range.toEpochMinutes)
  const early = read && covers(read.guess, reach) ? read : undefined
  const [days, calendars, working, limits] = await Promise.all([
    early?.days ?? readLedger(deps, provider.id, reach, consistent),
    early?.calendars
      ? early.calendars(provider, reach)
      : deps.connectedCalendars.list(deps, provider, reach, { consistent }),
    workingTimeIn(deps, loaded, range, { consistent, ...early }),
    readLimits(deps, ownSubjects(loaded), range, { consistent }),
  ])
  const nowEpochSeconds = epochSeconds(deps.clock)
  const occupied = withCalendars(
    occupiedWithout(
      occupiedTime(days, nowEpochSeconds, takesFreed ? yieldsFreed : undefined),
      leaving,
      provider.id,
    ),
    calendars,
  )
  return {
    policy,
    ...range,
    nowEpochSeconds,
    occupied,
    ...slotHours(working, policy),
    limits: limitsWithout(limits, leaving),
  }
}

/** An answer with as many slots as fit. */
function cutToSize(
  { starts, available, sessions, rows, ends }: TeamStarts & Pick<SlotsAnswer, 'sessions'>,
  answer: Pick<SlotsAnswer, 'durationMinutes' | 'timeZone'>,
): SlotsAnswer {
  const next = starts[SLOTS_PER_ANSWER]
  // The lists of ends, sessions and rows may stay longer: they are read by the position of a start.
  const beside = {
    ...(sessions && { sessions }),
    ...(rows && { rows }),
    ...(ends && { ends }),
    ...answer,
  }
  if (next === undefined) return { starts, ...(available && { available }), ...beside }
  // Several slots of one start stay together.
  const end = rows ? starts.indexOf(next) : SLOTS_PER_ANSWER
  return {
    starts: starts.slice(0, end),
    ...(available && { available: available.slice(0, end) }),
    nextFromEpochMinutes: next,
    ...beside,
  }
}

/** The working time that bounds the slots of an event type which start in a range. */
export async function workingTimeIn(
  deps: BookingDependencies,
  { eventType, provider, schedules, policy }: LoadedEventType,
  { fromEpochMinutes, toEpochMinutes }: StartRange,
  options: Omit<WorkingHoursOptions, 'schedules'>,
): Promise<WorkingTime> {
  const slots = {
    startEpochMinutes: fromEpochMinutes,
    endEpochMinutes: toEpochMinutes + policy.durationMinutes,
  }
  const working = await workingHours(deps, [provider], slots, { ...options, schedules })
  return boundOf(eventType, provider, working.get(provider.id))
}
