import type { InputError } from '../../kernel/refusals.ts'
import type { EventType } from './event-type.ts'

/** What the hours of an event type apply to, in the API. */
export type HoursApplyTo = 'duration' | 'startAndEnd'

/** How far apart starts are by default if only the start and the end of a booking have to be within the hours. */
const RENTAL_STEP_MINUTES = 60

/** The step of an event type that does not say one. */
export const defaultStep = ({
  durationMinutes,
  hoursApplyTo,
}: Pick<EventType, 'durationMinutes'> & {
  readonly hoursApplyTo?: HoursApplyTo | undefined
}): number =>
  hoursApplyTo === 'startAndEnd' ? Math.min(durationMinutes, RENTAL_STEP_MINUTES) : durationMinutes

/** What does not fit an event type of which only the start and the end have to be within the hours. */
export function rentalErrors({
  hoursApplyTo,
  seats,
  waitlist,
  requirements = [],
}: EventType): readonly InputError[] {
  if (hoursApplyTo === undefined) return []
  const spanned = requirements.findIndex(({ spans }) => spans !== undefined)
  const used = [
    ...(seats ? ['/seats'] : []),
    ...(waitlist ? ['/waitlist'] : []),
    ...(spanned === -1 ? [] : [`/requirements/${spanned}/spans`]),
  ]
  const message = 'is not possible with `hoursApplyTo` "startAndEnd"'
  return used.map((pointer) => ({ pointer, message }))
}
