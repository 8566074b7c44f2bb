import { ok, type Result, refuse, type SlotPolicy } from '@holdfast/engine'
import { epochSeconds } from '../../kernel/dependencies.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import type { BookingDependencies } from '../dependencies.ts'
import type { Schedules } from '../hours/working-hours.ts'
import { type ChosenCandidate, withChosen } from '../requirements/chosen-candidate.ts'
import type { Team, TeamNeed } from '../requirements/team.ts'
import { loadTeam, type TeamEventType } from './load-team.ts'
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
  readonly agreed?: Pick<
    SlotPolicy,
    'durationMinutes' | 'bufferBeforeMinutes' | 'bufferAfterMinutes'
  >
  /** Whether the grid, notice and advance are skipped. */
  readonly isOverride: boolean
  readonly chosen?: ChosenCandidate | undefined
}

/** Reads the candidates of an event type consistently, and checks the start against the grid. */
export async function prepareTeam(
  deps: BookingDependencies,
  wanted: TeamEventType,
  { startEpochSeconds, agreed, isOverride, chosen }: TeamStart,
): Promise<Result<PreparedTeam, Refusal>> {
  const { team, schedules } = await loadTeam(deps, wanted, { consistent: true })
  const needs = withChosen(team, chosen)
  if (!needs.ok) return needs
  if (!isOverride) {
    const grids = teamGrids(wanted.eventType, wanted.provider, team, schedules)
    const now = epochSeconds(deps.clock)
    const policies = grids.map((policy) => ({ ...policy, ...agreed }))
    const reasons = offGrid(policies, startEpochSeconds, now)
    if (reasons.length > 0) return refuse({ code: 'slot_not_bookable', reasons })
  }
  return ok({ team, needs: needs.value, schedules })
}
