import { z } from '@hono/zod-openapi'
import { resourceId } from './ids.ts'
import { listOf, pageQuery, resourceFields } from './lists.ts'
import { nextFrom } from './slots.ts'
import { wholeNumber } from './text.ts'
import {
  dateText,
  endOfWindowText,
  instantAnswer,
  instantOrDateText,
  timeOfDayText,
} from './time.ts'

/** `POST /v1/providers/{id}/availability`: opens a window on one date, divided into slots. */
export const AvailabilityCreate = z
  .strictObject({
    date: dateText().describe("A date in the provider's time zone."),
    startTime: timeOfDayText().openapi({ description: "Wall time in the provider's time zone." }),
    endTime: endOfWindowText().describe(
      'Wall time, exclusive. An end before the start is on the next day.',
    ),
    slotDurationMinutes: wholeNumber(1, 1440, 'minutes').openapi({
      description: 'Length of each slot. A rest at the end of the window is not used.',
      example: 30,
    }),
  })
  .openapi('AvailabilityCreate', {
    description: 'A window to open on one date, divided into slots.',
  })

const openedDate = () =>
  z.string().openapi({
    format: 'date',
    description: "A date in the provider's time zone.",
    example: '2026-04-27',
  })

const windowFields = {
  startTime: z.string().openapi({ description: 'Wall time.', example: '09:00' }),
  endTime: z.string().openapi({ description: 'Wall time, exclusive.', example: '17:00' }),
  slotDurationMinutes: z.int().openapi({ description: 'Length of each slot.', example: 30 }),
}

/** A window that a provider opened on one date. */
export const Availability = z
  .object({
    providerId: resourceId('provider'),
    date: openedDate(),
    ...windowFields,
    slotCount: z.int().openapi({ example: 16, description: 'Number of slots in the window.' }),
    version: resourceFields.version.openapi({
      description: 'Version of all windows opened on this date. Increases by 1 with each window.',
    }),
  })
  .openapi('Availability', {
    description: 'A window that a provider opened on one date, divided into slots.',
  })

/** `GET /v1/providers/{id}/availability`: dates `[from, to)` in the provider's time zone. */
export const AvailabilityListQuery = z.strictObject({
  from: dateText().describe('The first date.'),
  to: dateText().openapi({ description: 'Exclusive.' }),
  ...pageQuery,
})

/** All windows that a provider opened on one date. */
export const OpenedDate = z
  .object({
    providerId: resourceId('provider'),
    date: openedDate(),
    openings: z
      .array(
        z.object({
          ...windowFields,
        }),
      )
      .describe('The windows of this date, by start.'),
    version: resourceFields.version,
  })
  .openapi('OpenedDate', { description: 'All windows that a provider opened on one date.' })

/** `GET /v1/providers/{id}/availability`. */
export const AvailabilityList = listOf(OpenedDate, 'AvailabilityList')

/** Statuses of an opened slot. */
export const PROVIDER_SLOT_STATUSES = ['available', 'held', 'booked', 'blocked'] as const

const isDate = (text: string): boolean => text.length === 10

/** `GET /v1/providers/{id}/slots`: one date in the provider's time zone, or a range. */
export const ProviderSlotsQuery = z
  .strictObject({
    date: dateText()
      .optional()
      .describe("One date in the provider's time zone. Send it instead of `from` and `to`."),
    from: instantOrDateText()
      .optional()
      .describe(
        "Slots that start at or after this time. A date means midnight in the provider's time zone.",
      ),
    to: instantOrDateText().optional().openapi({
      description:
        "Exclusive. A date means midnight in the provider's time zone. At most 62 days after `from`.",
    }),
  })
  .refine(
    ({ date, from, to }) =>
      date === undefined
        ? from !== undefined && to !== undefined && isDate(from) === isDate(to)
        : from === undefined && to === undefined,
    {
      error: 'send either `date`, or `from` and `to` as two dates or two instants',
      path: ['date'],
    },
  )

/** A slot that a provider opened, `[start, end)`. */
export const ProviderSlot = z
  .object({
    start: instantAnswer().describe('Start of the slot.'),
    end: instantAnswer().describe('End of the slot, exclusive.'),
    status: z
      .enum(PROVIDER_SLOT_STATUSES)
      .describe(
        '`available`: can be booked. `held`: a pending booking takes it. `booked`: a confirmed booking takes it. `blocked`: a block covers it.',
      ),
    bookingId: resourceId('booking').nullable().openapi({
      description:
        'The first booking that takes this time, set if `status` is `held` or `booked`. Null for a moment after a booking is confirmed.',
    }),
    holdExpiresAt: instantAnswer().nullable().openapi({
      description: 'When the hold expires and the time is free again. Null unless `held`.',
    }),
  })
  .openapi('ProviderSlot', { description: 'A slot that a provider opened, `[start, end)`.' })

/** `GET /v1/providers/{id}/slots`, in chronological order. */
export const ProviderSlots = z
  .object({ data: z.array(ProviderSlot).describe('The slots.'), nextFrom: nextFrom() })
  .openapi('ProviderSlots', { description: 'The opened slots of a range, in chronological order.' })

export type AvailabilityCreate = z.infer<typeof AvailabilityCreate>
export type Availability = z.infer<typeof Availability>
export type ProviderSlotsQuery = z.infer<typeof ProviderSlotsQuery>
export type ProviderSlot = z.infer<typeof ProviderSlot>
