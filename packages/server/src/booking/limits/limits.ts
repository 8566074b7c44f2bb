import type { BookerLimit, PeriodLimits } from '@holdfast/engine'
import { z } from 'zod'

/**
 * How many bookings one booker can have, by email address: `perBooker` live ones, `perBookerEver` in all, past ones too. Absent:
 * any number.
 */
export type BookerLimits = { readonly [Name in BookerLimit]?: number }

/** The limits of an event type. Absent ones do not limit. */
export interface EventTypeLimits extends PeriodLimits, BookerLimits {}

type Input<Limits> = { readonly [Name in keyof Limits]?: number | null | undefined }

/** The limits of a provider as input; absent and null ones do not limit. */
export type PeriodLimitsInput = Input<PeriodLimits>

/** The limits of an event type as input; absent and null ones do not limit. */
export type EventTypeLimitsInput = Input<EventTypeLimits>

/** The limits of a booker as input; absent and null ones do not limit. */
export type BookerLimitsInput = Input<BookerLimits>

const PERIOD_ATTRIBUTES = {
  perDay: z.exactOptional(z.int()),
  perWeek: z.exactOptional(z.int()),
  perMonth: z.exactOptional(z.int()),
  minutesPerDay: z.exactOptional(z.int()),
} as const

/** The schema of stored limits of a provider. */
export const periodLimitsSchema = z.object(PERIOD_ATTRIBUTES)

const BOOKER_ATTRIBUTES = {
  perBooker: z.exactOptional(z.int()),
  perBookerEver: z.exactOptional(z.int()),
} as const

/** The schema of stored limits of bookers. */
export const bookerLimitsSchema = z.object(BOOKER_ATTRIBUTES)

/** The schema of stored limits of an event type. */
export const eventTypeLimitsSchema = z.object({ ...PERIOD_ATTRIBUTES, ...BOOKER_ATTRIBUTES })

/** The names of the limits of one booker. */
export const BOOKER_LIMITS = ['perBooker', 'perBookerEver'] as const satisfies BookerLimit[]

const LIMIT_NAMES = ['perDay', 'perWeek', 'perMonth', 'minutesPerDay', ...BOOKER_LIMITS] as const

/** The limits that an input sets; null if it sets none. */
export function limitsOf(input: EventTypeLimitsInput | null): EventTypeLimits | null {
  const set = LIMIT_NAMES.flatMap((name) => {
    const count = input?.[name]
    return count == null ? [] : [[name, count] as const]
  })
  return set.length === 0 ? null : Object.fromEntries(set)
}

/** The limits of a provider; null if it has none. */
export const periodLimitsRepresentation = (limits: PeriodLimits | undefined) =>
  limits === undefined
    ? null
    : {
        perDay: limits.perDay ?? null,
        perWeek: limits.perWeek ?? null,
        perMonth: limits.perMonth ?? null,
        minutesPerDay: limits.minutesPerDay ?? null,
      }

/** The limits of a booker; null if there are none. */
export const bookerLimitsRepresentation = (limits: BookerLimits | undefined) =>
  limits === undefined
    ? null
    : { perBooker: limits.perBooker ?? null, perBookerEver: limits.perBookerEver ?? null }

/** The limits of an event type; null if it has none. */
export const eventTypeLimitsRepresentation = (limits: EventTypeLimits | undefined) =>
  limits === undefined
    ? null
    : { ...periodLimitsRepresentation(limits), ...bookerLimitsRepresentation(limits) }
