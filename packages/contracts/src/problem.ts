import { z } from '@hono/zod-openapi'
import { AbsenceConflict } from './absence-parts.ts'
import { LIMIT_NAMES } from './limits.ts'
import { SlotPrice } from './price-rules.ts'
import { PROBLEM_CODES, PROBLEMS, problemType } from './problems.ts'
import { SlotReason, StayReason } from './reasons.ts'

/** One invalid value: a JSON pointer (RFC 6901) to it, and what is expected. */
export const InputError = z
  .object({
    pointer: z.string().openapi({
      description:
        'JSON pointer to the value in the body. Starts with /query, /path or /header for a value elsewhere.',
      example: '/booker/email',
    }),
    message: z.string().openapi({
      description: 'What the value must be, and what it was.',
      example: 'must be an email address, such as ada@example.com; got "ada"',
    }),
  })
  .openapi('InputError', { description: 'An invalid value of a request.' })

/** One invalid value of a request. */
export type InputError = z.infer<typeof InputError>

/** The body of every error response: RFC 9457, `application/problem+json`. */
export const Problem = z
  .object({
    type: z.string().openapi({
      description: 'Path of an explanation of the code on this server.',
      example: problemType('slot_taken'),
    }),
    title: z.string().openapi({
      description: 'A short text, the same for every problem with this code.',
      example: PROBLEMS.slot_taken.title,
    }),
    status: z.int().openapi({ description: 'The HTTP status.', example: 409 }),
    detail: z
      .string()
      .describe('What is wrong with this request, and how to solve it. For people.'),
    code: z
      .enum(PROBLEM_CODES)
      .openapi({ description: 'Stable, for programs.', example: 'slot_taken' }),
    requestId: z.string().openapi({
      description: 'The `X-Request-Id` of the response. Quote it when you report a problem.',
      example: 'req_01kqs3v7m8e2f4g6h8j0k2m4n6',
    }),
    errors: z
      .array(InputError)
      .optional()
      .openapi({ description: 'Set with `validation_failed` and `calendar_unreadable`.' }),
    reasons: z
      // What a rule of both kinds compares is optional for a start, so the one of a stay comes first.
      .array(z.union([StayReason, SlotReason]))
      .optional()
      .openapi({ description: 'Set with `slot_not_bookable` and `stay_not_bookable`.' }),
    nights: z
      .array(z.string())
      .optional()
      .openapi({ description: 'The taken nights. Set with `night_taken`.' }),
    conflicts: z.array(AbsenceConflict).optional().openapi({
      description: 'What is in the way, at most 100 times. Set with `dates_taken`.',
    }),
    bookingIds: z.array(z.string()).optional().openapi({
      description:
        'The bookings and holds in the way, at most 100, by start. Set with `slot_taken` if a block was refused, and with `contact_has_bookings`.',
    }),
    contactId: z.string().optional().openapi({
      description:
        'The contact that has the address, or into which another was merged. Set with `contact_exists` and `contact_merged`.',
    }),
    groupId: z.string().optional().openapi({
      description: 'The booking group to change instead. Set with `part_of_visit`.',
    }),
    stayIds: z.array(z.string()).optional().openapi({
      description:
        'The current and future stays of the person, at most 100. Set with `contact_has_bookings`.',
    }),
    seatsLeft: z.int().optional().openapi({
      description:
        'How many seats are left. Set with `session_full`, unless the event type does not show it to bookers.',
    }),
    limit: z.enum(LIMIT_NAMES).optional().openapi({
      description:
        'The limit. Set with `limit_reached`, and with `booker_not_allowed` if it is `perBookerEver`.',
    }),
    count: z.int().optional().openapi({
      description:
        'How many bookings or minutes the limit allows. Set with `limit_reached`; for bookers only with `perBooker` and `perBookerEver`.',
    }),
    usedBy: z.array(z.string()).optional().openapi({
      description:
        'The providers, properties and event types that use it, at most 100. Set with `schedule_in_use`, `property_in_use`, `photo_in_use` and `calendar_in_use`.',
    }),
    price: SlotPrice.optional().openapi({
      description: 'The price now. Set with `price_changed`.',
    }),
    max: z.int().optional().openapi({
      description:
        'How many bookings fit, or photos. Set with `group_too_large` and `photo_limit_reached`.',
    }),
    item: z
      .object({
        index: z.int().describe('The position of the item, from 0.'),
        localStart: z.string().openapi({
          description: "The start as wall time in the provider's time zone.",
          example: '2026-05-04T11:00',
        }),
      })
      .optional()
      .openapi({
        description: 'The item of a booking group that was refused. Set for bookings of groups.',
      }),
    blockIds: z.array(z.string()).optional().openapi({
      description:
        'The blocks in the way of a block. Set with `slot_taken` if a block was refused.',
    }),
  })
  .openapi('Problem', { description: 'An error (RFC 9457).' })

/** The body of every error response. */
export type Problem = z.infer<typeof Problem>
