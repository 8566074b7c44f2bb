import { z } from '@hono/zod-openapi'
import { resourceId } from './ids.ts'
import { resourceFields } from './lists.ts'
import { nameText, wholeNumber } from './text.ts'

const FLAG_ERROR = 'must be true or false'
const completesBookings = z.boolean({ error: FLAG_ERROR }).openapi({
  description: 'Marks confirmed bookings as completed once their end has passed; true at first.',
})
// A month: reminders further ahead are news letters.
const reminderMinutes = wholeNumber(0, 43_200, 'minutes').openapi({
  description:
    'How long before the start the booker is reminded, also of bookings that were made before a change; 1440 at first, 0: never.',
  example: 1440,
})

/** `PATCH /v1/account`: what is not named stays. */
export const AccountPatch = z
  .strictObject({
    name: nameText().optional(),
    completesBookings: completesBookings.optional(),
    reminderMinutes: reminderMinutes.optional(),
  })
  .openapi('AccountPatch')

/** The caller's account: the settings that hold for all that it has. */
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
