import { type ClassSession, endOf, hasDays, type NeededTime, ok } from '@holdfast/engine'
import type { EventType } from '../../booking/event-types/event-type.ts'
import { listEventTypes } from '../../booking/event-types/list-event-types.ts'
import { listWithOffered } from '../../booking/sessions/list-offered.ts'
import type { Caller } from '../../kernel/caller.ts'
import { type AgendaDependencies, type AgendaQuery, joined, type Part, readPages } from './parts.ts'

/** A start of an event type with seats that is offered and that nobody has booked. Of whole minutes. */
export interface OfferedClass {
  readonly eventTypeId: string
  readonly providerId: string
  readonly startEpochSeconds: number
  /** Of several days: when the first one ends. */
  readonly endEpochSeconds: number
  readonly capacity: number
}

/** The most event types whose starts are computed. Each reads the time of its providers. */
const MAX_EVENT_TYPES = 25

const isEmpty = ({ used }: ClassSession): boolean => used === 0

/** Lists the active event types with seats of these providers. */
async function classTypes(
  deps: AgendaDependencies,
  caller: Caller,
  providerIds: readonly string[],
): Promise<Part<EventType>> {
  const [only, ...others] = providerIds
  if (only === undefined) return ok({ data: [], isComplete: true })
  // One index has all event types of the account, so several providers cost one read.
  const filter = { status: 'active', ...(others.length === 0 && { providerId: only }) } as const
  const listed = await readPages((page) => listEventTypes(deps, caller, filter, page))
  if (!listed.ok) return listed
  const data = listed.value.data.filter(
    ({ seats, providerId }) => seats !== undefined && providerIds.includes(providerId),
  )
  const isComplete = listed.value.isComplete && data.length <= MAX_EVENT_TYPES
  return ok({ data: data.slice(0, MAX_EVENT_TYPES), isComplete })
}

/** How many minutes the first day of an event type of several days takes. */
const lengthOfFirstDay = (requirements: readonly NeededTime[]): number =>
  Math.max(
    ...requirements.flatMap(({ spans = [] }) =>
      spans.filter(({ day }) => day === undefined).map(endOf),
    ),
  )

/** Lists the classes that start in the range, are offered and have no bookings. */
export async function readOfferedClasses(
  deps: AgendaDependencies,
  caller: Caller,
  { fromEpochSeconds, toEpochSeconds, providerIds }: AgendaQuery,
): Promise<Part<OfferedClass>> {
  const types = await classTypes(deps, caller, providerIds)
  if (!types.ok) return types
  // Sessions start at whole minutes.
  const range = {
    fromEpochSeconds: Math.ceil(fromEpochSeconds / 60) * 60,
    toEpochSeconds: Math.ceil(toEpochSeconds / 60) * 60,
  }
  const classesOf = async ({
    id,
    seats,
    requirements = [],
  }: EventType): Promise<Part<OfferedClass>> => {
    const firstDay = requirements.some(hasDays) ? lengthOfFirstDay(requirements) : undefined
    const listed = await readPages((page) => listWithOffered(deps, caller, id, range, page))
    if (!listed.ok) return listed
    const data = listed.value.data.filter(isEmpty).map((session) => ({
      eventTypeId: id,
      providerId: session.providerId,
      startEpochSeconds: session.startEpochSeconds,
      endEpochSeconds:
        firstDay === undefined
          ? session.endEpochSeconds
          : session.startEpochSeconds + firstDay * 60,
      capacity: seats?.capacity ?? 0,
    }))
    return ok({ ...listed.value, data })
  }
  const all = joined(await Promise.all(types.value.data.map(classesOf)))
  if (!all.ok) return all
  return ok({ ...all.value, isComplete: all.value.isComplete && types.value.isComplete })
}
