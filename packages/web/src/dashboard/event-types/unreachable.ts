import type { EventType, Provider } from '../api.ts'
import { serves } from '../bookings/candidates.ts'
import type { Draft } from './draft.ts'
import { requirementOf } from './requirement-draft.ts'

type Requirement = NonNullable<EventType['requirements']>[number]

const OPEN = { providerIds: null, specialty: null, kind: null }

/**
 * The providers without an email address, if one of them alone may be asked to approve a request. Empty if each request
 * reaches somebody: the team that offers the event type, or whoever serves one of its requirements.
 */
export function unreachableFor(
  { confirmation, providerId, requirements }: Draft,
  providers: readonly Provider[],
): readonly Provider[] {
  const host = providers.find(({ id }) => id === providerId)
  if (confirmation !== 'approval' || host === undefined) return []
  if (requirements.length === 0) return host.kind === 'team' || host.email ? [] : [host]
  if (host.kind === 'team' && host.email) return []
  const needs = requirements.map(
    (each): Pick<Requirement, keyof typeof OPEN> => ({
      ...OPEN,
      ...requirementOf(each),
    }),
  )
  const missing = needs.map((need) => providers.filter((each) => serves(each, need) && !each.email))
  return missing.some((some) => some.length === 0) ? [] : [...new Set(missing.flat())]
}
