import { z } from '@hono/zod-openapi'
import { contactTags } from './contacts.ts'
import { BookerLimits, BookerLimitsInput, NO_SHOWS_MAX } from './limits.ts'
import { orNull } from './or-null.ts'
import { minorUnits } from './payment-rules.ts'
import { wholeNumber } from './text.ts'

const ACCESS_RULES = 10

const rule = {
  tags: contactTags().openapi({
    description:
      'The entry is for people with one of these tags. Upper case does not count. Empty: for everybody.',
    example: ['member'],
  }),
}

const AccessRuleInput = z
  .strictObject({
    ...rule,
    maxAdvanceDays: wholeNumber(1, 1095, 'days').nullable().optional().openapi({
      description:
        'How many days ahead they can book, instead of `maxAdvanceDays` and `release` of the event type. Null: as the event type says.',
      example: 60,
    }),
    maxNoShows: wholeNumber(0, NO_SHOWS_MAX, 'no-shows').nullable().optional().openapi({
      description:
        'The entry is for people with at most so many no-shows (`noShowCount` of the contact). Null: any number.',
      example: null,
    }),
    amount: minorUnits(0).nullable().optional().openapi({
      description:
        'What a booking costs them, in minor units, instead of every other price. 0: nothing. Null: as the event type says.',
      example: null,
    }),
    limits: orNull(
      BookerLimitsInput,
      'How many bookings each person can have. Null: as the event type says.',
    ).optional(),
  })
  .openapi('AccessRuleInput', { description: 'What a kind of customer may book, in a body.' })

const AccessRule = z
  .object({
    tags: z.array(z.string()).openapi({
      description: 'The tags that it is for. Empty: for everybody.',
      example: ['member'],
    }),
    maxAdvanceDays: z.int().nullable().openapi({
      description: 'How many days ahead they can book. Null: as the event type says.',
      example: 60,
    }),
    maxNoShows: z.int().nullable().openapi({
      description: 'The most no-shows of the people that it is for. Null: any number.',
      example: null,
    }),
    amount: z.int().nullable().openapi({
      description: 'What a booking costs them, in minor units. Null: as the event type says.',
      example: null,
    }),
    limits: orNull(
      BookerLimits,
      'How many bookings each person can have. Null: as the event type says.',
    ),
  })
  .openapi('AccessRule', { description: 'What a kind of customer may book.' })

/** Rules for kinds of customers, in a body. */
export const accessRules = () =>
  z
    .array(AccessRuleInput, { error: 'must be a list of entries' })
    .max(ACCESS_RULES, { error: `must have at most ${ACCESS_RULES} entries` })
    .openapi({
      description:
        'Who may book, how far ahead, for what price, and how often. The first entry that fits the tags and the no-shows of the person counts; without one, they are refused. Bookers without an API key have to prove their email address. Default: everybody may.',
      example: [],
    })

/** Rules for kinds of customers, in an answer. */
export const accessAnswer = () =>
  z.array(AccessRule).openapi({
    description: 'Who may book, how far ahead, for what price, and how often. Empty: everybody.',
    example: [],
  })
