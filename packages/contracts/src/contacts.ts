import { z } from '@hono/zod-openapi'
import { resourceId } from './ids.ts'
import { listOf, pageQuery, resourceFields } from './lists.ts'
import { emailText } from './text.ts'

/** A person who has booked, known by e-mail address. */
export const Contact = z
  .object({
    id: resourceId('contact'),
    email: z.string().openapi({ example: 'grace@example.com' }),
    name: z.string().openapi({
      description: 'As it was given with the latest confirmed booking.',
      example: 'Grace Hopper',
    }),
    bookerId: z.string().nullable().openapi({
      description: "The account's own id of the booker, as it was last given.",
    }),
    bookingCount: z.int().openapi({ description: 'Bookings that were confirmed.', example: 1 }),
    lastBookingId: resourceId('booking'),
    ...resourceFields,
  })
  .openapi('Contact')

/** `GET /v1/contacts`. */
export const ContactListQuery = z.strictObject({ email: emailText().optional(), ...pageQuery })

/** `GET /v1/contacts`. */
export const ContactList = listOf(Contact, 'ContactList')

export type Contact = z.infer<typeof Contact>
export type ContactListQuery = z.infer<typeof ContactListQuery>
