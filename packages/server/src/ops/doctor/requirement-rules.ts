import type { Booking } from '@holdfast/engine'
import type { EventType } from '../../booking/event-types/event-type.ts'

/** The rules for whom bookings take, and for whom event types require. They return the problems as sentences. */

const hasTwice = (names: readonly string[]): boolean => new Set(names).size < names.length

/** The problems of a booking's assignments. */
export function assignmentProblems({ providerId, assignments }: Booking): readonly string[] {
  if (assignments === undefined) return []
  const ids = assignments.map((assignment) => assignment.providerId)
  return [
    ...(ids[0] === providerId ? [] : ['The provider is not the first of the assigned ones.']),
    ...(hasTwice(ids) ? ['A provider is assigned twice.'] : []),
  ]
}

/** The problems of an event type's requirements. */
export function requirementProblems({ requirements = [] }: EventType): readonly string[] {
  const problems = requirements.flatMap(({ name, providerIds, specialty, kind, count }) => {
    const given = [providerIds, specialty, kind].filter((each) => each !== undefined)
    const places = typeof count === 'number' ? count : 1
    return [
      ...(given.length === 1 ? [] : [`The requirement "${name}" names its candidates not once.`]),
      ...(places >= 1 ? [] : [`The requirement "${name}" needs ${places} providers.`]),
      ...(hasTwice(providerIds ?? []) ? [`The requirement "${name}" names one twice.`] : []),
    ]
  })
  return hasTwice(requirements.map(({ name }) => name))
    ? [...problems, 'Two requirements have the same name.']
    : problems
}
