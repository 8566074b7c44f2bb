import { z } from '@hono/zod-openapi'
import { Booker } from './bookings.ts'
import { resourceId } from './ids.ts'
import { datesOfStay } from './nights.ts'
import { orNull } from './or-null.ts'
import { oneOf, proseText, singleLine } from './text.ts'
import { instantAnswer } from './time.ts'

const DECISION_STATES = [
  'open',
  'approved',
  'declined',
  'cancelled',
  'expired',
  'moved',
  'reassigned',
] as const

const TOKEN = 'The token from the link in the email to the provider.'

const decisionToken = () =>
  singleLine(200).openapi({
    description: TOKEN,
    example: 'prv_01k5w3q8v0m9c2r4t6x8z0b1d3.1777280400.hm_…',
  })

/** The header of `GET /v1/public/decisions/{bookingId}`. */
export const DecisionHeaders = z.object({ 'Decision-Token': decisionToken() })

/** `POST /v1/public/decisions/{bookingId}`. */
export const DecisionMake = z
  .strictObject({
    token: decisionToken(),
    decision: oneOf(['approve', 'decline']).describe('What becomes of the request.'),
    reason: proseText()
      .optional()
      .describe('Why the request is declined. The booker gets it by email. Only for `decline`.'),
  })
  .refine(({ decision, reason }) => decision === 'decline' || reason === undefined, {
    error: 'only for `decline`',
    path: ['reason'],
  })
  .openapi('DecisionMake', { description: "The provider's decision about a request." })

/** A request for a booking, as the provider sees it who got it by email. */
export const Decision = z
  .object({
    bookingId: resourceId('booking'),
    state: z
      .enum(DECISION_STATES)
      .describe(
        '`open`: waiting for a decision. `declined`: the request was refused. `cancelled`: the booker or the account cancelled the booking. `expired`: nobody decided in time. `moved`: the request has another time, and the email about that has its own links. `reassigned`: somebody else takes the booking.',
      ),
    title: z.string().nullable().openapi({
      description:
        'The name of the event type. Null if the booking is for a slot that the provider opened.',
      example: 'First visit',
    }),
    providerName: z.string().openapi({
      description: 'The name of the provider who got the email.',
      example: 'Dr. Ada Weber',
    }),
    start: instantAnswer().describe('Start of the requested time, as in the email.'),
    end: instantAnswer().describe('End of the requested time, exclusive.'),
    ...datesOfStay,
    timeZone: z.string().openapi({
      description: 'The time zone of the provider.',
      example: 'Europe/Berlin',
    }),
    holdExpiresAt: instantAnswer()
      .nullable()
      .describe('Until when the time is held for a decision. Null unless `open`.'),
    booker: orNull(
      Booker.pick({ name: true, email: true }).openapi('DecisionBooker', {
        description: 'The person who asks for the booking.',
      }),
      'The person who asks for the booking. Null unless `open`.',
    ),
    note: z
      .string()
      .nullable()
      .describe('A message from the booker. Null if there is none, and unless `open`.'),
  })
  .openapi('Decision', {
    description: 'A request for a booking, as the provider sees it who got it by email.',
  })

export type Decision = z.infer<typeof Decision>
