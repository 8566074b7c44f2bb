import { hasDays, ok, type Result } from '@holdfast/engine'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import type { EventType } from '../event-types/event-type.ts'

/** Refuses an event type that cannot be part of a sequence: when or how long it is depends on more than its start. */
export function checkPartType(eventType: EventType, pointer: string): Result<undefined, Refusal> {
  const { id, seats, candidateRules, requirements = [], questions = [] } = eventType
  const refused = (why: string) => invalid(pointer, `"${id}" cannot be part of a visit: ${why}`)
  if (seats) return refused('it has seats')
  if (candidateRules) return refused('its candidates have durations or prices of their own')
  if (requirements.some(hasDays)) return refused('it takes several days')
  return questions.some(({ optionRules }) => optionRules !== undefined)
    ? refused('answers decide about its times')
    : ok(undefined)
}
