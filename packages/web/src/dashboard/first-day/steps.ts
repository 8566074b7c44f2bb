import { useQueries, useQuery } from '@tanstack/react-query'
import { useAccess } from '../access.ts'
import { api, type EventType, type Provider, unwrap } from '../api.ts'
import { connectionsQuery } from '../connections/connection-queries.ts'
import { membersQuery } from '../members/member-queries.ts'
import { eventTypesQuery, providersQuery } from '../queries.ts'

/** The steps of a first day, in their order. */
export type StepName = 'provider' | 'hours' | 'eventType' | 'calendar' | 'booking' | 'invite'

/** One step, as the data of the account shows it. */
export interface Step {
  readonly name: StepName
  readonly isDone: boolean
  readonly isOptional: boolean
  /** The step that has to be done first. */
  readonly after?: StepName
}

/** What the list of first steps shows, and what its forms work on. */
export interface FirstDay {
  readonly steps: readonly Step[]
  /** The first provider that has time of its own. */
  readonly provider: Provider | undefined
  readonly eventType: EventType | undefined
  /** Whether nothing can be booked yet: no event type, and no unit. */
  readonly isEmpty: boolean
}

/** Of at most this many providers it is asked whether a calendar is connected. */
const PROVIDERS_ASKED = 5

const anyBookingQuery = {
  queryKey: ['bookings', 'any'],
  queryFn: async () =>
    (await unwrap(api.GET('/v1/bookings', { params: { query: { limit: 1 } } }))).data.length > 0,
}

/** Reads how far an account is. Undefined until everything that decides is known. */
export function useFirstDay(): FirstDay | undefined {
  const access = useAccess()
  const providers = useQuery(providersQuery)
  const eventTypes = useQuery(eventTypesQuery)
  const anyBooking = useQuery(anyBookingQuery)
  const members = useQuery({ ...membersQuery, enabled: access.can('admin') })
  const able = providers.data?.filter(({ kind }) => kind !== 'team' && kind !== 'unit') ?? []
  const connections = useQueries({
    queries: able.slice(0, PROVIDERS_ASKED).map(({ id }) => connectionsQuery(id)),
  })
  if (providers.data === undefined || eventTypes.data === undefined) return undefined
  const [provider] = able
  const eventType = eventTypes.data.find(({ status }) => status === 'active')
  const hasHours =
    able.some(({ scheduleId }) => scheduleId !== null) ||
    eventTypes.data.some(
      ({ availabilityRules, scheduleId }) => availabilityRules !== null || scheduleId !== null,
    )
  const steps: Step[] = [
    { name: 'provider', isDone: provider !== undefined, isOptional: false },
    {
      name: 'hours',
      isDone: hasHours,
      isOptional: false,
      ...(provider === undefined && { after: 'provider' as const }),
    },
    {
      name: 'eventType',
      isDone: eventType !== undefined,
      isOptional: false,
      ...(provider === undefined && { after: 'provider' as const }),
    },
    {
      name: 'calendar',
      isDone: connections.some(({ data = [] }) => data.length > 0),
      isOptional: true,
      ...(provider === undefined && { after: 'provider' as const }),
    },
    {
      name: 'booking',
      isDone: anyBooking.data === true,
      isOptional: false,
      ...(eventType === undefined && { after: 'eventType' as const }),
    },
  ]
  if (access.can('admin')) {
    steps.push({ name: 'invite', isDone: (members.data?.length ?? 0) > 1, isOptional: true })
  }
  const isEmpty =
    eventTypes.data.length === 0 && providers.data.every(({ kind }) => kind !== 'unit')
  return { steps, provider, eventType, isEmpty }
}
