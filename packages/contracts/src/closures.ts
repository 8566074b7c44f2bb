import { z } from '@hono/zod-openapi'
import { holidayCountry, holidayRegion } from './holidays.ts'
import { resourceId } from './ids.ts'
import { changedFields, listOf, pageQuery } from './lists.ts'
import { nameText } from './text.ts'
import { instantOrDateText, isRange, startOrDateText } from './time.ts'

const isInstant = (text: string): boolean => text.includes('T')

/** The most providers that one closure names. To close more, use `scheduleId` or `all`. */
const PROVIDERS_MAX = 200

const BOTH_DATES = {
  error: 'must be a date if `start` is one, else an instant',
  path: ['end'],
}

const name = () =>
  nameText().openapi({
    description: 'What is closed for. Only the account sees it.',
    example: 'Company outing',
  })

const times = {
  start: startOrDateText()
    .openapi({ example: '2026-12-24' })
    .describe(
      "The first date, or an instant. A date is one of each provider's time zone, or of the schedule's for `scheduleId`.",
    ),
  end: instantOrDateText()
    .openapi({ example: '2027-01-02' })
    .describe(
      'The end, exclusive: a date like `start`, or an instant like `start`, whose fraction of a second is dropped. At most 366 days after `start`.',
    ),
}

/** Whom a closure is for, in bodies: exactly one of these. */
export const closureScope = {
  all: z.literal(true).optional().describe('Closes all providers, also those who are added later.'),
  providerIds: z
    .array(resourceId('provider'))
    .min(1)
    .max(PROVIDERS_MAX)
    .optional()
    .describe('Closes these providers.'),
  scheduleId: resourceId('schedule')
    .optional()
    .describe(
      'Closes the providers who work by this schedule, and the event types that are open by it.',
    ),
}

/** Whether exactly one of the three is given. */
export const hasOneScope = ({ all, providerIds, scheduleId }: ClosureScope): boolean =>
  [all, providerIds, scheduleId].filter((given) => given !== undefined).length === 1

/** The error of a body that does not say whom it closes. */
export const ONE_SCOPE = {
  error: 'must have exactly one of `all`, `providerIds` and `scheduleId`',
  path: ['all'],
}

/** Whom a closure is for. */
export interface ClosureScope {
  readonly all?: true | undefined
  readonly providerIds?: readonly string[] | undefined
  readonly scheduleId?: string | undefined
}

const EXAMPLE = {
  name: 'Company outing',
  start: '2026-12-24',
  end: '2027-01-02',
  all: true,
} as const

/** `POST /v1/closures`: `[start, end)`, both dates or both instants. */
export const ClosureCreate = z
  .strictObject({
    name: name(),
    ...times,
    ...closureScope,
    holiday: z
      .strictObject({ country: holidayCountry(), region: holidayRegion().optional() })
      .optional()
      .describe('The calendar of holidays that it is taken from.'),
  })
  .refine(({ start, end }) => isInstant(start) === isInstant(end), BOTH_DATES)
  .refine(isRange, { error: 'must be after `start`', path: ['end'] })
  .refine(hasOneScope, ONE_SCOPE)
  .openapi('ClosureCreate', {
    description: 'A time in which the account, some providers or a schedule is closed.',
    example: EXAMPLE,
  })

/** `POST /v1/closures/preview`. */
export const ClosurePreview = z
  .strictObject({ name: name().optional(), ...times, ...closureScope })
  .refine(({ start, end }) => isInstant(start) === isInstant(end), BOTH_DATES)
  .refine(isRange, { error: 'must be after `start`', path: ['end'] })
  .refine(hasOneScope, ONE_SCOPE)
  .openapi('ClosurePreview', { description: 'A closure to look ahead to.', example: EXAMPLE })

/** `PATCH /v1/closures/{id}`: omitted fields keep their values; both ends or none. */
export const ClosurePatch = z
  .strictObject({
    name: name().optional(),
    start: times.start.optional(),
    end: times.end.optional(),
  })
  .refine(({ start, end }) => (start === undefined) === (end === undefined), {
    error: '`start` and `end` change together',
    path: ['end'],
  })
  .refine(({ start = '', end = '' }) => isInstant(start) === isInstant(end), BOTH_DATES)
  .refine(({ start, end }) => start === undefined || end === undefined || isRange({ start, end }), {
    error: 'must be after `start`',
    path: ['end'],
  })
  .openapi('ClosurePatch', {
    description: 'Changes to a closure. Omitted fields keep their values.',
    example: { name: 'Company outing' },
  })

const fields = {
  id: resourceId('closure'),
  name: z.string().openapi({
    description: 'What is closed for. Only the account sees it.',
    example: 'Company outing',
  }),
  start: z.string().openapi({
    description: 'The first date, or an instant.',
    example: '2026-12-24',
  }),
  end: z.string().openapi({
    description: 'The end, exclusive: a date or an instant, like `start`.',
    example: '2027-01-02',
  }),
  all: z.boolean().describe('Whether it closes all providers.'),
  providerIds: z
    .array(resourceId('provider'))
    .describe('The providers whom it closes. Empty if it is for all or for a schedule.'),
  scheduleId: resourceId('schedule').nullable().describe('The schedule that it closes, or null.'),
  holiday: z
    .object({
      country: z.string().openapi({ description: 'ISO 3166-1 alpha-2.', example: 'DE' }),
      region: z.string().nullable().openapi({
        description: 'The region, or null for those of the whole country.',
        example: 'BY',
      }),
    })
    .nullable()
    .describe('The calendar of holidays that it was taken from. Null if it was made by hand.'),
  ...changedFields,
}

/** A time in which nothing is offered. */
export const Closure = z
  .object(fields)
  .openapi('Closure', { description: 'A time in which nothing is offered.' })

/** The live bookings in one closure or several. */
export const affectedBookings = () =>
  z.array(z.string()).openapi({
    description:
      'The pending and confirmed bookings in this time, at most 1,000 ids, by start. They stay until you move or cancel them.',
    example: ['bkg_01kqs3v7m8e2f4g6h8j0k2m4n6'],
  })

/** `POST /v1/closures` and `PATCH /v1/closures/{id}`. */
export const ClosureWithBookings = z
  .object({ ...fields, affectedBookings: affectedBookings() })
  .openapi('ClosureWithBookings', { description: 'A closure with the bookings in it.' })

/** `POST /v1/closures/preview` and `GET /v1/closures/{id}/bookings`. */
export const ClosureBookings = z
  .object({ affectedBookings: affectedBookings() })
  .openapi('ClosureBookings', { description: 'The bookings in a closure.' })

/** `GET /v1/closures`. */
export const ClosureListQuery = z.strictObject({
  from: instantOrDateText().optional().openapi({
    description: 'Only closures that end after this time. Dates are compared as dates of UTC.',
  }),
  to: instantOrDateText().optional().openapi({
    description: 'Only closures that start before this time. Dates are compared as dates of UTC.',
  }),
  ...pageQuery,
})

/** `GET /v1/closures`. */
export const ClosureList = listOf(Closure, 'ClosureList')

export type ClosureCreate = z.infer<typeof ClosureCreate>
export type ClosurePreview = z.infer<typeof ClosurePreview>
export type ClosurePatch = z.infer<typeof ClosurePatch>
export type Closure = z.infer<typeof Closure>
