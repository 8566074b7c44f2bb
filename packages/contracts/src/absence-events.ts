import { z } from '@hono/zod-openapi'
import { Closure } from './closures.ts'
import type { EventKind } from './event-kinds.ts'
import { TimeOff } from './time-off.ts'

/** `time_off.affected`. */
export const TIME_OFF_AFFECTED = {
  when: 'Time off was created over pending or confirmed bookings. Sent at once for those that were found then, and again for those that were being made at that moment.',
  resource: 'the time off',
  schemaVersion: 1,
  isLogged: true,
  data: z.object({
    timeOff: TimeOff,
    bookingIds: z.array(z.string()).openapi({
      description: 'The bookings in the time off that no earlier event named, at most 1,000.',
      example: ['bkg_01kqs3v7m8e2f4g6h8j0k2m4n6'],
    }),
  }),
} as const satisfies EventKind

/** `closure.affected`. */
export const CLOSURE_AFFECTED = {
  when: 'A closure was created or moved over pending or confirmed bookings. Sent at once for those that were found then, and again for those that were being made at that moment.',
  resource: 'the closure',
  schemaVersion: 1,
  isLogged: true,
  data: z.object({
    closure: Closure,
    bookingIds: z.array(z.string()).openapi({
      description: 'The bookings in the closure that no earlier event named, at most 1,000.',
      example: ['bkg_01kqs3v7m8e2f4g6h8j0k2m4n6'],
    }),
  }),
} as const satisfies EventKind
