import { z } from '@hono/zod-openapi'
import { resourceId } from './ids.ts'
import { resourceFields } from './lists.ts'
import { nameText, wholeNumber } from './text.ts'

const FLAG_ERROR = 'must be true or false'
const completesBookings = z.boolean({ error: FLAG_ERROR }).openapi({
  description: 'Completes confirmed bookings automatically after they end. Default: true.',
})
// At most 30 days: a reminder sent earlier is of no use.
const reminderMinutes = wholeNumber(0, 43_200, 'minutes').openapi({
  description:
    'How many minutes before the start to email the booker a reminder. 0 turns reminders off. A change also applies to existing bookings. Default: 1440.',
  example: 1440,
})

/** `PATCH /v1/account`: omitted fields keep their values. */
export const AccountPatch = z
  .strictObject({
    name: nameText().optional(),
    completesBookings: completesBookings.optional(),
    reminderMinutes: reminderMinutes.optional(),
  })
  .openapi('AccountPatch')

/** The caller's account with its settings. */
export const Account = z
  .object({
    id: resourceId('account'),
    name: z.string(),
    completesBookings,
    reminderMinutes,
    ...resourceFields,
  })
  .openapi('Account')

export type AccountPatch = z.infer<typeof AccountPatch>
export type Account = z.infer<typeof Account>
