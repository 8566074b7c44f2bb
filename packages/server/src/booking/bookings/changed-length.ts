import { type Booking, ok, type Result } from '@holdfast/engine'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import type { Offer } from './offer.ts'

/** Whether a booking has a duration of its own that can be changed. */
export function checkLength({
  stay,
  eventTypeId,
  seats,
  assignments,
}: Booking): Result<undefined, Refusal> {
  const no = (message: string) => invalid('/durationMinutes', message)
  if (stay) return no('is not possible for a stay: send `arrival` and `departure`')
  if (eventTypeId === undefined) return no('is not possible for a slot that the provider opened')
  if (seats !== undefined) return no('is not possible for seats: their session has the duration')
  if (assignments?.some(({ spans }) => spans !== undefined)) {
    return no('is not possible for spans: the event type says how long they are')
  }
  return ok(undefined)
}

/** The offer for a booking that keeps its start: it may be off the grid of the new duration, and within the notice. */
export function atAgreedStart({ eventType, policy, ...offer }: Offer): Offer {
  const anyStart = { slotStepMinutes: 1, minNoticeMinutes: 0 }
  return {
    ...offer,
    policy: { ...policy, ...anyStart },
    ...(eventType && { eventType: { ...eventType, ...anyStart } }),
  }
}
