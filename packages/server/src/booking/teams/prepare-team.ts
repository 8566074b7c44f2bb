import { type Assignment, ok, type PolicySnapshot, type Result, refuse } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { openRulesOf, type Schedules } from '../hours/working-hours.ts'
import { type ChosenCandidate, withChosen } from '../requirements/chosen-candidate.ts'
import type { Team, TeamNeed } from '../requirements/team.ts'
import { teamAt, withBookedTimes } from './booked-times.ts'
import { loadTeam, type TeamEventType } from './load-team.ts'
import { type RowQuestion, teamLike, teamOfRow } from './price-rows.ts'
import { offGrid } from './team-slots.ts'
import { teamGrids } from './team-time.ts'

/** A start that a team may be claimed at, as far as the grid says. */
export interface PreparedTeam {
  readonly team: Team
  readonly needs: readonly TeamNeed[]
  readonly schedules: Schedules
}

/** The start to prepare. */
export interface TeamStart {
  readonly startEpochSeconds: number
  /** Duration and buffers, where they differ from those of the event type. */
  readonly agreed?: PolicySnapshot
  /** The assignments of the booking that moves: it keeps the spans and buffers of its requirements. */
  readonly booked?: readonly Assignment[] | undefined
  /** Whether the grid, notice and advance are skipped. */
  readonly isOverride: boolean
  readonly chosen?: ChosenCandidate | undefined
  /** Whose durations and prices fit. Absent: anybody's. */
  readonly row?: Omit<RowQuestion, 'eventType' | 'chosen' | 'startEpochMinutes'> | undefined
  /** Whoever takes part today; only those with the same duration and price fit. Absent: anybody. */
  readonly like?: readonly string[] | undefined
  /** Who asks: a caller that is restricted to providers must act for every candidate. */
  readonly caller: Pick<Caller, 'providerIds'>
}

/** Reads the candidates of an event type consistently, and checks the caller and the start against the grid. */
export async function prepareTeam(
  deps: BookingDependencies,
  wanted: TeamEventType,
  start: TeamStart,
): Promise<Result<PreparedTeam, Refusal>> {
  const { startEpochSeconds, agreed, isOverride, chosen, row, like, caller } = start
  const { providerIds } = caller
  const { team: today, schedules } = await loadTeam(deps, wanted, { consistent: true })
  const { booked } = start
  const { eventType, provider } = wanted
  const startEpochMinutes = Math.floor(startEpochSeconds / 60)
  const { timeZone } = openRulesOf(eventType, provider, schedules)
  const asAgreed = booked && agreed ? withBookedTimes(today, booked, agreed.durationMinutes) : today
  const team = teamAt(asAgreed, { timeZone, startEpochMinutes })
  // The policy has looked before; who has a specialty or is of a kind may have changed since.
  const isBeyond = team.candidates.some(({ id }) => providerIds?.includes(id) === false)
  if (isBeyond) return notFound('event_type', eventType.id)
  const fitting = row
    ? teamOfRow(team, { ...row, eventType, chosen, startEpochMinutes })
    : like
      ? teamLike(team, eventType, { chosen, providerIds: like })
      : ok(team)
  if (!fitting.ok) return fitting
  const needs = withChosen(fitting.value, chosen)
  if (!needs.ok) return needs
  if (!isOverride) {
    const grids = teamGrids(eventType, provider, team, schedules, agreed)
    const now = epochSeconds(deps.clock)
    const reasons = offGrid(grids, startEpochSeconds, now)
    if (reasons.length > 0) return refuse({ code: 'slot_not_bookable', reasons })
  }
  return ok({ team, needs: needs.value, schedules })
}
