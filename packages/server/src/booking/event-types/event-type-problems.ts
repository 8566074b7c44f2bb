import { validateSlotPolicy } from '@holdfast/engine'
import { emptyMembers } from '../../kernel/items/value-problems.ts'
import { type EventType, policyToCheck } from './event-type.ts'

/** The problems of an event type. Its rules are checked in UTC: only its provider has the zone. */
export function eventTypeProblems(eventType: EventType): readonly string[] {
  const { accountId, providerId, slug } = eventType
  const valid = validateSlotPolicy(policyToCheck(eventType, 'UTC'))
  return [
    ...emptyMembers({ accountId, providerId, slug }),
    ...requirementProblems(eventType),
    ...(valid.ok
      ? []
      : valid.refusal.problems.map(({ pointer, message }) => `${pointer} ${message}`)),
  ]
}

const hasTwice = (names: readonly string[]): boolean => new Set(names).size < names.length

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
