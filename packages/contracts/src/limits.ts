import { z } from '@hono/zod-openapi'
import { wholeNumber } from './text.ts'

/** The names of all limits. */
export const LIMIT_NAMES = [
  'perDay',
  'perWeek',
  'perMonth',
  'minutesPerDay',
  'perBooker',
  'perBookerEver',
] as const

/** The most bookings that a limit of a period can allow. */
export const BOOKINGS_PER_PERIOD_MAX = 10_000

/** The most bookings that a limit of one booker can allow. */
export const BOOKINGS_PER_BOOKER_MAX = 100

/** The most no-shows that a rule can name. */
export const NO_SHOWS_MAX = 99

const DAY = 'How many bookings can start on one date.'
const WEEK = 'How many bookings can start in one week, Monday to Sunday.'
const MONTH = 'How many bookings can start in one month.'
const MINUTES =
  'How many minutes the bookings that start on one date can take together, without buffers.'
const BOOKER =
  'How many bookings one booker can have at the same time, by email address, or without one by contact or typed phone number. A booking counts until it ends.'
const EVER =
  'How many bookings one booker can ever have, past ones too; a cancelled one does not count. Bookers without an API key have to prove their email address.'

const bookings = (description: string) =>
  wholeNumber(1, BOOKINGS_PER_PERIOD_MAX, 'bookings')
    .nullable()
    .optional()
    .openapi({ description: `${description} Null, the default: any number.` })

const ofBooker = (description: string, unset: string) =>
  wholeNumber(1, BOOKINGS_PER_BOOKER_MAX, 'bookings')
    .nullable()
    .optional()
    .openapi({ description: `${description} Null, the default: ${unset}.` })

const periodInput = {
  perDay: bookings(DAY),
  perWeek: bookings(WEEK),
  perMonth: bookings(MONTH),
  minutesPerDay: wholeNumber(1, 100_000, 'minutes')
    .nullable()
    .optional()
    .openapi({ description: `${MINUTES} Null, the default: any number.` }),
}

const REPLACED = 'A change replaces all of them.'

/** The limits of a provider, in a body. */
export const ProviderLimitsInput = z.strictObject(periodInput).openapi('ProviderLimitsInput', {
  description: `How many bookings a provider takes, of all event types and opened slots. Dates are in its time zone. A session with seats counts once. ${REPLACED}`,
})

/** The limits of an event type, in a body. */
export const EventTypeLimitsInput = z
  .strictObject({
    ...periodInput,
    perBooker: ofBooker(BOOKER, 'any number'),
    perBookerEver: ofBooker(EVER, 'any number'),
  })
  .openapi('EventTypeLimitsInput', {
    description: `How many bookings an event type takes. Dates are in the time zone of its provider. A session with seats counts once. ${REPLACED}`,
  })

const limit = (description: string) =>
  z
    .int()
    .nullable()
    .openapi({ description: `${description} Null: any number.`, example: null })

const period = {
  perDay: limit(DAY),
  perWeek: limit(WEEK),
  perMonth: limit(MONTH),
  minutesPerDay: limit(MINUTES),
}

/** The limits of a provider. */
export const ProviderLimits = z
  .object(period)
  .openapi('ProviderLimits', { description: 'How many bookings a provider takes.' })

/** The limits of an event type. */
export const EventTypeLimits = z
  .object({ ...period, perBooker: limit(BOOKER), perBookerEver: limit(EVER) })
  .openapi('EventTypeLimits', { description: 'How many bookings an event type takes.' })

/** The limits of each person of a kind of customers, in a body. */
export const BookerLimitsInput = z
  .strictObject({
    perBooker: ofBooker(BOOKER, 'as the event type says'),
    perBookerEver: ofBooker(EVER, 'as the event type says'),
  })
  .openapi('BookerLimitsInput', {
    description: 'How many bookings each person can have, instead of what the event type says.',
  })

const ownLimit = (description: string) =>
  z
    .int()
    .nullable()
    .openapi({ description: `${description} Null: as the event type says.`, example: null })

/** The limits of each person of a kind of customers. */
export const BookerLimits = z
  .object({ perBooker: ownLimit(BOOKER), perBookerEver: ownLimit(EVER) })
  .openapi('BookerLimits', { description: 'How many bookings each person can have.' })

/** What the limits of an account are. */
export const ACCOUNT_LIMITS = 'What one person can book over all event types of the account.'

const PROOF = 'Bookers without an API key have to prove their email address.'
const NO_SHOWS = `The most no-shows (\`noShowCount\` of the contact) of a person who may book. ${PROOF}`
const NO_SHOWS_UNPAID = `The most no-shows of a person who may book without paying the full price in advance. Whoever has more pays all of it instead of a deposit, and cannot book what has no price. Must be less than \`maxNoShows\`. ${PROOF}`

const noShows = (description: string) =>
  wholeNumber(0, NO_SHOWS_MAX, 'no-shows')
    .nullable()
    .optional()
    .openapi({ description: `${description} Null, the default: any number.` })

/** What one person can book over all event types of an account, in a body. */
export const AccountLimitsInput = z
  .strictObject({
    perBooker: ofBooker(BOOKER, 'any number'),
    perBookerEver: ofBooker(EVER, 'any number'),
    maxNoShows: noShows(NO_SHOWS),
    maxNoShowsUnpaid: noShows(NO_SHOWS_UNPAID),
  })
  .openapi('AccountLimitsInput', { description: ACCOUNT_LIMITS })

/** What one person can book over all event types of an account. */
export const AccountLimits = z
  .object({
    perBooker: limit(BOOKER),
    perBookerEver: limit(EVER),
    maxNoShows: limit(NO_SHOWS),
    maxNoShowsUnpaid: limit(NO_SHOWS_UNPAID),
  })
  .openapi('AccountLimits', { description: ACCOUNT_LIMITS })
