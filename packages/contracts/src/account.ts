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

const publicLimitFactor = wholeNumber(1, 100, 'times').openapi({
  description:
    'Multiplies how many bookings and nights one network address may take without an API key. Raise it if many of your customers share one address, such as an office. Default: 1.',
  example: 1,
})

/** `PATCH /v1/account`: omitted fields keep their values. */
export const AccountPatch = z
  .strictObject({
    name: nameText().optional().describe('The name of the account, for its own people.'),
    completesBookings: completesBookings.optional(),
    reminderMinutes: reminderMinutes.optional(),
    publicLimitFactor: publicLimitFactor.optional(),
  })
  .openapi('AccountPatch', {
    description: 'Changes to the account. Omitted fields keep their values.',
  })

/** The caller's account with its settings. */
export const Account = z
  .object({
    id: resourceId('account'),
    name: z.string().describe('The name of the account, for its own people.'),
    completesBookings,
    reminderMinutes,
    publicLimitFactor,
    ...resourceFields,
  })
  .openapi('Account', { description: "The caller's account with its settings." })

export type AccountPatch = z.infer<typeof AccountPatch>
export type Account = z.infer<typeof Account>
