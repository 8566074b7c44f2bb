import { z } from '@hono/zod-openapi'
import { SlotReason } from './problems.ts'
import { oneOf } from './text.ts'
import { instantAnswer, instantOrDateText, instantText, timeZoneText } from './time.ts'

const range = {
  from: instantOrDateText().openapi({
    description: 'The first start that can be offered; a date is its midnight in timeZone.',
  }),
  to: instantOrDateText().openapi({
    description: 'Slots that start from here on are left out; at most 62 days after from.',
  }),
  timeZone: timeZoneText().optional().openapi({
    description:
      "The zone that the answer is written in and that dates are meant in; the provider's if not given. The offered instants do not depend on it.",
  }),
}

/** `GET /v1/event-types/{id}/slots`. */
export const SlotsQuery = z.strictObject({
  ...range,
  include: oneOf(['unavailable'])
    .optional()
    .openapi({ description: 'Also the slots that are taken or too soon.' }),
})

/** `GET /v1/public/{providerSlug}/{eventTypeSlug}/slots`: only what is available. */
export const PublicSlotsQuery = z.strictObject(range)

/** A time on offer, `[start, end)`. */
export const Slot = z
  .object({
    start: instantAnswer(),
    end: instantAnswer(),
    available: z.boolean(),
  })
  .openapi('Slot')

/** The slots of an event type, in the order of time. */
export const Slots = z.object({ data: z.array(Slot) }).openapi('Slots')

/** `GET /v1/event-types/{id}/slots/explain`. */
export const ExplainQuery = z.strictObject({ start: instantText() })

/** Whether a start is on offer, and if not, every rule that it breaks. */
export const SlotExplanation = z
  .object({ available: z.boolean(), reasons: z.array(SlotReason) })
  .openapi('SlotExplanation')

export type SlotsQuery = z.infer<typeof SlotsQuery>
export type PublicSlotsQuery = z.infer<typeof PublicSlotsQuery>
export type Slot = z.infer<typeof Slot>
export type SlotExplanation = z.infer<typeof SlotExplanation>
