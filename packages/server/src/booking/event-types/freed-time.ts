import type { Booking } from '@holdfast/engine'
import { z } from 'zod'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { AttributesOf } from '../../kernel/entity.ts'

/** The stored form of `FreedTime`. */
export const freedTimeSchema = z.object({ minMinutes: z.int(), maxMinutes: z.int() })

/** How long time of an event type stays taken after a booking is cancelled or moved away. */
export type FreedTime = AttributesOf<typeof freedTimeSchema>

/**
 * How long the time of a booking will stay taken: drawn anew for each time that it has, so that whoever saw one does not know
 * the next. `subject`: the booking and its version. Empty if the event type frees time at once.
 */
export function freedAfter(
  { secrets }: Pick<Dependencies, 'secrets'>,
  eventType: { readonly freed?: FreedTime } | undefined,
  subject: string,
): Pick<Booking, 'freedAfterSeconds'> {
  const freed = eventType?.freed
  if (freed === undefined) return {}
  const { minMinutes, maxMinutes } = freed
  const choices = (maxMinutes - minMinutes) * 60 + 1
  return {
    freedAfterSeconds: minMinutes * 60 + Math.floor(secrets.drawOf(`freed ${subject}`) * choices),
  }
}
