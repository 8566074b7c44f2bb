import {
  type Assignment,
  type CandidateTime,
  canServe,
  choose,
  claimsOfNeed,
  EMPTY_SET,
  firstOverlap,
  type Interval,
  isCandidateFree,
  type NeededTime,
  ok,
  providersOf,
  type Result,
  rankCandidates,
  refuse,
  type SlotPolicy,
  STANDING_DAYS,
  slotClaim,
  standingOf,
  withCalendars,
  type Yields,
  yieldsTo,
} from '@holdfast/engine'
import { epochSeconds } from '../../kernel/dependencies.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { tooContended } from '../../kernel/retry.ts'
import type { Next, Proposed } from '../../ledger/alternatives.ts'
import { snapshotOfDays } from '../../ledger/ledger-snapshot.ts'
import { occupiedTime } from '../../ledger/occupied-time.ts'
import type { BookingFailed } from '../booking-committed.ts'
import type { BookingDependencies } from '../dependencies.ts'
import type { EventType } from '../event-types/event-type.ts'
import type { Schedules } from '../hours/working-hours.ts'
import { limitsReached } from '../limits/read-limits.ts'
import type { Provider } from '../providers/provider.ts'
import type { Team, TeamNeed } from '../requirements/team.ts'
import { countsOf, type Movable, occupiedWithout } from './leaving.ts'
import { daysTaken, markTaken } from './mark-taken.ts'
import { countsReserved, NOTHING_RESERVED } from './reserved.ts'
import { teamRefusals } from './team-slots.ts'
import { type CandidateFacts, lastStart, readOwnLimits, readTeamTime } from './team-time.ts'

/** A start at which a team is to be claimed. It was found on the grid. */
export interface TeamClaim {
  readonly team: Team
  /** The needs of the team; with a choice of the caller, if there is one. */
  readonly needs: readonly TeamNeed[]
  /** Duration and buffers; its rules do not count here. */
  readonly policy: SlotPolicy
  readonly schedules: Schedules
  /** What is booked. */
  readonly eventType: EventType
  readonly startEpochSeconds: number
  /** The id of the booking: equal candidates come in an order that depends on it. */
  readonly bookingId: string
  /** Whether working hours, time off and calendars are skipped. */
  readonly isOverride: boolean
  /** Whether the people's time counts as free while it is kept after it was freed. Default: as `isOverride`. */
  readonly takesFreed?: boolean
  /** Who can be taken although they are kept back: whom the account named, or who takes part already. Default: nobody. */
  readonly named?: readonly string[] | undefined
  /** Whether the booking takes several providers. Default: if the needs do. */
  readonly isShared?: boolean
  /** The booking to move: its own time counts as free, and its people come first. */
  readonly before?: Movable | undefined
  /** Other bookings that leave their time in the same transaction, which counts as free too. */
  readonly beside?: readonly Movable[]
}

/** How often a start may turn out to be free again after all combinations were taken. */
const RETURNS_MAX = 10

/**
 * The combinations of candidates in the order in which they are tried: the best one, and on conflict the next one without
 * the candidate whose time was taken. Ends with `slot_taken` only after the ledgers of all candidates, as they were at one
 * instant, show no combination. `changeOf`: what to commit with some people, or why it cannot be.
 */
export function combinationsOf<What>(
  deps: BookingDependencies,
  claim: TeamClaim,
  changeOf: (
    assignments: readonly Assignment[],
  ) => Proposed<What, BookingFailed> | Promise<Proposed<What, BookingFailed>>,
): Next<What, BookingFailed> {
  let search: TeamSearch | undefined
  return async (failures) => {
    const last = failures.at(-1)
    search ??= await searchTeam(deps, claim)
    if (last) {
      if (last.kind === 'stale' || last.takenProviderId === undefined) return last
      search.exclude(last.takenProviderId)
    }
    const chosen = await search.choose()
    if (!chosen.ok) return { kind: 'refused', refusal: chosen.refusal }
    return await changeOf(chosen.value)
  }
}

/** Reads the candidates of a start and begins the search for a combination. */
export const searchTeam = async (
  deps: BookingDependencies,
  claim: TeamClaim,
): Promise<TeamSearch> => new TeamSearch(deps, claim, await readFacts(deps, claim))

/** Names who serves each need, in the order of its list. */
const assignmentsOf = (
  { team: { candidates }, needs }: TeamClaim,
  combination: readonly (readonly number[])[],
): readonly Assignment[] =>
  needs.flatMap(({ name, candidates: listed, time }, index) =>
    listed
      .filter((candidate) => combination[index]?.includes(candidate))
      .map((candidate) => {
        const { id, name: providerName } = candidates[candidate] as Provider
        return { requirement: name, providerId: id, providerName, ...time }
      }),
  )

const MINUTES_PER_DAY = 1440

/** Whether how busy candidates are decides who is taken: there is a choice, and not by priority. */
const dependsOnStanding = ({ choice, candidates, count }: TeamNeed): boolean =>
  choice !== 'priority' && candidates.length > count

/** The time of a booking with all claims of its providers. */
function windowOf({ needs, policy, startEpochSeconds }: TeamClaim): Interval {
  const start = startEpochSeconds / 60
  const whole = slotClaim(policy, start)
  const own = needs.flatMap(({ time }) => (time ? claimsOfNeed(time, policy, start) : []))
  if (own.length === 0) return whole
  const all = [whole, ...own]
  return {
    startEpochMinutes: Math.min(...all.map(({ startEpochMinutes }) => startEpochMinutes)),
    endEpochMinutes: Math.max(...all.map(({ endEpochMinutes }) => endEpochMinutes)),
  }
}

/** Reads all candidates. Where it matters how busy they are, with their claims around the start. */
function readFacts(
  deps: BookingDependencies,
  wanted: TeamClaim,
): Promise<readonly CandidateFacts[]> {
  const { team, needs, schedules, eventType, startEpochSeconds, isOverride, named } = wanted
  const start = startEpochSeconds / 60
  const claim = windowOf(wanted)
  const reach = needs.some(dependsOnStanding) ? STANDING_DAYS * MINUTES_PER_DAY : 0
  return readTeamTime(deps, team, {
    ledgerReach: {
      startEpochMinutes: Math.min(claim.startEpochMinutes, start - reach),
      endEpochMinutes: Math.max(claim.endEpochMinutes, start + reach),
    },
    reach: claim,
    consistent: true,
    schedules,
    eventType,
    isLedgerOnly: isOverride,
    named,
  })
}

/** The search for a combination: who is free as far as is known, and why others are not. */
export class TeamSearch {
  readonly #deps: BookingDependencies
  readonly #claim: TeamClaim
  readonly #interval: Interval
  readonly #facts: CandidateFacts[]
  readonly #needs: readonly TeamNeed[]
  /** Candidates whose time was taken when it was tried. */
  readonly #taken = new Set<number>()
  /** Candidates who do not exist any more. */
  readonly #gone = new Set<number>()
  readonly #asked = new Set<number>()
  #reserved = NOTHING_RESERVED
  #returnsLeft = RETURNS_MAX

  constructor(deps: BookingDependencies, claim: TeamClaim, facts: readonly CandidateFacts[]) {
    this.#deps = deps
    this.#claim = claim
    this.#facts = [...facts]
    this.#interval = windowOf(claim)
    this.#needs = this.#ranked()
  }

  /**
   * The best combination that is free as far as is known; or why there is none, after a look at the ledgers as they
   * were at one instant. `reserved`: what cannot be taken in any case.
   */
  async choose(reserved = NOTHING_RESERVED): Promise<Result<readonly Assignment[], Refusal>> {
    this.#reserved = reserved
    for (;;) {
      const combination = choose(
        this.#needs,
        (candidate, need) => !this.#taken.has(candidate) && this.#isFree(candidate, need),
      )
      if (combination === undefined) {
        if (!(await this.#isFreeAgain())) return refuse(this.#refusal())
        if (this.#returnsLeft === 0) throw tooContended('every combination of a team')
        this.#returnsLeft -= 1
      } else if (await this.#areReliable(combination)) {
        return ok(assignmentsOf(this.#claim, combination))
      }
    }
  }

  /** The candidates of the first need, in the order in which they are tried. */
  candidatesOfFirst(): readonly string[] {
    const [first] = this.#needs
    return (first?.candidates ?? []).map((index) => this.#facts[index]?.provider.id ?? '')
  }

  /** Excludes a candidate whose time was taken. */
  exclude(providerId: string): void {
    this.#taken.add(this.#facts.findIndex(({ provider }) => provider.id === providerId))
  }

  /**
   * Asks the calendars of candidates once more, and makes sure that the candidates still exist. Answers
   * whether all are free still.
   */
  async #areReliable(combination: readonly (readonly number[])[]): Promise<boolean> {
    await Promise.all(combination.flat().map((candidate) => this.#ask(candidate)))
    return combination.every((own, need) => own.every((each) => this.#isFree(each, need)))
  }

  /** Reads the ledgers as they were at one instant; answers whether they leave a combination. */
  async #isFreeAgain(): Promise<boolean> {
    const days = await snapshotOfDays(
      this.#deps,
      this.#facts.map(({ provider }) => provider.id),
      this.#interval,
    )
    this.#taken.clear()
    for (const [index, facts] of this.#facts.entries()) {
      this.#facts[index] = { ...facts, days: days[index] ?? [] }
    }
    await this.#readLimitsAgain()
    return canServe(this.#needs, (candidate, need) => this.#isFree(candidate, need))
  }

  async #readLimitsAgain(): Promise<void> {
    await Promise.all(
      this.#facts.map(async (facts, index) => {
        if (facts.limits.length === 0) return
        const limits = await readOwnLimits(this.#deps, facts.provider, this.#interval, true)
        this.#facts[index] = { ...facts, limits }
      }),
    )
  }

  /** Why no combination is free: limits with the rest of the commit, rules, unreliable calendars, then taken time. */
  #refusal(): Refusal {
    const { team, needs, policy, startEpochSeconds } = this.#claim
    const isWorking = (candidate: number, need: number) =>
      !this.#gone.has(candidate) && this.#hasHours(candidate, need)
    if (!canServe(needs, isWorking)) {
      const shared = this.#facts.filter(({ provider: { id } }) => this.#reserved.timesOf(id).length)
      const [reached] = shared.flatMap((each) => this.#reachedAt(each, startEpochSeconds / 60))
      if (reached) return reached
      const now = epochSeconds(this.#deps.clock)
      const all = { ...team, needs }
      const reasons = teamRefusals(all, this.#facts, policy, startEpochSeconds, now)
      if (reasons.length > 0) return { code: 'slot_not_bookable', reasons }
    }
    const sources = new Set<string>()
    const mayBeFree = (candidate: number, need: number): boolean => {
      const unknown = this.#unknownSources(candidate, need)
      return isWorking(candidate, need) && (unknown.length > 0 || this.#isFree(candidate, need))
    }
    if (canServe(needs, mayBeFree)) {
      for (const index of this.#facts.keys()) {
        for (const need of needs.keys()) {
          for (const source of this.#unknownSources(index, need)) sources.add(source)
        }
      }
      return { code: 'calendar_unavailable', startEpochSeconds, sources: [...sources] }
    }
    return { code: 'slot_taken', startEpochSeconds }
  }

  #ranked(): readonly TeamNeed[] {
    const { needs, policy, bookingId, startEpochSeconds, before } = this.#claim
    const now = epochSeconds(this.#deps.clock)
    const start = startEpochSeconds / 60
    const people = new Set(before && providersOf(before))
    const first = new Set(
      [...this.#facts.keys()].filter((index) => people.has(this.#facts[index]?.provider.id ?? '')),
    )
    const standings = this.#facts.map(({ days }) => standingOf(days, start, now))
    return needs.map((need) => ({
      ...need,
      candidates: rankCandidates(need.candidates, (index) => standings[index] ?? IDLE, {
        choice: need.choice,
        durationMinutes: policy.durationMinutes,
        seed: bookingId,
        first,
      }),
    }))
  }

  #isFree(candidate: number, need: number): boolean {
    const time = this.#timeOf(candidate)
    const { policy, startEpochSeconds } = this.#claim
    return (
      !this.#gone.has(candidate) &&
      !this.#reserved.has(
        this.#facts[candidate]?.provider.id ?? '',
        this.#needs[need]?.time ?? {},
      ) &&
      time !== undefined &&
      isCandidateFree(time, policy, startEpochSeconds / 60, this.#needs[need]?.time)
    )
  }

  #hasHours(candidate: number, need: number): boolean {
    const facts = this.#facts[candidate]
    const { policy, startEpochSeconds } = this.#claim
    if (facts === undefined) return false
    const unclaimed = { ...facts.bounds, occupied: EMPTY_SET, ...this.#roomOf(facts) }
    return isCandidateFree(unclaimed, policy, startEpochSeconds / 60, this.#needs[need]?.time)
  }

  #timeOf(candidate: number): CandidateTime | undefined {
    const facts = this.#facts[candidate]
    if (facts === undefined) return undefined
    const now = epochSeconds(this.#deps.clock)
    const claimed = occupiedWithout(
      occupiedTime(facts.days, now, this.#yields),
      this.#leaving,
      facts.provider.id,
    )
    return {
      ...facts.bounds,
      occupied: withCalendars(claimed, facts.calendars),
      ...this.#roomOf(facts),
    }
  }

  /** Until when a candidate is offered, and whether its limits leave room; the moved booking keeps its own. */
  #roomOf(facts: CandidateFacts) {
    const offered = lastStart(facts.keptBackMinutes, epochSeconds(this.#deps.clock))
    if (facts.limits.length === 0) return offered
    const hasRoomAt = (start: number, needed: NeededTime) =>
      this.#reachedAt(facts, start, needed).length === 0
    return { ...offered, hasRoomAt }
  }

  #reachedAt({ provider, limits }: CandidateFacts, start: number, needed?: NeededTime) {
    const own = countsOf(this.#leaving, countsReserved(provider, this.#reserved))
    const { durationMinutes } = this.#claim.policy
    return limitsReached(limits, start * 60, durationMinutes, own, needed)
  }

  /** A new booking has left no marks. */
  get #yields(): Yields | undefined {
    const { bookingId, before, isOverride, takesFreed = isOverride } = this.#claim
    return takesFreed || before ? yieldsTo(bookingId, takesFreed) : undefined
  }

  /** The booking to move, and those that move with it. */
  get #leaving(): readonly Movable[] {
    const { before, beside = [] } = this.#claim
    return before ? [before, ...beside] : beside
  }

  async #ask(candidate: number): Promise<void> {
    const facts = this.#facts[candidate]
    if (facts === undefined || this.#asked.has(candidate)) return
    this.#asked.add(candidate)
    const { provider } = facts
    const places = this.#needs.reduce((sum, { count }) => sum + count, 0)
    const spansOf = this.#needs.flatMap(({ time }) => time?.spans ?? [])
    const isShared = this.#claim.isShared ?? (spansOf.length > 0 || places > 1)
    const exists = await markTaken(this.#deps, provider, {
      ...(isShared && { sharesBookings: true }),
      longestDays: daysTaken(this.#claim.policy.durationMinutes, spansOf),
    })
    if (!exists) this.#gone.add(candidate)
    if (!exists || provider.connectedKinds === undefined || this.#claim.isOverride) return
    const { connectedCalendars } = this.#deps
    const calendars = await connectedCalendars.check(this.#deps, provider, this.#interval)
    this.#facts[candidate] = { ...facts, calendars }
  }

  /** The calendars of a candidate that cannot be relied on whenever a need needs the candidate. */
  #unknownSources(candidate: number, need: number): readonly string[] {
    const { policy, startEpochSeconds } = this.#claim
    const claims = claimsOfNeed(this.#needs[need]?.time ?? {}, policy, startEpochSeconds / 60)
    return (this.#facts[candidate]?.calendars ?? []).flatMap(({ source, unknown }) =>
      claims.some(({ startEpochMinutes, endEpochMinutes }) =>
        firstOverlap(unknown, startEpochMinutes, endEpochMinutes),
      )
        ? [source]
        : [],
    )
  }
}

const IDLE = { bookedMinutes: 0 }
