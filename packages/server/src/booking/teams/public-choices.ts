import type { Dependencies } from '../../kernel/dependencies.ts'
import type { EventType } from '../event-types/event-type.ts'
import type { Provider } from '../providers/provider.ts'
import { resolveTeam } from '../requirements/team.ts'

/** The candidates of one requirement among whom a booker may choose, in the order of its list. */
export interface PublicChoice {
  readonly requirement: string
  readonly candidates: readonly { readonly providerId: string; readonly name: string }[]
}

/**
 * The choices that the booking page of an event type offers: one for each requirement that lets bookers
 * choose. Reads nothing if none does. `units`: those of an event type of nights.
 */
export async function publicChoices(
  deps: Pick<Dependencies, 'store'>,
  { accountId, requirements = [], stay }: EventType,
  units: readonly Provider[] = [],
): Promise<readonly PublicChoice[]> {
  if (stay?.pool?.bookerMayChoose) {
    const candidates = units.map(({ id, name }) => ({ providerId: id, name }))
    return [{ requirement: stay.pool.name, candidates }]
  }
  const open = requirements.filter(({ bookerMayChoose }) => bookerMayChoose)
  if (open.length === 0) return []
  const question = { accountId, requirements: open }
  const { candidates, needs } = await resolveTeam(deps, question, { consistent: false })
  return needs.map((need) => ({
    requirement: need.name,
    candidates: need.candidates.flatMap((index) => {
      const provider = candidates[index]
      return provider ? [{ providerId: provider.id, name: provider.name }] : []
    }),
  }))
}
