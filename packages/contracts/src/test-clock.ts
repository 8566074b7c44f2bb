import { z } from '@hono/zod-openapi'
import { wholeNumber } from './text.ts'
import { instantAnswer, momentText } from './time.ts'

/** `PUT /v1/test/clock`: sets the clock to an instant, or moves it forward. */
export const TestClockChange = z
  .strictObject({
    now: momentText().optional(),
    advanceSeconds: wholeNumber(0, 315_360_000, 'seconds').optional(),
  })
  .refine((body) => (body.now === undefined) !== (body.advanceSeconds === undefined), {
    error: 'send exactly one of `now` and `advanceSeconds`',
    path: ['now'],
  })
  .openapi('TestClockChange')

/** The current time of the server. The first change freezes the clock. */
export const TestClock = z
  .object({ now: instantAnswer(), frozen: z.boolean() })
  .openapi('TestClock')

export type TestClockChange = z.infer<typeof TestClockChange>
export type TestClock = z.infer<typeof TestClock>
