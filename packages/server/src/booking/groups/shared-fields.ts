import type { FieldsInput } from '../bookings/read-fields.ts'
import type { EventType } from '../event-types/event-type.ts'

/** What an event type asks its bookers. */
type Asking = Pick<EventType, 'questions' | 'locations'>

/**
 * What is answered once for several bookings, as each of them takes it: the answers to its own questions, and the location if
 * it has any. What none of `all` asks for stays with each, which then refuses it.
 */
export function sharedFields(
  all: readonly Asking[],
  fields: FieldsInput,
): (own: Asking | undefined) => FieldsInput {
  const asked = new Set(all.flatMap(({ questions = [] }) => questions.map(({ id }) => id)))
  const hasPlaces = all.some(({ locations }) => locations !== undefined)
  const { answers, location } = fields
  return (own) => {
    const ownIds = new Set(own?.questions?.map(({ id }) => id))
    const taken = Object.entries(answers ?? {}).filter(([id]) => ownIds.has(id) || !asked.has(id))
    return {
      ...fields,
      answers: taken.length > 0 ? Object.fromEntries(taken) : undefined,
      location: hasPlaces && own?.locations === undefined ? undefined : location,
    }
  }
}
