/** The booking that both services which Holdfast is compared with make of a request. */
import { randomUUID } from 'node:crypto'

/** A minute. */
export const MINUTE_MILLISECONDS = 60_000
const HOLD_MINUTES = 60
/** The rules of each booking. */
export const POLICY = { durationMinutes: 30, bufferBeforeMinutes: 0, bufferAfterMinutes: 0 }

/** What a caller sends. */
export interface BookingBody {
  readonly providerId: string
  readonly eventTypeId: string
  readonly start: string
  readonly booker: { readonly name: string; readonly email: string }
}

/** The JSON Schema of `BookingBody`. */
export const bodySchema = {
  type: 'object',
  required: ['providerId', 'eventTypeId', 'start', 'booker'],
  additionalProperties: false,
  properties: {
    providerId: { type: 'string', maxLength: 64 },
    eventTypeId: { type: 'string', maxLength: 64 },
    start: { type: 'string', format: 'date-time' },
    booker: {
      type: 'object',
      required: ['name', 'email'],
      additionalProperties: false,
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 200 },
        email: { type: 'string', format: 'email' },
      },
    },
  },
} as const

const instant = (epochMilliseconds: number): string => new Date(epochMilliseconds).toISOString()

/** A new hold. */
export function bookingOf({ providerId, eventTypeId, start, booker }: BookingBody) {
  const now = Date.now()
  return {
    id: randomUUID(),
    version: 1,
    status: 'pending',
    providerId,
    eventTypeId,
    start,
    end: instant(Date.parse(start) + POLICY.durationMinutes * MINUTE_MILLISECONDS),
    timeZone: 'Europe/Berlin',
    holdExpiresAt: instant(now + HOLD_MINUTES * MINUTE_MILLISECONDS),
    booker,
    policy: POLICY,
    createdAt: instant(now),
    updatedAt: instant(now),
  }
}

/** A hold as a service answers it. */
export type ServiceBooking = ReturnType<typeof bookingOf>
