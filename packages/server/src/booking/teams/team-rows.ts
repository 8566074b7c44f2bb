import {
  type CandidateRule,
  type CandidateTime,
  computeTeamGrid,
  computeTeamSlots,
  type LimitCheck,
  type SlotPolicy,
} from '@holdfast/engine'
import type { EventType } from '../event-types/event-type.ts'
import { type StartRange, withinLimits } from '../limits/read-limits.ts'
import type { Team, TeamNeed } from '../requirements/team.ts'
import { ruleOf } from './price-rows.ts'

/** Slots of an event type whose candidates have rules: one for each start, duration and own price. */
export interface TeamRows {
  /** Ascending; a start has one entry for each duration and price. */
  readonly starts: readonly number[]
  readonly available?: readonly boolean[]
  readonly rows: readonly TeamRow[]
}

/** What is particular about one slot of an event type whose candidates have rules. */
export interface TeamRow {
  readonly durationMinutes: number
  /** The rule of those candidates; of several with the same duration and price, of one of them. */
  readonly rule: CandidateRule | undefined
  /** Whether bookers may choose among the candidates. */
  readonly mayChoose: boolean
  /** The free candidates, in the order of their requirement. */
  readonly providerIds: readonly string[]
}

/** The rows to list. */
export interface RowsQuestion {
  readonly eventType: EventType
  readonly team: Team
  readonly mayChoose: boolean
  /** The candidates with rules whose slots are listed, and the needs with each of them in their place. */
  readonly pool: readonly { readonly candidate: number; readonly needs: readonly TeamNeed[] }[]
  /** The duration of candidates without a rule. */
  readonly usualMinutes: number
  /** Only this duration. Absent: all. */
  readonly durationMinutes?: number | undefined
  readonly gridsFor: (durationMinutes: number) => readonly SlotPolicy[]
  readonly timesFor: (durationMinutes: number) => readonly CandidateTime[]
  /** The limits of the event type. */
  readonly limits: readonly LimitCheck[]
  readonly includeUnavailable: boolean
  readonly range: StartRange
  readonly timeZone: string
  readonly nowEpochSeconds: number
}

/** A row while its candidates are collected. */
interface Collected {
  readonly start: number
  readonly durationMinutes: number
  readonly rule: CandidateRule | undefined
  readonly mayChoose: boolean
  readonly providerIds: string[]
}

/**
 * Lists slots one candidate after the other, as if each had been chosen, and puts together who has the same duration and
 * price. So a row names exactly those who can be booked at its start.
 */
export function rowsOf(question: RowsQuestion): TeamRows {
  const { eventType, team, pool, usualMinutes, durationMinutes } = question
  const { includeUnavailable, mayChoose } = question
  const found = new Map<string, Collected>()
  for (const { candidate, needs } of pool) {
    const providerId = team.candidates[candidate]?.id ?? ''
    const rule = ruleOf(eventType, providerId)
    const minutes = rule?.durationMinutes ?? usualMinutes
    if (durationMinutes !== undefined && minutes !== durationMinutes) continue
    const { starts, available } = startsOf(question, needs, minutes)
    for (const [index, start] of starts.entries()) {
      const key = `${start} ${minutes} ${rule?.amount}`
      const row = found.get(key) ?? {
        start,
        durationMinutes: minutes,
        rule,
        mayChoose,
        providerIds: [],
      }
      found.set(key, row)
      if (available?.[index] ?? true) row.providerIds.push(providerId)
    }
  }
  const rows = [...found.values()].toSorted(byStart)
  return {
    starts: rows.map(({ start }) => start),
    ...(includeUnavailable && { available: rows.map((row) => row.providerIds.length > 0) }),
    rows,
  }
}

/** By start, then the shortest, then the cheapest; who has no price of their own comes first. */
const byStart = (a: Collected, b: Collected): number =>
  a.start - b.start ||
  a.durationMinutes - b.durationMinutes ||
  (a.rule?.amount ?? -1) - (b.rule?.amount ?? -1)

/** The starts at which some needs are served for a duration. */
function startsOf(
  {
    gridsFor,
    timesFor,
    limits,
    includeUnavailable,
    range,
    timeZone,
    nowEpochSeconds,
  }: RowsQuestion,
  needs: readonly TeamNeed[],
  durationMinutes: number,
) {
  const query = {
    grids: gridsFor(durationMinutes),
    candidates: timesFor(durationMinutes),
    needs,
    ...range,
    timeZone,
    nowEpochSeconds,
  }
  const grid = includeUnavailable ? computeTeamGrid(query) : { starts: computeTeamSlots(query) }
  return withinLimits(grid, limits, durationMinutes)
}
