import type { Dependencies } from '../../kernel/dependencies.ts'
import type { EventType } from '../event-types/event-type.ts'
import { readSchedules, type Schedules, scheduleIdsOf } from '../hours/working-hours.ts'
import type { Provider } from '../providers/provider.ts'
import type { Requirement } from '../requirements/requirement.ts'
import { resolveTeam, type Team, type TeamReadOptions } from '../requirements/team.ts'

/** An event type with requirements, and its own provider. */
export interface TeamEventType {
  readonly eventType: EventType
  readonly provider: Provider
  readonly requirements: readonly Requirement[]
  /** The duration of candidates without a rule, if another one was chosen. */
  readonly usualMinutes?: number | undefined
  /** The schedules that were read already, by id. */
  readonly schedules: Schedules
}

/** The candidates of an event type, and the schedules that its slots depend on. */
export interface LoadedTeam {
  readonly team: Team
  readonly scheduleIds: readonly string[]
  /** At least these schedules, as far as they exist, by id. */
  readonly schedules: Schedules
}

/** Reads the candidates of an event type and then, in one request, the schedules that are not known yet. */
export async function loadTeam(
  deps: Pick<Dependencies, 'store'>,
  { eventType, requirements, schedules: known }: Omit<TeamEventType, 'provider'>,
  options: TeamReadOptions,
): Promise<LoadedTeam> {
  const { accountId } = eventType
  const team = await resolveTeam(deps, { accountId, requirements }, options)
  const scheduleIds = scheduleIdsOf(eventType, team.candidates)
  const { consistent } = options
  const schedules = await readSchedules(deps, scheduleIds, { consistent, known })
  return { team, scheduleIds, schedules }
}
