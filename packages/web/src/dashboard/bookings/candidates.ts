import type { Booking, EventType, Provider } from '../api.ts'

type Requirement = NonNullable<EventType['requirements']>[number]

const form = (specialty: string | null): string => (specialty ?? '').trim().toLowerCase()

/** Who serves a requirement: the named ones, else those of a specialty, else those of a kind. */
type Served = Pick<Requirement, 'specialty' | 'kind' | 'providerIds'>

/** Whether an active provider is a candidate of a requirement. */
export function serves(provider: Provider, { specialty, kind, providerIds }: Served): boolean {
  if (!provider.active || provider.kind === 'team') return false
  if (providerIds !== null) return providerIds.includes(provider.id)
  if (specialty !== null) return form(provider.specialty) === form(specialty)
  return provider.kind === kind
}

/**
 * The active providers that could take a booking over from one of its providers, in the order of the
 * requirement. Whether they are free at the time is not known here. Empty for a booking of one provider.
 */
export function candidatesFor(
  { assignments }: Pick<Booking, 'assignments'>,
  fromId: string,
  eventType: EventType | undefined,
  providers: readonly Provider[],
): readonly Provider[] {
  const leaving = assignments.find(({ providerId }) => providerId === fromId)
  const requirement = eventType?.requirements?.find(({ name }) => name === leaving?.requirement)
  if (requirement === undefined) return []
  const taken = new Set(assignments.map(({ providerId }) => providerId))
  const others = providers.filter((each) => !taken.has(each.id) && serves(each, requirement))
  const { providerIds } = requirement
  if (providerIds === null) return others
  return others.toSorted((a, b) => providerIds.indexOf(a.id) - providerIds.indexOf(b.id))
}

/** The ids of all providers that a booking takes. */
export const providerIdsOf = ({ assignments, providerId }: Booking): readonly string[] =>
  assignments.length === 0 ? [providerId] : assignments.map((each) => each.providerId)

/** Who gives a booking away: the one of its providers who is away. Undefined if nobody is, or several are. */
export function leavingIn(booking: Booking, awayIds: ReadonlySet<string>): string | undefined {
  const [first, ...others] = providerIdsOf(booking).filter((id) => awayIds.has(id))
  return others.length === 0 ? first : undefined
}
